import type { Plan } from '../model/plan.ts';
import { type Call, isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import { type Condition, conditions } from './conditions.ts';
import { isOf, spokenNow } from './spoken-state.ts';

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

/** The token of the verification of the base case that should be under way; none while a person is asked. */
export function verification(state: RunState): string | undefined {
  if (isClosed(state)) return undefined;
  const { token, pending } = state.search?.baseCase ?? {};
  return pending === undefined ? token : undefined;
}

/** A verification of the base case, as a call. */
export interface Verification {
  readonly phase: 'verify';
  readonly token: string;
}

/** Everything that should be under way. */
export function wantedCalls(plan: Plan, state: RunState): readonly (Call | Verification | Condition)[] {
  const token = verification(state);
  const calls = [...wanted(state), ...conditions(plan, state)];
  return token === undefined ? calls : [...calls, { phase: 'verify', token }];
}

/** When the run must be looked at although nothing arrives, in milliseconds: a time budget ends (R49), a question expires (R41). */
export function deadline(state: RunState): number | undefined {
  const { maxDurationMs } = state.budgets;
  if (state.control.pause) return undefined;
  const instants = openEscalations(state).flatMap(({ step, expiresAt }) =>
    state.redirecting && !isOf(state, step) ? [] : (expiresAt ?? []),
  );
  if (maxDurationMs !== undefined && state.status === 'running') {
    instants.push(state.at + maxDurationMs - state.usage.activeMs);
  }
  return instants.length === 0 ? undefined : Math.min(...instants);
}
