/** Which answers people may give about a step whose definition limits them with `allow` (R129). */
import type { Action, EscalationKind } from '../model/events/escalations.ts';
import type { AllowPlan, Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { EscalationState } from '../model/run-state.ts';
import { stepsAwaitingProbe } from './frontier.ts';
import { isUpstreamOrSelf } from './plan-graph.ts';
import { planOf, stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';

/** The facts of a question that decide which answers it takes. */
interface Asked extends Pick<EscalationState, 'kind'> {
  readonly step?: string | undefined;
  readonly leaf?: string | undefined;
}

/**
 * Answers that no `allow` takes away, so that a question about machinery or about a condition has an answer beside `abort`. None of them
 * accepts anything: the step is made, and people are asked about it, as if the question had never been opened.
 */
const ALWAYS: Readonly<Partial<Record<EscalationKind, Action>>> = {
  condition: 'approve',
  infrastructure: 'retry',
  internal: 'retry',
  context_overflow: 'retry',
};

/** The answers that a question exists for, where the definition itself asks it: only its own `allow` limits these. */
const OWN_ANSWERS: Readonly<Partial<Record<EscalationKind, readonly Action[]>>> = {
  approval: ['approve', 'reject'],
  input: ['amend'],
};

/**
 * Tells whether `allow` leaves this answer to a question. A question about the whole run is limited through the steps that `skip` and `redo`
 * can name.
 */
export function isAllowed(run: Run, asked: Asked, action: Action): boolean {
  if (asked.step === undefined) return !NAMES_STEP.has(action) || isAnyLeft(run, action);
  if (!isListed(planOf(run.plan, asked.step), asked, action)) return false;
  return action !== 'skip' || keptFromSkip(run, asked) === undefined;
}

/** The answers to a question about the whole run that name a step. */
const NAMES_STEP: ReadonlySet<Action> = new Set<Action>(['skip', 'redo']);

function isAnyLeft(run: Run, action: Action): boolean {
  const before = action === 'skip' ? unsettledHere(run) : begunHere(run);
  return before.length === 0 || before.some((id) => mayBeNamed(run.plan, id, action));
}

/** Tells whether an answer to a question about the whole run may name this step with `skip` or `redo`. */
export function mayBeNamed(plan: Plan, step: string, action: Action): boolean {
  return withPreparedStep(plan, step).every((id) => isListed(planOf(plan, id), { kind: 'stalled' }, action));
}

/** The first of the steps that `skip` would leave out although their `allow` does not list it. `named`: the step that the answer names. */
export function keptFromSkip({ plan, state }: Run, asked: Asked, named?: string): string | undefined {
  const { kind, step = named } = asked;
  if (step === undefined) return undefined;
  const skipped = kind === 'infeasible' ? stepsAwaitingProbe(plan, state, step) : withPreparedStep(plan, step);
  return skipped.find((id) => !isListed(planOf(plan, id), { kind: 'stalled' }, 'skip'));
}

/** A step that prepares another one takes it along when it is skipped. */
function withPreparedStep(plan: Plan, step: string): readonly string[] {
  const { companionOf } = planOf(plan, step);
  return companionOf === undefined ? [step] : [step, companionOf];
}

/**
 * Tells whether the lists of the step contain the answer. The step's own question follows the list written for it; every other question, and
 * `skip` everywhere, needs the answer in each list. Where a leaf of the guard asks a person, no other question accepts the artifact.
 */
function isListed({ allow }: StepPlan, { kind, leaf }: Pick<Asked, 'kind' | 'leaf'>, action: Action): boolean {
  if (allow === undefined || action === 'abort' || ALWAYS[kind] === action) return true;
  const isInEach = listsOf(allow).every((list) => list.includes(action));
  if (action === 'skip') return isInEach;
  const own = ownListOf(allow, kind, leaf);
  if (own !== undefined) return own.includes(action);
  if (OWN_ANSWERS[kind]?.includes(action) === true) return true;
  if (action === 'approve' && kind !== 'infeasible' && allow.signs === true) return false;
  return isInEach;
}

function listsOf({ approval, input, leaves = {} }: AllowPlan): readonly (readonly Action[])[] {
  return [approval, input, ...Object.values(leaves)].filter((list) => list !== undefined);
}

function ownListOf({ approval, input, leaves = {} }: AllowPlan, kind: EscalationKind, leaf: string | undefined) {
  if (kind === 'input') return input;
  if (kind !== 'approval') return undefined;
  return leaf === undefined ? approval : leaves[leaf];
}

/** The steps that `skip` can name where a question is about the whole run. */
export function stepsToSkip(run: Run): readonly string[] {
  return unsettledHere(run).filter((id) => mayBeNamed(run.plan, id, 'skip'));
}

/** The steps that `redo` can name in answer to the question. */
export function stepsToRedo(run: Run, { step }: Pick<Asked, 'step'>): readonly string[] {
  if (step === undefined) return begunHere(run).filter((id) => mayBeNamed(run.plan, id, 'redo'));
  return idsHere(run).filter((id) => isUpstreamOrSelf(run.plan, id, step));
}

function unsettledHere(run: Run): readonly string[] {
  return idsHere(run).filter((id) => !rulesOf(run.plan).isDone(run.state, id));
}

function begunHere(run: Run): readonly string[] {
  return idsHere(run).filter((id) => stateOf(run.state, id).epoch > 0);
}

function idsHere({ plan, state }: Run): readonly string[] {
  const rules = rulesOf(plan);
  return plan.steps
    .filter((step) => state.steps[step.id] !== undefined && rules.isHere(state, step))
    .map(({ id }) => id);
}
