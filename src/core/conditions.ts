/** When the `when` of a step is asked: before anything of the step begins, once in an epoch, in every topology (R103). */

import type { Plan, StepPlan } from '../model/plan.ts';
import { goesBy, isClosed, type RunState } from '../model/run-state.ts';
import { isActive, isNeedless } from '../topologies/and-or/branches.ts';
import { firstOfTurn, machineIn, nextInTurn } from '../topologies/machine/turn.ts';
import { type Draft, stateOf } from './draft.ts';
import { dependenciesOf, goalMet, isSettled } from './frontier.ts';
import { isOpenable } from './openable.ts';

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

/** The conditions that should be asked now; none while the run is paused, parked, ending, or has nothing left to do. */
export function conditions(plan: Plan, state: RunState): readonly Condition[] {
  const candidates = conditionalSteps(plan);
  if (candidates.length === 0 || isClosed(state) || state.status !== 'running') return [];
  if (state.control.stop || state.control.pause || state.redirecting) return [];
  const asked = plan.machine ? inTurn(plan, state) : inGraph(plan, state, candidates);
  return asked.map(({ id }) => ({
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
 * Whether all that is left may turn out not to be for this run: until that is known no budget stops it (R103). False where anything
 * that is not under way will run whatever is answered.
 */
export function mayNeedNothing(plan: Plan, state: RunState): boolean {
  const machine = machineIn(plan, state);
  if (machine) {
    const step = nextInTurn(plan, machine.machine) ?? firstOfTurn(plan, machine.machine);
    return step !== undefined && isUnasked(state, step);
  }
  if (conditionalSteps(plan).length === 0) return false;
  const left = plan.steps.filter((step) => isLeft(plan, state, step));
  return left.length > 0 && left.every((step) => isUnasked(state, step));
}

/** Not settled, not under way, and nothing says that it is not needed. Of what people are asked about only whether it is for this run. */
function isLeft(plan: Plan, state: RunState, step: StepPlan): boolean {
  const { call, escalation } = stateOf(state, step.id);
  if (isSettled(state, step.id) || call || step.clarification === true) return false;
  if (escalation !== undefined && !isUnasked(state, step)) return false;
  return plan.topology !== 'and-or' || (isActive(plan, state, step) && !isNeedless(state, step));
}

function inTurn(plan: Plan, state: RunState): readonly StepPlan[] {
  const { machine } = state;
  if (!machine) return [];
  // What has passed may have moved the machine already.
  if (machine.asked && machine.ran.includes(machine.asked.step)) return [];
  const step = nextInTurn(plan, machine);
  return step && stateOf(state, step.id).escalation === undefined && isUnasked(state, step) ? [step] : [];
}

function inGraph(plan: Plan, state: RunState, candidates: readonly StepPlan[]): readonly StepPlan[] {
  if (plan.topology === 'dag' && goalMet(plan, state)) return [];
  return candidates.filter((step) => isUnasked(state, step) && isOpenable(plan, state, step)).slice(0, MOST);
}

function comingEpoch(state: RunState, id: string): number {
  const { open, epoch } = stateOf(state, id);
  return open ? epoch : epoch + 1;
}

/** What the answer depends on, beside the run's input. */
function tokenOf(plan: Plan, state: RunState, step: string): string {
  const given = Object.values(dependenciesOf(plan, state, step));
  const { turn, variables } = state.machine ?? {};
  const corrected = goesBy(state, 3) ? [variables?.artifactId] : [];
  return ['when', step, comingEpoch(state, step), turn, state.revision, ...corrected, ...given].join(' ');
}

const found = new WeakMap<Plan, readonly StepPlan[]>();

/** The steps that have a `when`, in declared order. */
export function conditionalSteps(plan: Plan): readonly StepPlan[] {
  const known = found.get(plan) ?? plan.steps.filter(({ conditional }) => conditional === true);
  found.set(plan, known);
  return known;
}
