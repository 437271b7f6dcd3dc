/** When the `when` of a step is asked: before anything of the step begins, once in an epoch, in every topology (R103). */

import type { Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { goesBy, isClosed, type RunState } from '../model/run-state.ts';
import type { Draft } from './draft.ts';
import { dependenciesOf, isNeedless, isSettled } from './frontier.ts';
import { stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';

/** A `when` that should be asked now. It is no attempt, and follows from the state alone. */
export interface Condition {
  readonly phase: 'condition';
  readonly step: string;
  /** The epoch that it is asked for. */
  readonly epoch: number;
  /** Names what it is asked of: where that changes, an answer under way is of no use. */
  readonly token: string;
}

/** So many at once: they are quick, and a thousand of them must not fill Temporal's history in one go. */
const MOST = 10;

/**
 * Lists the `when`s that should be under way, those that are being asked already among them. It is empty while the run is paused, parked,
 * ending, or has nothing left to do. The transitions of a machine are not among them.
 */
export function conditions(plan: Plan, state: RunState): readonly Condition[] {
  const candidates = conditionalSteps(plan);
  if (candidates.length === 0 || isClosed(state) || state.life.status !== 'running') return [];
  if (state.control.stop || state.control.pause || state.redirecting) return [];
  const unasked = candidates.filter((step) => isUnasked(state, step));
  const asked = rulesOf(plan).conditional({ plan, state }, unasked);
  return asked.slice(0, MOST).map(({ id }) => ({
    phase: 'condition',
    step: id,
    epoch: comingEpoch(state, id),
    token: tokenOf(plan, state, id),
  }));
}

/** Whether its `when` is not answered yet for the epoch that it is in, or would begin. What was brought along needs no answer. */
export function isUnasked(state: RunState, { id, conditional, seeded }: StepPlan): boolean {
  if (conditional !== true) return false;
  const { open, attempt, applies } = stateOf(state, id);
  const epoch = comingEpoch(state, id);
  if (applies === epoch || (open && attempt > 0)) return false;
  return seeded !== true || epoch > 1;
}

/** The step's `when` holds, or a person lets the step run; with it that of the step that it comes before, which is the same. */
export function letRun(next: Draft, step: string, by?: string): void {
  const { plan, state } = next;
  const asked = plan.steps.find(({ id }) => id === step);
  const root = asked?.companionOf ?? step;
  const family = plan.steps.filter(
    (one) => one.id === step || ((one.companionOf ?? one.id) === root && isUnasked(state, one)),
  );
  for (const { id } of family) {
    const place = { step: id, epoch: comingEpoch(state, id), attempt: 0 };
    next.emit({ type: 'condition.evaluated', ...place, outcome: 'true', ...(by !== undefined && { by }) });
  }
}

/**
 * Tells whether every step that is left still waits for the answer of its `when`, so that the run may need no more: while it does, a used-up
 * budget does not park it (R103). False where nothing is left.
 */
export function mayNeedNothing(plan: Plan, state: RunState): boolean {
  if (conditionalSteps(plan).length === 0) return false;
  const left = rulesOf(plan).left({ plan, state });
  return left.length > 0 && left.every((step) => isUnasked(state, step));
}

/** Steps that are not settled, not under way, and needed as far as is known. Of what people are asked about only whether it is for this run. */
export function leftInGraph({ plan, state }: Run): readonly StepPlan[] {
  const rules = rulesOf(plan);
  return plan.steps.filter((step) => {
    const { call, escalation } = stateOf(state, step.id);
    if (isSettled(state, step.id) || call || step.clarification === true) return false;
    if (escalation !== undefined && !isUnasked(state, step)) return false;
    return rules.counts({ plan, state }, step) && !isNeedless(state, step);
  });
}

function comingEpoch(state: RunState, id: string): number {
  const { open, epoch } = stateOf(state, id);
  return open ? epoch : epoch + 1;
}

/** What the answer depends on, beside the run's input. */
function tokenOf(plan: Plan, state: RunState, step: string): string {
  const given = Object.values(dependenciesOf(plan, state, step));
  const { moment, corrected } = rulesOf(plan).askedOf(state);
  const said = goesBy(state, 'conditionSeesCorrections') ? [corrected] : [];
  return ['when', step, comingEpoch(state, step), moment, state.revision, ...said, ...given].join(' ');
}

const found = new WeakMap<Plan, readonly StepPlan[]>();

/** The steps that have a `when`, in declared order. */
export function conditionalSteps(plan: Plan): readonly StepPlan[] {
  const known = found.get(plan) ?? plan.steps.filter(({ conditional }) => conditional === true);
  found.set(plan, known);
  return known;
}
