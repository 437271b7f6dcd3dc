import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ESCALATION_KINDS } from '../../model/events/escalations.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import { PreviewQuery, PreviewView } from '../control/preview.ts';
import type { ApiContext } from '../dependencies.ts';
import { LARGE_BODY_LIMIT } from '../http/body-limits.ts';
import { ListView, PageQuery, pageOf, pageRequest, pageView } from '../http/pages.ts';
import { Keepable } from '../http/text-query.ts';
import { Wait, waitOf, whoeverWaits } from '../http/waiting.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { problemResponse, readProblems, writeProblems } from '../reference/responses.ts';
import { QuestionRowView, questionRowView } from '../rows/question-row.ts';
import { mustFindEscalation } from '../runs/lookups.ts';
import { askerOf } from '../runs/record.ts';
import { namesOf } from '../session/view.ts';
import { questionsFor } from './asked-of.ts';
import { decide, previewDecision } from './decide.ts';
import { DecisionRequest } from './decision-request.ts';
import { asPage, inBrief, withEvidence } from './escalations.ts';
import { ownWords } from './own-words.ts';
import { EscalationPageView } from './page.ts';
import { ESCALATION_STATUSES, EscalationView } from './view.ts';

const EscalationId = z.object({ eid: z.string() });
const EscalationQuery = PageQuery.extend({
  status: z.enum(ESCALATION_STATUSES).optional(),
  runId: Keepable.optional(),
  kind: z.enum(ESCALATION_KINDS).optional(),
  assignee: Keepable.optional().describe(
    'who may answer: questions that name this person, or nobody; `me` is whoever asks. A page may be shorter than its limit',
  ),
  order: z
    .enum(['newest', 'urgency'])
    .optional()
    .describe('which come first: the newest, also when left out; by urgency those that expire first, then the oldest'),
  view: ListView,
});

/** The inbox of questions to people, over all runs (api 5). */
export function escalationRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store } = context;
  return async (app) => {
    app.get(
      '/v1/escalations',
      {
        schema: {
          tags: ['escalations'],
          querystring: EscalationQuery,
          response: { 200: pageOf(z.union([EscalationView, QuestionRowView])), ...readProblems() },
        },
      },
      async ({ query, principal }) => {
        const { status, runId, kind, assignee, order } = query;
        const filter = {
          ...(status !== undefined && { status }),
          ...(runId !== undefined && { runId }),
          ...(kind !== undefined && { kind }),
          isByUrgency: order === 'urgency',
        };
        const page = pageRequest(query);
        const { rows, nextCursor } = await (assignee === undefined
          ? store.escalations.list(filter, page)
          : questionsFor(assignee === 'me' ? namesOf(principal) : [assignee], store, filter, page));
        const words = await ownWords(store, query.view === 'row' ? rows : []);
        const view = async (row: EscalationRow): Promise<QuestionRowView | EscalationView> =>
          query.view === 'row' ? questionRowView(row, words) : inBrief(context, row);
        return pageView<QuestionRowView | EscalationView>(await Promise.all(rows.map(view)), nextCursor);
      },
    );

    app.get(
      '/v1/escalations/:eid',
      {
        schema: {
          tags: ['escalations'],
          params: EscalationId,
          querystring: z.object({ view: z.literal('page').optional() }),
          response: { 200: z.union([EscalationPageView, EscalationView]), ...readProblems() },
        },
      },
      async ({ params, query }) => {
        const row = await mustFindEscalation(store, params.eid);
        return query.view === 'page' ? asPage(context, row) : withEvidence(context, row);
      },
    );
    addDecision(app, context);
  };
}

function addDecision(app: ZodApp, context: ApiContext): void {
  const waitingFor = whoeverWaits(app);
  app.post(
    '/v1/escalations/:eid/decision',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      schema: {
        tags: ['escalations'],
        params: EscalationId,
        querystring: z.object({ wait: Wait, preview: PreviewQuery }),
        body: DecisionRequest,
        response: {
          200: z.union([EscalationView, PreviewView]),
          202: EscalationView,
          410: problemResponse(410),
          428: problemResponse(428),
          ...writeProblems(),
        },
      },
    },
    async (request, reply) => {
      if (request.query.preview === 'true')
        return reply.code(200).send(await previewDecision(context, request.params.eid, request.body, askerOf(request)));
      const patience = { milliseconds: waitOf(request.query.wait), signal: waitingFor(request, reply) };
      const decided = await decide(context, request.params.eid, request.body, askerOf(request), patience);
      request.changed = decided.changed;
      return reply.code(decided.settled ? 200 : 202).send(await withEvidence(context, decided.row));
    },
  );
}
