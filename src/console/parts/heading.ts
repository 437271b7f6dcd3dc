import type { QuestionRowView } from '../../api/rows/question-row.ts';
import type { EscalationKind } from '../../model/events/escalations.ts';

/** A question by what a person takes in at a glance, and what else it says. */
export interface Headed {
  readonly heading: string;
  /** Which guard rejected the last attempt, with its words, why no other choice is taken, and what to change; '' where the heading says all. */
  readonly more: string;
}

/** Those that the engine asks because of a guard, whose words it puts in brackets; of the others every word is theirs who ask. */
const OF_REJECTIONS: ReadonlySet<EscalationKind> = new Set<EscalationKind>([
  'attempts_exhausted',
  'backtracks_exhausted',
  'or_exhausted',
  'stagnated',
]);

const ASKS = ': how should it go on?';

/**
 * `question`: as it is asked over REST; the end may be missing from a row, where an ellipsis says so. It is read as `ask` of
 * `core/moves/recovery.ts` and `SWAPS_USED_UP` of `core/topology.ts` put it together.
 */
export function headed({ kind, question }: Pick<QuestionRowView, 'kind' | 'question'>): Headed {
  if (!OF_REJECTIONS.has(kind)) return { heading: question, more: '' };
  const [why = '', advice = ''] = question.split(/: how should it go on\?(?: |$)/);
  const [, short = why, brackets = ''] = /^(.*?)(?: (\(.*))?$/s.exec(why) ?? [];
  const [, last = ''] = /; (.+ rejected the last one)/.exec(short) ?? [];
  // Of a row that is cut the bracket has no end.
  const [, said, besides] = /^\((.*?)\)(?: \((another choice is left .*)\))?$/s.exec(brackets) ?? [];
  const guard = [last, said ?? brackets.slice(1)].filter((part) => part !== '').join(': ');
  return {
    heading: `${short.replace(`; ${last}`, '')}${ASKS}`,
    more: [guard, besides, advice].filter((part) => part !== undefined && part !== '').join('; '),
  };
}
