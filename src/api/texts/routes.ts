import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { RunRow } from '../../ports/store/runs.ts';
import { type AttemptText, MOST_OF_ONE_TEXT } from '../../ports/store/texts.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { goneProblems } from '../reference/responses.ts';
import { mustFindToken } from '../steps/find-attempt.ts';
import type { FeedKind } from '../streams/feed.ts';
import type { StreamDoor } from '../streams/stream-door.ts';
import { idOf, positionOf, TEXT_ID } from './position.ts';
import { textFeeds } from './text-feed.ts';

const TEXT = {
  description:
    'The text as it is made: events chunk {offset, text}, reset {offset} where another execution begins it anew, end {finishReason, artifactId, cut?}',
  content: { 'text/event-stream': { schema: z.string() } },
};

/** What a model writes while it writes it, and the same afterwards (console 3). */
export function textRoutes(context: ApiContext, door: StreamDoor): FastifyPluginAsyncZod {
  const { store } = context;
  return async (app) => {
    app.get(
      '/v1/runs/:id/steps/:step/attempts/:n/text',
      {
        schema: {
          tags: ['steps'],
          params: z.object({ id: z.string(), step: z.string(), n: z.string() }),
          querystring: z.object({
            after: z
              .string()
              .regex(TEXT_ID)
              .optional()
              .describe('where no Last-Event-ID is sent: the id that the client has, the byte from which it reads on'),
          }),
          response: { 200: TEXT, ...goneProblems() },
        },
      },
      async (request, reply) => {
        const { params, query, headers } = request;
        const id = [headers['last-event-id'], query.after].flat().find((given) => given !== undefined && given !== '');
        const from = positionOf(id ?? '0');
        const kind = async (run: RunRow): Promise<FeedKind> => {
          const token = await mustFindToken(store, run, params.step, params.n);
          mustBeKept(await store.texts.read(run.record.id, token, from), from.offset);
          return textFeeds(context, token);
        };
        return door.enter(request, reply, { kind, runId: params.id, after: 0, from: idOf(from) });
      },
    );
  };
}

/** What is gone is still in the artifact, whole. */
function mustBeKept(found: AttemptText | undefined, offset: number): void {
  const { status = 'pending', artifact, part } = found ?? {};
  if (!artifact && status === 'pending') return;
  if (part?.head.gone !== true && offset <= MOST_OF_ONE_TEXT) return;
  const artifactId = artifact?.id ?? null;
  const instead =
    artifactId === null ? 'It has no artifact.' : `Read the artifact: /v1/artifacts/${artifactId}/content.`;
  const why = part?.head.gone ? 'It has made way for newer ones.' : 'No more than its first mebibyte is kept.';
  throw new Problem(410, 'text_gone', `The text of this attempt is not kept as it was made. ${why} ${instead}`, {
    facts: { artifactId },
  });
}
