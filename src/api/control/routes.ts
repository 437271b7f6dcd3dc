import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { redirectOrInstruction } from '../../definitions/redirects/body.ts';
import { RUN_STATUSES } from '../../model/events/run.ts';
import { isClosed } from '../../model/run-state.ts';
import type { ApiContext } from '../dependencies.ts';
import { LARGE_BODY_LIMIT } from '../http/body-limits.ts';
import { type Awaited, CLOSED, Wait, waitOf, waitUntil, whoeverWaits } from '../http/waiting.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { component } from '../reference/components.ts';
import { problemResponse, writeProblems } from '../reference/responses.ts';
import { type Asker, askerOf } from '../runs/record.ts';
import { type Controlled, endRun, pauseRun, resumeRun } from './control-run.ts';
import { PreviewQuery, PreviewView } from './preview.ts';
import { previewVerb } from './preview-control.ts';
import { previewRedirect, redirectRun } from './redirect-run.ts';

const ControlAnswer = component(
  'ControlAnswer',
  z.object({ runId: z.string(), status: z.enum(RUN_STATUSES), changed: z.boolean() }),
);
/** Steps and texts come along (R57 for definitions). */
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
const PreviewableQuery = z.object({ wait: Wait, preview: PreviewQuery });

interface Verb {
  readonly name: 'stop' | 'pause' | 'resume' | 'terminate';
  readonly body: typeof StopBody | typeof PlainBody;
  readonly apply: (
    context: ApiContext,
    id: string,
    body: z.output<typeof StopBody>,
    asker: Asker,
  ) => Promise<Controlled>;
  readonly settled: Awaited;
}

const VERBS: readonly Verb[] = [
  {
    name: 'stop',
    body: StopBody,
    apply: (context, id, body, asker) => endRun(context, id, { kind: 'stop', mode: 'now', ...given(body) }, asker),
    settled: CLOSED,
  },
  {
    name: 'pause',
    body: PlainBody,
    apply: (context, id, body, asker) => pauseRun(context, id, { kind: 'pause', ...given(body) }, asker),
    settled: {
      mayBe: (status) => status === 'paused' || CLOSED.mayBe(status),
      isSo: ({ state }) => isClosed(state) || state.life.status === 'paused',
    },
  },
  {
    name: 'resume',
    body: PlainBody,
    apply: (context, id, body, asker) => resumeRun(context, id, { kind: 'resume', ...given(body) }, asker),
    settled: { isSo: ({ state }) => state.control.pause === undefined && state.life.status !== 'stopped' },
  },
  {
    name: 'terminate',
    body: PlainBody,
    apply: (context, id, body, asker) => endRun(context, id, { kind: 'terminate', ...given(body) }, asker),
    settled: CLOSED,
  },
];

/** The verbs that steer a run (api 1): safe to repeat; 202, or 200 once settled. */
export function controlRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    const waitingFor = whoeverWaits(app);
    for (const { name, body, apply, settled } of VERBS) {
      app.post(
        `/v1/runs/:id/${name}`,
        {
          schema: {
            tags: ['control'],
            params: z.object({ id: z.string() }),
            querystring: PreviewableQuery,
            body: body.nullish(),
            response: { 200: z.union([ControlAnswer, PreviewView]), 202: ControlAnswer, ...writeProblems() },
          },
        },
        async (request, reply) => {
          const wait = waitOf(request.query.wait);
          const { id } = request.params;
          if (request.query.preview === 'true') {
            const verb = { kind: name, ...given(request.body ?? {}), by: askerOf(request).principal };
            return reply.code(200).send(await previewVerb(context, id, verb));
          }
          const { row, changed } = await apply(context, id, request.body ?? {}, askerOf(request));
          request.changed = changed;
          const seen = await waitUntil(context.store, row, wait, settled, waitingFor(request, reply));
          const code = settled.isSo(seen) && (wait > 0 || !changed) ? 200 : 202;
          return reply.code(code).send({ runId: id, status: seen.state.life.status, changed });
        },
      );
    }
    addRedirect(app, context);
  };
}

function addRedirect(app: ZodApp, context: ApiContext): void {
  app.post(
    '/v1/runs/:id/redirect',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      schema: {
        tags: ['control'],
        params: z.object({ id: z.string() }),
        querystring: PreviewableQuery,
        body: RedirectBody,
        response: {
          200: z.union([ControlAnswer, PreviewView]),
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
      if (request.query.preview === 'true')
        return reply.code(200).send(await previewRedirect(context, id, request.body, ifMatch, askerOf(request)));
      const { row, changed } = await redirectRun(context, id, request.body, ifMatch, askerOf(request));
      request.changed = changed;
      // What is meant in free words is not settled before a person has agreed.
      const isSettled = wait > 0 && !('instruction' in request.body);
      return reply.code(isSettled ? 200 : 202).send({ runId: id, status: row.state.life.status, changed });
    },
  );
}

/** Without what was left out. */
function given({ reason, mode }: z.output<typeof StopBody>) {
  return { ...(reason !== undefined && { reason }), ...(mode !== undefined && { mode }) };
}
