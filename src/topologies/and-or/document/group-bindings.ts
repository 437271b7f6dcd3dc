import type { RedirectBody } from '../../../definitions/redirects/body.ts';
import type { Meant } from '../../../definitions/topology-document.ts';
import type { GroupPlan, Plan } from '../../../model/plan.ts';
import type { RunState } from '../../../model/run-state.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { below } from '../../../text/pointer.ts';
import { groupsOf } from '../branches.ts';
import { groupOf } from '../group-state.ts';

/** A binding under a group's name, by which its dependents know it, is that of the group's winner (R124); a group without one has none. */
export function ofWinners(plan: Plan, state: RunState, body: RedirectBody): Meant {
  if (body.type !== 'bindings_override') return { ok: true, body };
  const groups = groupsOf(plan);
  const issues: Issue[] = [];
  const bindings: Record<string, (typeof body.bindings)[string]> = {};
  for (const [name, binding] of Object.entries(body.bindings)) {
    const winner = winnerOf(groups, state, name);
    if (winner === undefined) issues.push(undecided(groups, name));
    else if (Object.hasOwn(bindings, winner)) issues.push(twice(name, winner));
    else bindings[winner] = binding;
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, body: { ...body, bindings } };
}

type Groups = readonly GroupPlan[];

/** The step itself; a winner may be a group again. */
function winnerOf(groups: Groups, state: RunState, name: string): string | undefined {
  if (!groups.some(({ id }) => id === name)) return name;
  const { winner } = groupOf(state, name);
  return winner === undefined ? undefined : winnerOf(groups, state, winner);
}

function undecided(groups: Groups, name: string): Issue {
  const choices = groups.find(({ id }) => id === name)?.choices ?? [];
  const detail = `No choice of "${name}" has won yet, so that it has no binding. Name a choice: ${choices.join(', ')}.`;
  return { pointer: below('/bindings', name), code: 'no_winner', detail };
}

function twice(name: string, winner: string): Issue {
  const detail = `"${name}" and "${winner}" are the same binding: "${winner}" has won. Name it once.`;
  return { pointer: below('/bindings', name), code: 'duplicate', detail };
}
