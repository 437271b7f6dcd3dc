import { counted } from '../../api/report/words.ts';
import type { QuestionRowView } from '../../api/rows/question-row.ts';

type Question = Pick<QuestionRowView, 'kind' | 'question' | 'facts'> & { readonly step?: string | null | undefined };

/** Returns a question as a title: without the words of the guard that rejected the last attempt. */
export function questionHeading({ kind, step, question, facts: { guard, attempts } = {} }: Question): string {
  if (!step || guard === undefined || attempts === undefined) return question;
  const used = `${step} used its ${attempts === 1 ? 'one attempt' : counted(attempts, 'attempt')}`;
  const happened: Partial<Record<QuestionRowView['kind'], string>> = {
    attempts_exhausted: used,
    or_exhausted: `${used}, and no other choice is left`,
    backtracks_exhausted: `${step} still fails at ${guard} and may send the run back upstream no more`,
    stagnated: `${step} goes in circles at ${guard}`,
  };
  const what = happened[kind];
  return what === undefined ? question : `${what}: how should it go on?`;
}

/** Returns what the title of a question leaves out: who rejected the last attempt, with what words, and what to change. '' if it leaves out nothing. */
export function questionDetail({
  kind,
  facts: { guard, swapsUsedUp, advice = '' } = {},
  feedback = '',
}: QuestionRowView): string {
  const namesGuard = kind === 'backtracks_exhausted' || kind === 'stagnated';
  if (guard === undefined || (!namesGuard && kind !== 'attempts_exhausted' && kind !== 'or_exhausted')) return '';
  const rejected = [...(namesGuard ? [] : [`${guard} rejected the last one`]), ...(feedback === '' ? [] : [feedback])];
  return [rejected.join(': '), ...(swapsUsedUp ? [SWAPS_USED_UP] : []), advice]
    .filter((part) => part !== '')
    .join('; ');
}

export const SWAPS_USED_UP = 'another choice is left upstream, but the run has made all its swaps (maxSwaps)';
