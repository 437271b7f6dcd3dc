import type { Plan } from '../../model/plan.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { preparingStepsIn } from '../scope/step-in.ts';
import { engineForm, readDefinition } from './read.ts';

/** A plan that was compiled before plans said which steps have a `when` (R103), as it is compiled now; any other as it is. */
export function withConditions<Compiled extends Pick<Plan, 'steps'>>(plan: Compiled, document: unknown): Compiled {
  if (plan.steps.some(({ conditional }) => conditional === true) || !hasConditions(document)) return plan;
  const definition = readDefinition(document)?.definition;
  const written = definition ? [...definition.steps, ...preparingStepsIn(definition)] : [];
  const ids = new Set(written.flatMap(({ id, when }) => (when === undefined ? [] : [id])));
  const steps = plan.steps.map((step) => (ids.has(step.id) ? { ...step, conditional: true as const } : step));
  return { ...plan, steps };
}

/** Seen without reading the whole document, which most starts need not. */
function hasConditions(document: unknown): boolean {
  return itemsOf(fieldOf(engineForm(document), 'steps')).some((step) => fieldOf(step, 'when') !== undefined);
}
