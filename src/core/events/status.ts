import { openEscalations, type RunState } from '../../model/run-state.ts';

/** Precedence of R45: ended, paused, budget_exceeded, escalated, awaiting_alignment, running. A question that blocks its own branch counts when nothing else can run. */
export function withStatus(state: RunState): RunState {
  if (state.endedAt !== undefined) return state;
  if (state.control.pause?.settled === true) return { ...state, status: 'paused' };
  const open = openEscalations(state);
  const budget = open.some((escalation) => escalation.kind === 'budget');
  const blocked = open.some((escalation) => escalation.branch !== true || state.waiting);
  const status = state.unaligned === true ? 'awaiting_alignment' : 'running';
  return { ...state, status: budget ? 'budget_exceeded' : blocked ? 'escalated' : status };
}
