/** How pausing and resuming change a run. `evolve` is the only caller. */

import type { EscalationState, RunState } from '../../model/run-state.ts';
import { withStatus } from './escalations.ts';

export function settlePause(state: RunState): RunState {
  const { pause } = state.control;
  return pause ? withStatus({ ...state, control: { ...state.control, pause: { ...pause, settled: true } } }) : state;
}

/** Open again as if the time in between had not been: what people had left to answer a question, they still have (R41). */
export function resume(state: RunState): RunState {
  const { endedAt, control, ...run } = state;
  const away = state.at - (control.pause?.since ?? endedAt ?? state.at);
  const escalations = Object.fromEntries(
    Object.entries(state.escalations).map(([id, escalation]) => [id, prolonged(escalation, away)]),
  );
  const { redirecting } = state;
  // What was away is made up for here, and once more it would not be.
  const held = redirecting && { redirecting: { ...redirecting, since: Math.min(state.at, redirecting.since + away) } };
  return withStatus({ ...run, escalations, control: {}, ...held });
}

function prolonged(escalation: EscalationState, by: number): EscalationState {
  const { status, expiresAt } = escalation;
  return status === 'open' && expiresAt !== undefined ? { ...escalation, expiresAt: expiresAt + by } : escalation;
}
