import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { readProblems } from '../reference/responses.ts';
import { type StreamDoor, wantsStream } from '../streams/stream-door.ts';
import { changeFeeds } from './change-feed.ts';

const FeedStart = component(
  'FeedStart',
  z.object({ id: z.string().describe('opaque; what is read after this answer and followed from here on has no gap') }),
);

const FEED = {
  description: 'Where to follow from, or as an event stream what changes: rows run and question; reset: read all anew',
  content: {
    'application/json': { schema: FeedStart },
    'text/event-stream': { schema: z.string() },
  },
};

/** What changes in all runs, for lists that follow it (console 3). */
export function feedRoutes(context: ApiContext, door: StreamDoor): FastifyPluginAsyncZod {
  const kind = changeFeeds(context);
  return async (app) => {
    app.get(
      '/v1/feed',
      {
        schema: {
          tags: ['runs'],
          querystring: z.object({
            after: z
              .string()
              .max(100)
              .optional()
              .describe('of a stream, where no Last-Event-ID is sent: the id that the client has'),
          }),
          response: { 200: FEED, ...readProblems() },
        },
      },
      async (request, reply) => {
        if (wantsStream(request)) {
          const { 'last-event-id': last } = request.headers;
          const from = [last, request.query.after].flat().find((id) => id !== undefined && id !== '');
          return door.follow(request, reply, { kind, from });
        }
        const { id } = await context.store.changes.now();
        return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send({ id });
      },
    );
  };
}
