import { asksModel, type Plan, type StepPlan } from '../../model/plan.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { engineForm, guardsBeside } from '../compile/read.ts';
import { leafSketches } from '../parse/sketch-guard.ts';

/**
 * Every model that a run of a checked document may ask: of its steps, of their ladders (R59), of judged guards, also of those beside its steps. Undefined stands for
 * the service's default.
 */
export function modelsNeeded(
  document: unknown,
  { steps }: Pick<Plan, 'steps'>,
  guards: Pick<GuardCatalogue, 'list'>,
): ReadonlySet<string | undefined> {
  const written = new Map(itemsOf(fieldOf(engineForm(document), 'steps')).map((step) => [fieldOf(step, 'id'), step]));
  const judged = new Set(guards.list().flatMap(({ name, nature }) => (nature === 'judged' ? [name] : [])));
  const verifying = guardsBeside(document).filter(({ use }) => judged.has(use));
  return new Set([
    ...steps.flatMap((step) => {
      const raw = written.get(step.id);
      const generators = asksModel(step.kind) ? generatorModels(document, raw, step) : [];
      return [...generators, ...judgeModels(raw, judged)];
    }),
    ...verifying.map((leaf) => textOr(fieldOf(leaf.with, 'model'))),
  ]);
}

/** A step with a ladder starts on its first rung; a rung without a name is the step's own model with other settings. */
function generatorModels(document: unknown, step: unknown, plan: StepPlan): readonly (string | undefined)[] {
  // A plan labels a step that names no model by its kind.
  const model = isNamed(document, step) || plan.model !== plan.kind ? plan.model : undefined;
  const own = fieldOf(fieldOf(step, 'recovery'), 'ladder');
  const ladder = itemsOf(own === undefined ? fieldOf(fieldOf(document, 'defaults'), 'ladder') : own);
  return ladder.length === 0 ? [model] : ladder.map((rung) => textOr(rung) ?? textOr(fieldOf(rung, 'name')) ?? model);
}

function isNamed(document: unknown, step: unknown): boolean {
  const named = (value: unknown) => textOr(value) ?? textOr(fieldOf(value, 'name'));
  return (named(fieldOf(step, 'model')) ?? named(fieldOf(document, 'model'))) !== undefined;
}

function judgeModels(step: unknown, judged: ReadonlySet<string>): readonly (string | undefined)[] {
  const leaves = leafSketches(fieldOf(step, 'guard'), '').filter(({ use }) => judged.has(use));
  return leaves.map(({ raw }) => textOr(fieldOf(fieldOf(raw, 'with'), 'model')));
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
