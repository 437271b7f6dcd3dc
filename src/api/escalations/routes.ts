import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ESCALATION_KINDS } from '../../model/event.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView } from '../http/pages.ts';
import { Keepable } from '../http/text-query.ts';
import { Wait, waitOf, whoeverWaits } from '../http/waiting.ts';
import { problemResponse, readProblems, writeProblems } from '../reference/responses.ts';
import { mustFindEscalation } from '../runs/lookups.ts';
import { askerOf } from '../runs/record.ts';
import { decide } from './decide.ts';
import { DecisionRequest } from './decision-request.ts';
import { inBrief, withEvidence } from './escalations.ts';
import { ESCALATION_STATUSES, EscalationView } from './view.ts';

const AMENDMENT_LIMIT = 4 * 1024 * 1024;
const EscalationId = z.object({ eid: z.string() });
const EscalationQuery = PageQuery.extend({
  status: z.enum(ESCALATION_STATUSES).optional(),
  runId: Keepable.optional(),
  kind: z.enum(ESCALATION_KINDS).optional(),
});

/** The inbox of questions to people, over all runs (api 5). */
export function escalationRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store } = context;
  return async (app) => {
    const isWanted = whoeverWaits(app);
    app.get(
      '/v1/escalations',
      {
        schema: {
          tags: ['escalations'],
          querystring: EscalationQuery,
          response: { 200: pageOf(EscalationView), ...readProblems() },
        },
      },
      async ({ query }) => {
        const { status, runId, kind } = query;
        const filter = {
          ...(status !== undefined && { status }),
          ...(runId !== undefined && { runId }),
          ...(kind !== undefined && { kind }),
        };
        const { rows, nextCursor } = await store.escalations.list(filter, pageRequest(query));
        return pageView(await Promise.all(rows.map((row) => inBrief(context, row))), nextCursor);
      },
    );

    app.get(
      '/v1/escalations/:eid',
      { schema: { tags: ['escalations'], params: EscalationId, response: { 200: EscalationView, ...readProblems() } } },
      async ({ params }) => withEvidence(context, await mustFindEscalation(store, params.eid)),
    );

    app.post(
      '/v1/escalations/:eid/decision',
      {
        bodyLimit: AMENDMENT_LIMIT,
        schema: {
          tags: ['escalations'],
          params: EscalationId,
          querystring: z.object({ wait: Wait }),
          body: DecisionRequest,
          response: {
            200: EscalationView,
            202: EscalationView,
            410: problemResponse(410),
            428: problemResponse(428),
            ...writeProblems(),
          },
        },
      },
      async (request, reply) => {
        const patience = { milliseconds: waitOf(request.query.wait), isWanted: isWanted(request) };
        const decided = await decide(context, request.params.eid, request.body, askerOf(request), patience);
        request.changed = decided.changed;
        return reply.code(decided.settled ? 200 : 202).send(await withEvidence(context, decided.row));
      },
    );
  };
}
