import type { Frame } from '../../client/sse.ts';
import { hasEnded } from './exit.ts';
import type { Session } from './perform.ts';
import type { Overview, TextChunk } from './service/types.ts';
import { clock } from './shown/format.ts';
import { keyOf, placeOf } from './shown/growing-texts.ts';

/** What is known of a text, and what of it is not a whole line yet. */
interface Known {
  readonly chunk: TextChunk;
  readonly bytes: Buffer;
  readonly rest: string;
}

/**
 * Tells what no event of the log does, until it is told to stop: what keeps a run from going on, such as a provider that is away, and with `text`
 * what attempts under way write, whole lines as they come. What goes wrong with it ends it alone, and is told where texts were asked for.
 */
export function tellBeside(
  { client, terminal, json }: Session,
  id: string,
  { text }: { readonly text: boolean },
): () => Promise<void> {
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
  let soon: NodeJS.Timeout | undefined;
  function tellWhy({ summary, next }: Overview['why']): void {
    const kept = summary.replace(/ So far \d[^]*$/, '');
    const then = next.map(({ who, action }) => `${who}: ${action}`).join('; ');
    if (!json)
      terminal.line(['quiet', `${clock(new Date(terminal.now()).toISOString())}  `], ['ask', '! '], kept, [
        'quiet',
        `  ${then}`,
      ]);
  }
  async function follow(): Promise<void> {
    const { run, why } = (await client.runs.overview(id)).document;
    if (why.retrying || why.waiting || why.needsWorker) tellWhy(why);
    const more = { signal, after: String(run.revision), text };
    const isEnded = ({ event, data }: Frame) => event === 'run' && hasEnded(JSON.parse(data).status);
    // Of a lost connection the events tell.
    for await (const { event, data } of client.runs.changes(id, isEnded, more)) {
      // What keeps a run comes alone; behind what has happened, of which the log tells, comes the run.
      clearTimeout(soon);
      if (event === 'why') soon = setTimeout(() => tellWhy(JSON.parse(data)));
      if (event !== 'chunk') continue;
      if (json) terminal.json(data);
      else take(JSON.parse(data));
    }
  }

  const work = follow().catch((error: unknown) => {
    if (text) terminal.tell(['quiet', `No texts are told: ${String(Object(error).message)}`]);
  });
  return async () => {
    stopped.abort();
    clearTimeout(soon);
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
