import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Store } from '../../ports/store/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { fromCursor, PageQuery, pageOf, pageView, toCursor } from '../http/pages.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { logFeeds } from '../streams/run-feed.ts';
import { lastEventId, type StreamDoor, wantsStream } from '../streams/stream-door.ts';
import { EventView, eventView } from './event-view.ts';

const Seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const EventQuery = PageQuery.extend({ after: Seq.optional() });

/** A run's event log, as a stream or in pages with the same numbers (api 3). */
export function eventRoutes({ store }: ApiContext, door: StreamDoor): FastifyPluginAsyncZod {
  const kind = logFeeds(store);
  return async (app) => {
    app.get(
      '/v1/runs/:id/events',
      {
        schema: {
          tags: ['events'],
          params: z.object({ id: z.string() }),
          querystring: EventQuery,
          response: {
            200: {
              content: {
                'application/json': { schema: pageOf(EventView) },
                'text/event-stream': { schema: z.string() },
              },
            },
            ...readProblems(),
          },
        },
      },
      async (request, reply) => {
        const { params, query } = request;
        const isStream = wantsStream(request);
        const last = lastEventId(request);
        const after = (isStream ? last : undefined) ?? query.after ?? 0;
        if (isStream) return door.enter(request, reply, { kind, runId: params.id, after });
        const { record } = await mustFindRun(store, params.id);
        return reply.type('application/json; charset=utf-8').send(await eventPage(store, record.id, after, query));
      },
    );
  };
}

async function eventPage(store: Store, runId: string, after: number, { limit, cursor }: z.output<typeof PageQuery>) {
  const from = cursor === undefined ? after : fromCursor(cursor);
  const events = await store.events.read(runId, from, limit + 1);
  const shown = events.slice(0, limit);
  const next = events.length > limit ? toCursor(shown.at(-1)?.seq ?? from) : null;
  return pageView(
    shown.map((event) => eventView(runId, event)),
    next,
  );
}
