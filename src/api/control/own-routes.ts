import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type OwnRoute, ownRoutes } from '../../definitions/redirects/topology-requests.ts';
import { RUN_STATUSES } from '../../model/events/run.ts';
import type { ApiContext } from '../dependencies.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { component, components } from '../reference/components.ts';
import { writeProblems } from '../reference/responses.ts';
import { askerOf } from '../runs/record.ts';
import { askTopology } from './ask-topology.ts';
import type { Controlled } from './control-run.ts';

const RunId = z.object({ id: z.string() });
const NOTHING = z.strictObject({}).nullish();
const AlignmentAnswer = component(
  'AlignmentAnswer',
  z.object({
    runId: z.string(),
    status: z.enum(RUN_STATUSES),
    changed: z.boolean(),
    missing: z.array(z.string()).describe('what has still to be agreed on before the run may start'),
  }),
);

/** The routes that topologies have for their runs (api 1): all of those that are registered by now. */
export function topologyRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    for (const route of ownRoutes()) addRoute(app, context, route);
  };
}

function addRoute(app: ZodApp, context: ApiContext, route: OwnRoute): void {
  const { method, path, bodyLimit } = route;
  app.route({
    method,
    url: `/v1/runs/:id/${path}`,
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      tags: ['control'],
      params: RunId,
      body: bodyOf(route),
      response: { ...answersOf(route), ...writeProblems() },
    },
    handler: async (request, reply) => {
      const done = await askTopology(context, request.params.id, route, request.body, askerOf(request));
      request.changed = done.changed;
      return reply.code(isAccepted(route, done) ? 202 : 200).send(answerOf(done));
    },
  });
}

/** Named once, however many apps are built of the routes. */
function bodyOf({ body }: OwnRoute): z.ZodType {
  if (!body) return NOTHING;
  return components.has(body.schema) ? body.schema : component(body.name, body.schema);
}

function answersOf({ accepts }: OwnRoute) {
  return {
    ...(accepts !== 'always' && { 200: AlignmentAnswer }),
    ...(accepts !== 'never' && { 202: AlignmentAnswer }),
  };
}

function isAccepted({ accepts }: OwnRoute, { changed }: Controlled): boolean {
  return accepts === 'always' || (accepts === 'what changes the run' && changed);
}

function answerOf({ row: { record, state }, changed }: Controlled): z.output<typeof AlignmentAnswer> {
  return { runId: record.id, status: state.life.status, changed, missing: [...(record.plan.missing ?? [])] };
}
