import { budgetsSchema } from './budgets.ts';
import { definitionSchema } from './definition.ts';
import { generatorSchema, outputSchema } from './generator.ts';
import { groupSchema } from './group.ts';
import { modelSchema } from './model.ts';
import { objectiveSchema } from './objective.ts';
import { defaultsSchema, recoverySchema } from './recovery.ts';
import { stepSchema, timeoutsSchema } from './step.ts';

interface WithShape {
  readonly shape: object;
}

const of = (...schemas: readonly WithShape[]) => schemas.flatMap(({ shape }) => Object.keys(shape));

/** Where the fields of the format stand, the common places first. */
const HOMES: readonly (readonly [string, readonly string[]])[] = [
  ['the definition itself', of(definitionSchema)],
  ['a step', of(stepSchema)],
  ['"generator"', of(...generatorSchema.options)],
  ['"output" of a generator', of(outputSchema)],
  ['"recovery" of a step', of(recoverySchema)],
  ['"defaults"', of(defaultsSchema)],
  ['"budgets"', of(budgetsSchema)],
  ['"model"', of(...modelSchema.options.filter((option) => 'shape' in option))],
  ['"timeouts" of a step', of(timeoutsSchema)],
  ['"orGroups"', of(groupSchema)],
  ['"objective"', of(objectiveSchema)],
];

/** Fields that mean something else in every place. */
const COMMON = new Set(['name', 'id', 'description', 'title']);

/** ` It belongs in …`, of a field that stands at `at`, in another place than its own; nothing of what is no field anywhere else. */
export function homeOf(field: string, at: string): string {
  if (COMMON.has(field)) return '';
  const homes = HOMES.filter(([home, fields]) => fields.includes(field) && !home.startsWith(`"${at}"`)).map(
    ([home]) => home,
  );
  return homes.length === 0 ? '' : ` It belongs in ${homes.join(' or ')}.`;
}
