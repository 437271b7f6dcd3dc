import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import { readProblems } from '../reference/responses.ts';
import { lastEventId, type StreamDoor, wantsStream } from '../streams/stream-door.ts';
import { overviewOf } from './overview.ts';
import { overviewFeeds } from './overview-feed.ts';
import { OverviewView } from './view.ts';

const OVERVIEW = {
  description:
    'The overview, or as an event stream what changes in it: rows run, step, attempt, question, why; chunk {step, epoch, attempt, n, offset, text}',
  content: {
    'application/json': { schema: OverviewView },
    'text/event-stream': { schema: z.string() },
  },
};

/** All that a page about a run begins with, in one answer, and what changes in it as it changes (console 3). */
export function overviewRoutes(context: ApiContext, door: StreamDoor): FastifyPluginAsyncZod {
  const kinds = { rows: overviewFeeds(context), withText: overviewFeeds(context, { text: true }) };
  return async (app) => {
    app.get(
      '/v1/runs/:id/overview',
      {
        schema: {
          tags: ['runs'],
          params: z.object({ id: z.string() }),
          querystring: z.object({
            after: z.coerce
              .number()
              .int()
              .min(0)
              .max(Number.MAX_SAFE_INTEGER)
              .optional()
              .describe('of a stream, where no Last-Event-ID is sent: the revision that the client has'),
            text: z
              .enum(['true', 'false'])
              .optional()
              .describe('of a stream: also what the attempts under way are writing, as events chunk'),
          }),
          response: { 200: OVERVIEW, 304: z.undefined().describe('Not modified'), ...readProblems() },
        },
      },
      async (request, reply) => {
        const { params, query, headers } = request;
        const last = lastEventId(request);
        if (wantsStream(request)) {
          const after = last ?? query.after ?? 0;
          const kind = query.text === 'true' ? kinds.withText : kinds.rows;
          return door.enter(request, reply, { kind, runId: params.id, after });
        }
        const { row, view, isHindered } = await overviewOf(context, params.id);
        const etag = etagOf(row.state.seq);
        reply.header('etag', etag).type('application/json; charset=utf-8');
        if (!isHindered && isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.send(view);
      },
    );
  };
}
