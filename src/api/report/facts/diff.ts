import { contextIn, wordsIn } from '../../../text/context.ts';
import { wordDiff } from '../../artifacts/word-diff.ts';
import type { DiffFacts, DiffPart } from './attempt.ts';
import { costOf, type Room } from './room.ts';

/** Bytes of markup around a part. */
const PART = 40;

/** What changed from one text to another, within a room: what did not change is left out but for a little around each change. */
export function diffBetween(from: number, before: string, after: string, room: Room): DiffFacts {
  const { parts } = wordDiff(before, after);
  const told = parts.flatMap((part, at) =>
    part.mark === 'same' ? near(part.text, { isFirst: at === 0, isLast: at === parts.length - 1 }) : [part],
  );
  const shown: DiffPart[] = [];
  for (const part of told) {
    const cost = PART + (part.mark === 'skipped' ? 0 : costOf(part.text));
    if (!room.hold(cost)) break;
    shown.push(part);
  }
  return { from, equal: before === after, parts: shown, leftOut: told.length - shown.length };
}

function near(text: string, ends: { isFirst: boolean; isLast: boolean }): readonly DiffPart[] {
  const { head, hidden, tail } = contextIn(text, ends);
  const parts: readonly DiffPart[] = [
    { mark: 'same', text: head },
    { mark: 'skipped', words: wordsIn(hidden) },
    { mark: 'same', text: tail },
  ];
  return parts.filter((part) => (part.mark === 'skipped' ? hidden !== '' : part.text !== ''));
}
