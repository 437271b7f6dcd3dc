import { isClosed, openEscalations, type RunState } from '../../model/run-state.ts';

/** Precedence of R45: ended, paused, budget_exceeded, escalated, awaiting_alignment, running. A question that blocks its own branch counts when nothing else can run. A pause ends with `run.resumed`. */
export function withStatus(state: RunState): RunState {
  if (isClosed(state) || state.life.status === 'paused') return state;
  const open = openEscalations(state);
  const budget = open.some((escalation) => escalation.kind === 'budget');
  const blocked = open.some((escalation) => escalation.branch !== true || state.waiting);
  const status = state.unaligned === true ? 'awaiting_alignment' : 'running';
  return { ...state, life: { status: budget ? 'budget_exceeded' : blocked ? 'escalated' : status } };
}
