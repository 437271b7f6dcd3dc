/** What a person answers is looked at before anything is stored of it (R115). Shapes, and where they come from. */

import { dependenciesOf } from '../core/frontier.ts';
import { stateOf } from '../core/state/lookup.ts';
import type { EscalationKind } from '../model/events/escalations.ts';
import type { Plan } from '../model/plan.ts';
import type { EscalationState, RunState } from '../model/run-state.ts';
import type { Issue } from './catalogues.ts';

/** The question that is answered with an artifact, and what the step's guard would be given beside it. */
export interface AskedAnswer {
  readonly runId: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly n: number;
  readonly kind: EscalationKind;
  /** The guard leaf that asks. */
  readonly leaf?: string;
  /** Digest of the document that the run goes by, where a redirect changed it. */
  readonly revision?: string;
  /** Step id → artifact id. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** `invalid_answer`: it does not fit the shape; `rejected_by_guard`: the step's guard says so already. */
export interface AnswerRefusal {
  readonly code: 'invalid_answer' | 'rejected_by_guard';
  readonly detail: string;
  /** Pointers begin with `/content`. */
  readonly errors: readonly Issue[];
  /** Of the guard: which leaf, and its feedback. */
  readonly guard?: string;
  readonly feedback?: string;
}

/** Why an answer is refused; undefined where it goes on to be judged like any other artifact. */
export type CheckAnswer = (
  asked: AskedAnswer,
  answer: { readonly text: string; readonly mediaType?: string | undefined },
) => Promise<AnswerRefusal | undefined>;

/** Undefined where the question has no step, so that there is nothing to answer with. */
export function askedAnswer(plan: Plan, state: RunState, escalation: EscalationState): AskedAnswer | undefined {
  const { step, kind, leaf } = escalation;
  if (step === undefined || plan.steps.every(({ id }) => id !== step)) return undefined;
  const { epoch, attempt, n, amendments } = stateOf(state, step);
  return {
    runId: state.runId,
    step,
    epoch,
    attempt,
    n: n + amendments + 1,
    kind,
    ...(leaf !== undefined && { leaf }),
    ...(state.revision !== undefined && { revision: state.revision }),
    dependencies: dependenciesOf(plan, state, step),
  };
}
