import type { BudgetRequest } from '../../model/input.ts';
import { openEscalations } from '../../model/run-state.ts';
import type { Draft } from '../draft.ts';
import { stillExceeded } from '../spending.ts';
import { rulesOf } from '../topology.ts';
import { mustBeOpen } from './control.ts';
import { payloadOf } from './decide.ts';

/**
 * Limits that a person sets (R62): they hold at once. The question about a used-up budget is answered with them, unless it is still
 * used up. Throws `Refused` (`run_not_open`) when the run has ended.
 */
export function setBudget(next: Draft, { budgets, by = 'anonymous' }: BudgetRequest): void {
  mustBeOpen(next.state);
  const question = openEscalations(next.state).find(({ kind }) => kind === 'budget');
  if (question && !stillExceeded(next.state, budgets, next.now)) {
    const payload = payloadOf({ budgets });
    next.emit({ type: 'escalation.decided', escalationId: question.id, action: 'raise', by, payload });
  }
  next.emit({ type: 'budget.raised', budgets, by });
  rulesOf(next.plan).limitsRaised(next);
}
