import type { Overview, TextChunk } from '../service/types.ts';
import { framed, type Line } from './spans.ts';

type Attempt = Pick<Overview['attempts'][number], 'step' | 'epoch' | 'attempt' | 'status' | 'n'>;

/** What attempts under way have written, by attempt: the end of it. */
export type GrowingTexts = ReadonlyMap<string, string>;

/** Characters that are kept of a text, rows that are shown of it, and characters in a row. */
const LONGEST = 8 * 1024;
const ROWS = 6;
const WIDTH = 72;

/** With what has come; at offset 0 a text begins anew. */
export function grown(texts: GrowingTexts, chunk: TextChunk): GrowingTexts {
  const before = chunk.offset === 0 ? '' : (texts.get(keyOf(chunk)) ?? '');
  const whole = before + chunk.text;
  return new Map([...texts, [keyOf(chunk), whole.length > LONGEST ? whole.slice(-LONGEST) : whole]]);
}

/** The end of each text whose attempt is not judged yet, framed as what somebody else has written. */
export function growingLines(attempts: readonly Attempt[], texts: GrowingTexts): readonly Line[] {
  return attempts.flatMap((attempt): readonly Line[] => {
    const text = attempt.status === 'pending' ? texts.get(keyOf(attempt)) : undefined;
    if (text === undefined) return [];
    const rows = text.split(/\r?\n/).flatMap(rowsOf);
    const cut = rows.length > ROWS ? '  …' : '';
    return [
      [
        ['run', `  ${placeOf(attempt)}`],
        ['quiet', `  not judged yet${cut}`],
      ],
      ...framed(rows.slice(-ROWS).join('\n')),
    ];
  });
}

/** Which attempt it is, for people: its number over all epochs, as commands take it, with the epoch where that is not the first. */
export function placeOf({
  step,
  n,
  epoch,
}: Pick<Attempt, 'step' | 'epoch'> & { readonly n?: number | null | undefined }): string {
  return `${step} ${n ?? '–'}${epoch > 1 ? ` (epoch ${epoch})` : ''}`;
}

export function keyOf({ step, epoch, attempt }: Pick<Attempt, 'step' | 'epoch' | 'attempt'>): string {
  return `${step} ${epoch} ${attempt}`;
}

function rowsOf(line: string): readonly string[] {
  const characters = Array.from(line);
  const count = Math.max(1, Math.ceil(characters.length / WIDTH));
  return Array.from({ length: count }, (_, at) => characters.slice(at * WIDTH, (at + 1) * WIDTH).join(''));
}
