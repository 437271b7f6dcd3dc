import type { TextChunk } from '../../client/types.ts';
import { following } from './following.ts';
import type { Session } from './perform.ts';
import { keyOf, placeOf } from './shown/growing-texts.ts';

/** Tells what attempts under way write, whole lines as they come, until it is told to stop. What goes wrong with it is told, and ends it alone. */
export function tellTexts({ client, terminal, json }: Session, id: string): () => Promise<void> {
  const stopped = new AbortController();
  const { interrupted } = terminal;
  const signal = AbortSignal.any([stopped.signal, interrupted]);
  /** What came of a line that is not whole yet. */
  const begun = new Map<string, TextChunk>();

  const say = ({ step, n }: TextChunk, line: string): void =>
    terminal.line(['quiet', `  │ ${placeOf({ step, n })}, not judged yet: `], line);
  function take(chunk: TextChunk): void {
    const key = keyOf(chunk);
    const rest = begun.get(key);
    if (rest && chunk.offset === 0) say(rest, `${rest.text} … it begins anew`);
    const lines = `${chunk.offset === 0 ? '' : (rest?.text ?? '')}${chunk.text}`.split(/\r?\n/);
    const text = lines.pop() ?? '';
    for (const line of lines) say(chunk, line);
    begun.set(key, { ...chunk, text });
  }
  async function follow(): Promise<void> {
    const { document } = await client.runs.overview(id);
    const more = { ...following(terminal), signal, after: String(document.run.revision), text: true };
    for await (const { event, data } of client.runs.changes(id, () => false, more)) {
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
    for (const chunk of begun.values()) if (chunk.text !== '') say(chunk, chunk.text);
  };
}
