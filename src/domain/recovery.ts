import { type Draft, planOf, stateOf } from './draft.ts';
import { close, escalate } from './endings.ts';
import type { Call } from './run-state.ts';

/**
 * What follows a verdict that is not a pass, in the order of the ladder (design 1): fatal goes to a person at once; a retry is
 * refined by the next tick while the epoch has attempts left (level 1); else the step's policy decides (R4).
 */
export function recover(draft: Draft, call: Call, verdict: 'retry' | 'fatal', guard: string): void {
  if (verdict === 'fatal') {
    escalate(draft, 'fatal', call, `${guard} judged ${call.step} fatal: should the run go on, and how?`);
    return;
  }
  const { attempt, allowed } = stateOf(draft.state, call.step);
  if (attempt >= allowed) exhausted(draft, call, guard);
}

function exhausted(draft: Draft, call: Call, guard: string): void {
  const { step, epoch, attempt } = call;
  const { onExhausted } = planOf(draft.plan, step);
  const detail = `${step} used its ${tries(attempt)}; ${guard} rejected the last one`;
  switch (onExhausted) {
    case 'fail':
      return close(draft, 'failed', { code: 'attempts_exhausted', step, detail });
    case 'skip':
      return draft.emit({ type: 'step.waived', step, epoch, attempt, reason: 'attempts_exhausted' });
    case 'escalate':
    case 'backtrack':
      return escalate(draft, 'attempts_exhausted', call, `${detail}: how should it go on?`);
  }
}

function tries(count: number): string {
  return count === 1 ? 'one attempt' : `${count} attempts`;
}
