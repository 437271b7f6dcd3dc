import { wordDiff } from '../../artifacts/word-diff.ts';
import type { DiffFacts, DiffPart } from './attempt.ts';
import { costOf, type Room } from './room.ts';

/** Lines around a change that are shown. */
const CONTEXT = 2;
/** Bytes of markup around a part. */
const PART = 40;

/** What changed from one text to another, within a room: what did not change is left out but for a little around each change. */
export function diffBetween(from: number, before: string, after: string, room: Room): DiffFacts {
  const { parts } = wordDiff(before, after);
  const told = parts.flatMap((part, at) =>
    part.mark === 'same' ? around(part.text, { isFirst: at === 0, isLast: at === parts.length - 1 }) : [part],
  );
  const shown: DiffPart[] = [];
  for (const part of told) {
    const cost = PART + (part.mark === 'skipped' ? 0 : costOf(part.text));
    if (!room.hold(cost)) break;
    shown.push(part);
  }
  return { from, equal: before === after, parts: shown, leftOut: told.length - shown.length };
}

/** The lines of a text that did not change which stand next to a change, and how many are left out between. */
export function around(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): readonly DiffPart[] {
  const lines = text.split(/(?<=\n)/);
  const head = isFirst ? 0 : CONTEXT + 1;
  const tail = isLast ? 0 : CONTEXT + 1;
  const skipped = lines.length - head - tail;
  if (skipped < 2) return [{ mark: 'same', text }];
  const parts: readonly DiffPart[] = [
    { mark: 'same', text: lines.slice(0, head).join('') },
    { mark: 'skipped', lines: skipped },
    { mark: 'same', text: lines.slice(lines.length - tail).join('') },
  ];
  return parts.filter((part) => part.mark === 'skipped' || (part.mark === 'same' && part.text !== ''));
}
