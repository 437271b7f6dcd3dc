import type { Verdict } from '../../../model/verdict.ts';
import { fitted } from '../../rows/fitted.ts';
import type { VerdictFacts } from './attempt.ts';
import type { Rendering } from './rendering.ts';
import type { Room } from './room.ts';

/** Bytes of markup around a node of a guard tree. */
const NODE = 190;

/** A guard tree within a room; what has none is lost, but for its root. A branch tells its feedback at the leaf that it comes from. */
export function tellVerdict(verdict: Verdict, rendering: Rendering, room: Room): VerdictFacts {
  const { guard, nature, generated = false, tampered = false, score = null, feedback, subResults } = verdict;
  const sub: VerdictFacts[] = [];
  for (const one of subResults) {
    if (!room.hold(NODE)) break;
    sub.push(tellVerdict(one, rendering, room));
  }
  rendering.lost.count += subResults.length - sub.length;
  const isSaidBelow = sub.some((one) => one.feedback.text === feedback && !one.feedback.cut);
  return {
    verdict: verdict.verdict,
    guard: fitted(guard, 200),
    nature,
    generated,
    tampered,
    score,
    feedback: room.take(isSaidBelow ? '' : feedback),
    sub,
  };
}
