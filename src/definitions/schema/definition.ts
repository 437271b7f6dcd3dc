import { z } from 'zod';
import { closed } from '../compile/closed.ts';
import { identifier, workflowName } from '../parse/names.ts';
import { budgetsSchema } from './budgets.ts';
import { groupSchema } from './group.ts';
import { jsonSchemaSchema } from './json-schema-field.ts';
import { modelSchema } from './model.ts';
import { objectiveSchema } from './objective.ts';
import { defaultsSchema } from './recovery.ts';
import { stepSchema } from './step.ts';
import { template } from './template-fields.ts';

/** The most steps a definition may have (R57). */
export const MAX_STEPS = 1_000;

/** The whole document (design 3). Closed at every level; what a schema cannot say is in `checkDefinition`. */
export const definitionSchema = closed({
  name: workflowName.describe('Name of the workflow; publishing other content under it makes the next version.'),
  description: z.string().describe('For people.').exactOptional(),
  topology: z
    .enum(['dag', 'and-or'])
    .describe(
      'dag (default): a step may run when everything it requires is accepted. and-or: the same, with groups of alternatives, and complete when its base case holds. A state machine is written as workflow.',
    )
    .exactOptional(),
  input: jsonSchemaSchema.describe("JSON Schema of the run's input; any input when left out.").exactOptional(),
  objective: objectiveSchema.exactOptional(),
  specification: template(
    z.string(),
    'What the run is to achieve; a template that every prompt shows.',
  ).exactOptional(),
  constraints: template(z.string(), 'Rules that reach every step; a template.').exactOptional(),
  model: modelSchema.describe('The model of every step that names no other.').exactOptional(),
  defaults: defaultsSchema.exactOptional(),
  budgets: budgetsSchema.exactOptional(),
  steps: z.array(stepSchema).max(MAX_STEPS).describe('The steps, in the order in which they are preferred.'),
  orGroups: z.record(identifier, groupSchema).describe('and-or: groups of alternatives, by id.').exactOptional(),
  goal: z
    .array(z.string())
    .min(1)
    .describe('Steps and groups whose artifacts are the result; every step that is not optional when left out.')
    .exactOptional(),
  maxContextTokens: z.int().min(1).describe('The longest prompt of any step, in tokens.').exactOptional(),
});

/** In the common form, of any topology: `topology` names its kind where that has to be said. */
export type Definition = Omit<z.infer<typeof definitionSchema>, 'topology'> & { topology?: string };
export type { GeneratorDefinition } from './generator.ts';
export type { StepDefinition } from './step.ts';
