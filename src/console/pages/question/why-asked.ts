import { counted } from '../../../api/report/words.ts';
import { SWAPS_USED_UP } from '../../parts/question-heading.ts';
import type { QuestionPage } from './question-page.ts';

/** Why a person is asked, in sentences for that person: what has run out or is missing, and what was tried. */
export function whyAsked(question: Pick<QuestionPage, 'kind' | 'step' | 'attempt' | 'facts' | 'evidence'>): string {
  const { kind, step = 'the run', attempt = 0 } = question;
  return [
    REASONS[kind](step, counted(attempt, 'attempt')),
    ...(question.facts?.swapsUsedUp ? [`A${SWAPS_USED_UP.slice(1)}.`] : []),
    ...tried(question),
  ].join(' ');
}

/** `used`: how many attempts of the step were made in a row. */
const REASONS: Readonly<Record<QuestionPage['kind'], (step: string, used: string) => string>> = {
  fatal: (step, used) => `A guard judged ${step} fatal: after ${used} no other is made without a person.`,
  attempts_exhausted: (step, used) => `${step} has used up its limit of attempts: ${used} in a row.`,
  backtracks_exhausted: (step) => `${step} still fails, and has used up its limit of ways back upstream.`,
  or_exhausted: (step) => `No choice is left in the group of ${step}.`,
  stagnated: (step, used) => `${step} goes in circles: after ${used} another one alike would not help.`,
  stalled: () => 'The run has used up what it may do without coming further.',
  deadlock: () => 'Nothing that is left of the run can begin.',
  infrastructure: (step) => `What ${step} needs was away for too long, or refuses for good.`,
  internal: (step) => `An error of dsap itself keeps ${step} from going on.`,
  context_overflow: (step) => `What ${step} is told does not fit into the context of its model.`,
  input: (step) => `${step} is made by a person.`,
  approval: (step) => `${step} goes on only when a person agrees.`,
  condition: (step) => `Whether ${step} is to run cannot be calculated.`,
  infeasible: (step) => `${step} found that what follows cannot be done that way, and there is no other.`,
  assertion: () => 'Only a person can say whether the goal of the run is reached.',
  clarification: () => 'A correction in free words changes nothing before a person agrees with what was understood.',
  budget: () => 'A limit of the run is used up.',
};

/** How often it was tried in all, and which guards rejected how much of it. */
function tried({ step, evidence: { attempts } }: Pick<QuestionPage, 'step' | 'evidence'>): readonly string[] {
  if (attempts.length === 0) return [];
  const guards = new Map<string, number>();
  const rejected = attempts.filter(({ status }) => status === 'rejected');
  for (const { verdict } of rejected) if (verdict) guards.set(verdict.guard, (guards.get(verdict.guard) ?? 0) + 1);
  const by = [...guards].map(([guard, times]) => `${guard} ${times === 1 ? 'once' : `${times} times`}`).join(', ');
  const what = `${counted(attempts.length, 'attempt')} of ${step ?? 'the run'}`;
  const outcome = `${rejected.length === 0 ? 'none' : rejected.length} rejected`;
  return [`In all: ${what}, ${outcome}${by === '' ? '' : ` (${by})`}.`];
}
