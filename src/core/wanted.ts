import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { type Call, isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import { type Condition, conditions } from './conditions.ts';
import { isOf, spokenNow } from './state/spoken.ts';
import { type OwnCall, rulesOf } from './topology.ts';

/**
 * The calls that should be under way. A call that waits for a person is not, nor any but its own while words are settled (R86). The loop starts what is wanted and not running and cancels what is running and not wanted,
 * so no command can be lost over continue-as-new, resume or replay (engine 2.3).
 */
export function wanted(state: RunState): readonly Call[] {
  if (isClosed(state)) return [];
  const spoken = spokenNow(state);
  return Object.values(state.steps).flatMap(({ call }) =>
    call && call.pending === undefined && (!spoken || call.step === spoken.step) ? [call] : [],
  );
}

/** The steps of those calls, in the order of their names; what lists of runs are searched by, so not more than fifty. */
export function stepsAtWork(state: RunState): readonly string[] {
  return [...new Set(wanted(state).map(({ step }) => step))].toSorted().slice(0, 50);
}

/** Everything that should be under way. */
export function wantedCalls(plan: Plan, state: RunState): readonly (Call | OwnCall | Condition)[] {
  return [...wanted(state), ...conditions(plan, state), ...ownCalls(plan, state)];
}

/** Something is under way of the run's own work: a call, or a `when` that is asked. */
export function isBusy({ plan, state }: Run): boolean {
  return wanted(state).length > 0 || conditions(plan, state).length > 0;
}

/** The calls that the topology has beside attempts and conditions. */
export function ownCalls(plan: Plan, state: RunState): readonly OwnCall[] {
  return isClosed(state) ? [] : rulesOf(plan).calls(state);
}

/** When the run must be looked at although nothing arrives, in milliseconds: a time budget ends (R49), a question expires (R41). */
export function deadline(state: RunState): number | undefined {
  const { maxDurationMs } = state.budgets;
  if (state.control.pause) return undefined;
  const instants = openEscalations(state).flatMap(({ step, expiresAt }) =>
    state.redirecting && !isOf(state, step) ? [] : (expiresAt ?? []),
  );
  if (maxDurationMs !== undefined && state.life.status === 'running') {
    instants.push(state.at + maxDurationMs - state.usage.activeMs);
  }
  return instants.length === 0 ? undefined : Math.min(...instants);
}
