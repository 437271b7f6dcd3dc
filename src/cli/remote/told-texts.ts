import type { Frame } from '../../client/sse.ts';
import { hasEnded } from './exit.ts';
import type { Session } from './perform.ts';
import type { TextChunk } from './service/types.ts';
import { keyOf, placeOf } from './shown/growing-texts.ts';

/** What is known of a text, and what of it is not a whole line yet. */
interface Known {
  readonly chunk: TextChunk;
  readonly bytes: Buffer;
  readonly rest: string;
}

/** Tells what attempts under way write, whole lines as they come, until it is told to stop. What goes wrong with it is told, and ends it alone. */
export function tellTexts({ client, terminal, json }: Session, id: string): () => Promise<void> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, terminal.interrupted]);
  const texts = new Map<string, Known>();

  const say = (chunk: TextChunk, line: string): void =>
    terminal.line(['quiet', `  │ ${placeOf(chunk)}, not judged yet: `], line);
  function take(chunk: TextChunk): void {
    const key = keyOf(chunk);
    const known = texts.get(key) ?? { chunk, bytes: Buffer.alloc(0), rest: '' };
    const { bytes, fresh, isAnew } = joined(known.bytes, chunk);
    if (isAnew) say(chunk, `${known.rest} … it begins anew`);
    const lines = `${isAnew ? '' : known.rest}${fresh}`.split(/\r?\n/);
    const rest = lines.pop() ?? '';
    for (const line of lines) say(chunk, line);
    texts.set(key, { chunk, bytes, rest });
  }
  async function follow(): Promise<void> {
    const { document } = await client.runs.overview(id);
    const more = { signal, after: String(document.run.revision), text: true };
    const isEnded = ({ event, data }: Frame) => event === 'run' && hasEnded(JSON.parse(data).status);
    // Of a lost connection the events tell.
    for await (const { event, data } of client.runs.changes(id, isEnded, more)) {
      if (event !== 'chunk') continue;
      if (json) terminal.json(data);
      else take(JSON.parse(data));
    }
  }

  const work = follow().catch((error: unknown) =>
    terminal.tell(['quiet', `No texts are told: ${String(Object(error).message)}`]),
  );
  return async () => {
    stopped.abort();
    await work;
    for (const { chunk, rest } of texts.values()) if (rest !== '') say(chunk, rest);
  };
}

/** A text with what has come. A connection that was taken up again tells it from its beginning, which is news only where it is another one. */
function joined(known: Buffer, { offset, text }: TextChunk) {
  const piece = Buffer.from(text);
  const overlap = known.subarray(offset, offset + piece.length);
  const isSame = piece.subarray(0, overlap.length).equals(overlap);
  const all = Buffer.concat([known.subarray(0, offset), piece]);
  if (!isSame) return { bytes: all, fresh: all.toString(), isAnew: true };
  return {
    bytes: all.length > known.length ? all : known,
    fresh: piece.toString('utf8', overlap.length),
    isAnew: false,
  };
}
