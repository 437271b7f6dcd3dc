/** Pure: what the families of providers send, cut and mangled: nothing half passes for whole, and all comes to an answer or a fault that is told (llm 2.2). */
import fc from 'fast-check';
import { GeneratorError, type ModelAnswer } from '../../src/generators/generator.ts';
import type { Fetch } from '../../src/generators/guarded-fetch.ts';
import { aGenerator, aRequest } from '../generators/support.ts';
import { cases } from '../support/properties.ts';
import { FAMILIES } from './conformance/families.ts';
import type { WireReply } from './conformance/family.ts';

const REPLIES = FAMILIES.flatMap(({ features }) =>
  Object.values(features).flatMap((transcript) => (typeof transcript === 'string' ? [] : transcript.replies)),
);
/** Plain answers, with the place of the first byte after the event that ends them. */
const PLAIN = FAMILIES.flatMap(({ features: { streamed } }) => {
  const [whole] = typeof streamed === 'string' ? [] : streamed.replies;
  const end = whole?.body.search(/"finish_reason":"\w+"/) ?? -1;
  return whole && end >= 0 ? [{ whole, end: whole.body.indexOf('\n\n', end) }] : [];
});

type Ending = 'closed' | 'broken';

/** Answers every request with the bytes, in pieces of that size. */
function sending({ status = 200, headers }: WireReply, bytes: Uint8Array, size: number, ending: Ending) {
  const sent = { requests: 0 };
  const fetch: Fetch = async () => {
    sent.requests += 1;
    let from = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (from < bytes.length) controller.enqueue(bytes.slice(from, from + size));
        else if (ending === 'closed') controller.close();
        else controller.error(new TypeError('terminated'));
        from += size;
      },
    });
    return new Response(body, { status, headers });
  };
  return { fetch, sent };
}

async function outcomeOf(fetch: Fetch): Promise<ModelAnswer | GeneratorError> {
  const generator = aGenerator({ baseUrl: 'http://stub.invalid/v1' }, { fetch });
  try {
    return await generator.complete(aRequest());
  } catch (error) {
    if (error instanceof GeneratorError) return error;
    throw error;
  }
}

const bytesOf = ({ body }: WireReply) => new TextEncoder().encode(body);

test('llm 2.2: an answer that is cut before its end is a fault in every state, and a whole one after it', async () => {
  const states = fc.record({
    plain: fc.constantFrom(...PLAIN),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.integer({ min: 1, max: 200 }),
    ending: fc.constantFrom<Ending>('closed', 'broken'),
  });
  await fc.assert(
    fc.asyncProperty(states, async ({ plain: { whole, end }, at, size, ending }) => {
      const bytes = bytesOf(whole);
      const cut = Math.floor(at * bytes.length);
      const { fetch, sent } = sending(whole, bytes.slice(0, cut), size, ending);
      const found = await outcomeOf(fetch);
      expect(sent.requests).toBe(1);
      // The line of an event counts once its line end has come; a stream that is closed ends its last line.
      if (cut < end) expect(found).toMatchObject({ name: 'GeneratorError', kind: 'transport' });
      if (cut > end + 1) expect(found).toMatchObject({ finishReason: 'stop' });
    }),
    cases(300),
  );
});

/** Frames doubled, dropped and exchanged, and bytes changed. */
const damage = fc.record({
  doubled: fc.array(fc.nat(30), { maxLength: 2 }),
  dropped: fc.array(fc.nat(30), { maxLength: 2 }),
  exchanged: fc.option(fc.tuple(fc.nat(30), fc.nat(30)), { nil: undefined }),
  changed: fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 6 }),
});

function damaged(
  { body }: WireReply,
  how: typeof damage extends fc.Arbitrary<infer Drawn> ? Drawn : never,
): Uint8Array {
  let frames = body.split('\n\n').flatMap((frame, place) => (how.doubled.includes(place) ? [frame, frame] : [frame]));
  frames = frames.filter((_, place) => !how.dropped.includes(place));
  if (how.exchanged && frames.length > 0) {
    const [one, other] = how.exchanged.map((place) => place % Math.max(1, frames.length));
    if (one !== undefined && other !== undefined) {
      const [first = '', second = ''] = [frames[one], frames[other]];
      frames = frames.with(one, second).with(other, first);
    }
  }
  const bytes = new TextEncoder().encode(frames.join('\n\n'));
  for (const [place, value] of how.changed) if (bytes.length > 0) bytes[place % bytes.length] = value;
  return bytes;
}

test('llm 2.2: what is mangled comes to an answer that can be kept, or to a fault that is told, by few requests', async () => {
  const mangled = fc.record({
    reply: fc.constantFrom(...REPLIES),
    how: damage,
    size: fc.integer({ min: 1, max: 500 }),
    ending: fc.constantFrom<Ending>('closed', 'broken'),
  });
  await fc.assert(
    fc.asyncProperty(mangled, async ({ reply, how, size, ending }) => {
      const { fetch, sent } = sending(reply, damaged(reply, how), size, ending);
      const found = await outcomeOf(fetch);
      expect(sent.requests).toBeLessThanOrEqual(4);
      if (found instanceof GeneratorError) {
        expect(found.message).toMatch(/^endpoint main: ./);
        expect(found.message.length).toBeLessThan(1_000);
        return;
      }
      expect(found.text.isWellFormed()).toBe(true);
      const { inputTokens, cachedTokens, outputTokens, microUsd } = found.usage;
      for (const count of [inputTokens, cachedTokens, outputTokens, microUsd ?? 0]) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
      expect(JSON.stringify(found).isWellFormed()).toBe(true);
    }),
    cases(500),
  );
});
