import type { Plan } from '../../model/plan.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { companionsOf } from '../../topologies/and-or/document/companions.ts';
import { readDefinition } from './read.ts';

/** A plan that was compiled before plans said which steps have a `when` (R103), as it is compiled now; any other as it is. */
export function withConditions<Compiled extends Pick<Plan, 'steps'>>(plan: Compiled, document: unknown): Compiled {
  if (plan.steps.some(({ conditional }) => conditional === true) || !hasConditions(document)) return plan;
  const written = readDefinition(document)?.definition.steps ?? [];
  const ids = new Set(
    written
      .flatMap((step) => [step, ...companionsOf(step)])
      .flatMap(({ id, when }) => (when === undefined ? [] : [id])),
  );
  const steps = plan.steps.map((step) => (ids.has(step.id) ? { ...step, conditional: true as const } : step));
  return { ...plan, steps };
}

/** Seen without reading the whole document, which most starts need not. */
function hasConditions(document: unknown): boolean {
  const steps = itemsOf(fieldOf(document, 'steps'));
  const ofMachine = itemsOf(fieldOf(fieldOf(document, 'workflow'), 'steps'));
  return (
    steps.some((step) => fieldOf(step, 'when') !== undefined) ||
    ofMachine.some((step) => fieldOf(step, 'run_if') !== undefined)
  );
}
