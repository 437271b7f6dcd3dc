import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RUN_STATUSES } from '../../model/event.ts';
import { alignmentBody } from '../../topologies/and-or/prepare-alignment.ts';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { writeProblems } from '../reference/responses.ts';
import { askerOf } from '../runs/record.ts';
import { alignRun, beginSearch, proposeAlignment } from './align-run.ts';
import type { Controlled } from './control-run.ts';

/** A graph comes along (R57). */
const ALIGNMENT_LIMIT = 4 * 1024 * 1024;

const RunId = z.object({ id: z.string() });
const AlignmentBody = component('Alignment', alignmentBody);
const ProposalBody = component(
  'AlignmentProposal',
  z.strictObject({ instruction: z.string().min(1).max(4_000).describe('In free words what the run is for.') }),
);
const AlignmentAnswer = component(
  'AlignmentAnswer',
  z.object({
    runId: z.string(),
    status: z.enum(RUN_STATUSES),
    changed: z.boolean(),
    missing: z.array(z.string()).describe('what has still to be agreed on before the run may start'),
  }),
);

/** What an and-or run is for, and its start gate (api 1, R50). */
export function alignmentRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      '/v1/runs/:id/alignment',
      {
        bodyLimit: ALIGNMENT_LIMIT,
        schema: {
          tags: ['control'],
          params: RunId,
          body: AlignmentBody,
          response: { 200: AlignmentAnswer, ...writeProblems() },
        },
      },
      async (request) => {
        const done = await alignRun(context, request.params.id, request.body, askerOf(request));
        request.changed = done.changed;
        return answerOf(done);
      },
    );

    app.post(
      '/v1/runs/:id/alignment/propose',
      {
        schema: {
          tags: ['control'],
          params: RunId,
          body: ProposalBody,
          response: { 202: AlignmentAnswer, ...writeProblems() },
        },
      },
      async (request, reply) => {
        const { instruction } = request.body;
        const done = await proposeAlignment(context, request.params.id, instruction, askerOf(request));
        request.changed = done.changed;
        return reply.code(202).send(answerOf(done));
      },
    );

    app.post(
      '/v1/runs/:id/start',
      {
        schema: {
          tags: ['control'],
          params: RunId,
          body: z.strictObject({}).nullish(),
          response: { 200: AlignmentAnswer, 202: AlignmentAnswer, ...writeProblems() },
        },
      },
      async (request, reply) => {
        const done = await beginSearch(context, request.params.id, askerOf(request));
        request.changed = done.changed;
        return reply.code(done.changed ? 202 : 200).send(answerOf(done));
      },
    );
  };
}

function answerOf({ row: { record, state }, changed }: Controlled): z.output<typeof AlignmentAnswer> {
  return { runId: record.id, status: state.status, changed, missing: [...(record.plan.missing ?? [])] };
}
