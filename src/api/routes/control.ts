import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RUN_STATUSES } from '../../domain/event.ts';
import { isClosed } from '../../domain/run-state.ts';
import { component } from '../components.ts';
import type { ApiContext } from '../dependencies.ts';
import { writeProblems } from '../responses.ts';
import { askerOf } from '../use-cases/record.ts';
import { stopRun } from '../use-cases/stop-run.ts';
import { waitOf, waitUntilClosed, whoeverWaits } from '../waiting.ts';

const ControlAnswer = component(
  'ControlAnswer',
  z.object({ runId: z.string(), status: z.enum(RUN_STATUSES), changed: z.boolean() }),
);
const StopBody = component(
  'StopRequest',
  z.strictObject({ reason: z.string().optional(), mode: z.enum(['now', 'after_attempt']).optional() }),
);

/** The verbs that steer a run (api 1). */
export function controlRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    const isWanted = whoeverWaits(app);
    app.post(
      '/v1/runs/:id/stop',
      {
        schema: {
          tags: ['control'],
          params: z.object({ id: z.string() }),
          querystring: z.object({ wait: z.string().optional().describe('30s or PT30S; at most a minute') }),
          body: StopBody.nullish(),
          response: { 200: ControlAnswer, 202: ControlAnswer, ...writeProblems() },
        },
      },
      async (request, reply) => {
        const wait = waitOf(request.query.wait);
        const { row, changed } = await stopRun(context, request.params.id, request.body ?? {}, askerOf(request));
        request.changed = changed;
        const settled = await waitUntilClosed(context.store, row, wait, isWanted(request));
        const isSettled = isClosed(settled.state) && (wait > 0 || !changed);
        const { status } = settled.state;
        return reply.code(isSettled ? 200 : 202).send({ runId: request.params.id, status, changed });
      },
    );
  };
}
