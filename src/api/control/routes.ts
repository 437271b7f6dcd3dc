import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { redirectOrInstruction } from '../../definitions/redirects/body.ts';
import { RUN_STATUSES } from '../../model/event.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { Wait, waitOf, waitUntil, whoeverWaits } from '../http/waiting.ts';
import { component } from '../reference/components.ts';
import { problemResponse, writeProblems } from '../reference/responses.ts';
import { type Asker, askerOf } from '../runs/record.ts';
import { type Controlled, endRun, pauseRun, resumeRun } from './control-run.ts';
import { redirectRun } from './redirect-run.ts';

const ControlAnswer = component(
  'ControlAnswer',
  z.object({ runId: z.string(), status: z.enum(RUN_STATUSES), changed: z.boolean() }),
);
/** Steps and texts come along (R57 for definitions). */
const REDIRECT_LIMIT = 4 * 1024 * 1024;
const PlainBody = component('ControlRequest', z.strictObject({ reason: z.string().optional() }));
const StopBody = component(
  'StopRequest',
  z.strictObject({ reason: z.string().optional(), mode: z.enum(['now', 'after_attempt']).optional() }),
);

const RedirectBody = component('RedirectRequest', redirectOrInstruction);
const [objectiveChange, dagAdjustment, constraintChange, bindingsOverride, instruction] = redirectOrInstruction.options;
component('ObjectiveChange', objectiveChange);
component('DagAdjustment', dagAdjustment);
component('ConstraintChange', constraintChange);
component('BindingsOverride', bindingsOverride);
component('Instruction', instruction);
const WaitQuery = z.object({ wait: Wait });

interface Verb {
  readonly name: 'stop' | 'pause' | 'resume' | 'terminate';
  readonly body: typeof StopBody | typeof PlainBody;
  readonly apply: (
    context: ApiContext,
    id: string,
    body: z.output<typeof StopBody>,
    asker: Asker,
  ) => Promise<Controlled>;
  readonly isSettled: (row: RunRow) => boolean;
}

const VERBS: readonly Verb[] = [
  {
    name: 'stop',
    body: StopBody,
    apply: (context, id, body, asker) => endRun(context, id, { kind: 'stop', mode: 'now', ...given(body) }, asker),
    isSettled: ({ state }) => isClosed(state),
  },
  {
    name: 'pause',
    body: PlainBody,
    apply: (context, id, body, asker) => pauseRun(context, id, { kind: 'pause', ...given(body) }, asker),
    isSettled: ({ state }) => isClosed(state) || state.status === 'paused',
  },
  {
    name: 'resume',
    body: PlainBody,
    apply: (context, id, body, asker) => resumeRun(context, id, { kind: 'resume', ...given(body) }, asker),
    isSettled: ({ state }) => state.control.pause === undefined && state.status !== 'stopped',
  },
  {
    name: 'terminate',
    body: PlainBody,
    apply: (context, id, body, asker) => endRun(context, id, { kind: 'terminate', ...given(body) }, asker),
    isSettled: ({ state }) => isClosed(state),
  },
];

/** The verbs that steer a run (api 1): safe to repeat; 202, or 200 once settled. */
export function controlRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    const isWanted = whoeverWaits(app);
    for (const { name, body, apply, isSettled } of VERBS) {
      app.post(
        `/v1/runs/:id/${name}`,
        {
          schema: {
            tags: ['control'],
            params: z.object({ id: z.string() }),
            querystring: WaitQuery,
            body: body.nullish(),
            response: { 200: ControlAnswer, 202: ControlAnswer, ...writeProblems() },
          },
        },
        async (request, reply) => {
          const wait = waitOf(request.query.wait);
          const { id } = request.params;
          const { row, changed } = await apply(context, id, request.body ?? {}, askerOf(request));
          request.changed = changed;
          const settled = await waitUntil(context.store, row, wait, isWanted(request), isSettled);
          const code = isSettled(settled) && (wait > 0 || !changed) ? 200 : 202;
          return reply.code(code).send({ runId: id, status: settled.state.status, changed });
        },
      );
    }

    app.post(
      '/v1/runs/:id/redirect',
      {
        bodyLimit: REDIRECT_LIMIT,
        schema: {
          tags: ['control'],
          params: z.object({ id: z.string() }),
          querystring: WaitQuery,
          body: RedirectBody,
          response: {
            200: ControlAnswer,
            202: ControlAnswer,
            412: problemResponse(412),
            428: problemResponse(428),
            ...writeProblems(),
          },
        },
      },
      async (request, reply) => {
        const wait = waitOf(request.query.wait);
        const { id } = request.params;
        const ifMatch = request.headers['if-match'];
        const { row, changed } = await redirectRun(context, id, request.body, ifMatch, askerOf(request));
        request.changed = changed;
        // What is meant in free words is not settled before a person has agreed.
        const isSettled = wait > 0 && !('instruction' in request.body);
        return reply.code(isSettled ? 200 : 202).send({ runId: id, status: row.state.status, changed });
      },
    );
  };
}

/** Without what was left out. */
function given({ reason, mode }: z.output<typeof StopBody>) {
  return { ...(reason !== undefined && { reason }), ...(mode !== undefined && { mode }) };
}
