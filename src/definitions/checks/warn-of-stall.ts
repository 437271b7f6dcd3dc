import { type Compiled, recoveryOf } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';
import type { Definition } from '../schema/definition.ts';

/**
 * Warns of steps that may go back more often than `maxStall` lets them (R72): each way back that resolves nothing counts as one iteration
 * without progress, unless a group takes another choice by it. The turns of a machine count otherwise.
 */
export function* warnOfStall({ steps }: Definition, plan: Compiled): Generator<Issue> {
  const { maxStall } = plan.budgets;
  if (maxStall === undefined || plan.topology === 'machine') return;
  const groups = (plan.topology === 'and-or' && plan.groups) || [];
  for (const [index, { id }] of steps.entries()) {
    const step = plan.steps.find((each) => each.id === id);
    if (!step) continue;
    const { eMax, targets, targetsByGuard } = recoveryOf(step);
    const named = new Set([...targets, ...Object.values(targetsByGuard).flat()]);
    const otherChoices = groups.reduce((sum, group) => sum + (named.has(group.id) ? group.choices.length - 1 : 0), 0);
    if (named.size === 0 || eMax <= maxStall + otherChoices) continue;
    const detail = `"${id}" may go back ${eMax} times (eMax), but after ${maxStall} iterations without progress (maxStall) a person is asked first. Set budgets.maxStall to ${eMax - otherChoices} or more, or lower eMax.`;
    yield { pointer: below('/steps', index, 'recovery'), code: 'stalls_first', detail };
  }
}
