/** What people do in a random run: their answers by the kind of the question, their corrections, pauses and stops. */

import type { RedirectBody } from '../../../src/definitions/redirects/body.ts';
import type { DecideRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { EscalationState, RunState } from '../../../src/model/run-state.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import type { Fields } from './documents.ts';
import { chance, type Script } from './script.ts';

/** The same question is answered the same, whenever it is asked; otherwise when an answer was refused. */
export function decisionOn(
  script: Script,
  plan: Plan,
  state: RunState,
  question: EscalationState,
  refused: number,
): DecideRequest {
  const { id, kind, step, artifactDigest } = question;
  const ordinal = Object.values(state.escalations).filter((one) => one.kind === kind && one.step === step).length;
  const roll = (range: number, ...names: readonly (string | number)[]) =>
    chance(script, range, 'person', kind, step ?? '', ordinal, refused, ...names);
  const gentle = question.allowedActions.filter((action) => action !== 'abort' || roll(12) === 0);
  const action = gentle[roll(gentle.length, 'action')] ?? 'abort';
  const steps = plan.steps.filter(({ clarification }) => clarification !== true);
  const named = steps[roll(steps.length, 'named')]?.id ?? '';
  const artifactId = `art_h${Object.keys(state.escalations).length}.${state.seq}~h`;
  return {
    kind: 'decide',
    escalationId: id,
    action,
    by: 'ann',
    ...(action === 'amend' && { artifactId, digest: `sha256:${artifactId}` }),
    ...(artifactDigest !== undefined && { artifactDigest }),
    ...((action === 'redo' || (action === 'skip' && step === undefined)) && { step: named }),
    ...(action === 'retry' && roll(3, 'extra') === 0 && { extraAttempts: 1 + roll(3, 'tries') }),
    ...(action === 'raise' && { budgets: { maxAttempts: 500, maxIterations: 500, maxTokens: 1_000_000 } }),
  };
}

/** A correction as people write it; most can be made. */
export function correction(roll: (range: number) => number, plan: Plan, state: RunState): RedirectBody {
  const description = 'as said';
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[roll(items.length)];
  const ids = plan.steps.filter(
    ({ companionOf, clarification }) => companionOf === undefined && clarification !== true,
  );
  const step = pick(ids)?.id ?? '';
  if (plan.topology === 'machine') {
    const there = pick(plan.machine.states) ?? '';
    if (roll(2) === 0) return { type: 'dag_adjustment', description, state: there };
    return { type: 'bindings_override', description, bindings: {}, variables: { x: roll(6) } };
  }
  const group = pick(groupsOf(plan));
  switch (roll(group ? 7 : 5)) {
    case 0:
      return { type: 'objective_change', description, specification: 'other', reset: [step] };
    case 1: {
      const resolved = Object.keys(state.steps).filter((id) => state.steps[id]?.sigma === 'satisfied');
      return {
        type: 'bindings_override',
        description,
        bindings: { [pick(resolved) ?? step]: { content: '{"n": 5}' } },
      };
    }
    case 2:
      return { type: 'constraint_change', description, constraints: 'shorter', reset: [step] };
    case 3: {
      const id = `added${plan.steps.length}`;
      const orGroup = group && roll(2) === 0 ? { orGroup: group.id } : {};
      const added: Fields = {
        id,
        generator: { kind: 'llm', prompt: 'Add.' },
        guard: { use: 'not-empty', id: 'a' },
        ...orGroup,
      };
      return { type: 'dag_adjustment', description, add: [added] };
    }
    case 4:
      return { type: 'dag_adjustment', description, remove: [step] };
    case 5:
      return {
        type: 'dag_adjustment',
        description,
        force: { orGroup: group?.id ?? '', choice: pick(group?.choices ?? []) ?? '' },
      };
    default:
      return { type: 'constraint_change', description, budgets: { maxSwaps: 20 } };
  }
}
