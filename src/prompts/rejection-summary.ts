import { errorLine } from '../text/normalise.ts';
import { cut } from '../text/text.ts';

export interface Rejected {
  /** The rejected artifact. */
  readonly text: string;
  readonly feedback: string;
  readonly signature: string;
  /** What a person knows the attempt by; a model is told of none. */
  readonly name?: string;
}

const MOST_APPROACHES = 5;
const APPROACH_LENGTH = 160;
const FEEDBACK_LENGTH = 500;
const PATTERN_LENGTH = 200;

/**
 * Summary(H) of formal A.2 Def 8: error patterns, approaches tried, the newest feedback, and a directive. For the steps that a
 * backtrack goes back to, and for a step's own earlier epochs (R5).
 */
export function rejectionSummary(rejected: readonly Rejected[], about: string, directive: string): string {
  const newest = rejected.at(-1);
  if (!newest) return '';
  return [
    `${about}: ${rejected.length === 1 ? 'one attempt was' : `${rejected.length} attempts were`} rejected.`,
    ...listed('Error patterns:', patterns(rejected)),
    ...listed('Approaches tried:', approaches(rejected)),
    `${newest.name ?? 'The newest feedback'}:\n${cut(newest.feedback, FEEDBACK_LENGTH)}`,
    directive,
  ].join('\n\n');
}

/** One of each signature, in the words of the newest: a signature has lost capitals and numbers, which may be what is wrong. */
function patterns(rejected: readonly Rejected[]): readonly string[] {
  const lines = new Map(
    rejected.map(({ signature, feedback }) => [signature, cut(errorLine(feedback), PATTERN_LENGTH)]),
  );
  return [...lines.values()].filter((line) => line !== '').toSorted();
}

/** The first telling line of each different artifact, newest first. */
function approaches(rejected: readonly Rejected[]): readonly string[] {
  const lines = rejected
    .toReversed()
    .map(({ text }) => text.split('\n').find((line) => line.trim().length > 20) ?? text.trim());
  return [...new Set(lines.map((line) => cut(line.trim(), APPROACH_LENGTH)))]
    .filter((line) => line !== '')
    .slice(0, MOST_APPROACHES);
}

function listed(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [[title, ...items.map((item) => `- ${item}`)].join('\n')];
}
