import type { Fetch } from '../../../src/generators/guarded-fetch.ts';
import type { Cards } from '../../../src/simulation/cards.ts';
import { streamChunksOf } from '../../../src/simulation/completion.ts';
import { replyOf } from '../../../src/simulation/endpoint.ts';
import { parseSimRequest } from '../../../src/simulation/request.ts';
import { framesOf } from '../../../src/simulation/wire.ts';

/**
 * A `fetch` that answers as the simulated models do, frame by frame, where they answer with a whole stream: a socket costs more than all
 * the rest of such a call. What they refuse, break off or hold back goes over one, and so do cards with outages, whose calls the endpoint counts.
 */
export function withoutSocket(cards: Cards): Fetch {
  return async (input, init = {}) => {
    if (typeof init.body !== 'string') return fetch(input, init);
    const parsed = parseSimRequest(JSON.parse(init.body));
    if ('problem' in parsed || !parsed.request.stream) return fetch(input, init);
    const { request } = parsed;
    if (cards.get(request.card)?.outages.length) return fetch(input, init);
    const answer = replyOf(cards, request);
    if (!answer || 'problem' in answer || answer.kind !== 'answer') return fetch(input, init);
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, ...(init.signal ? [init.signal] : [])]);
    signal.throwIfAborted();
    const frames = framesOf(answer, streamChunksOf(request, answer), signal);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await frames.next().catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error;
        });
        if (done) controller.close();
        else controller.enqueue(Buffer.from(value));
      },
      cancel: (reason) => gone.abort(reason),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  };
}
