import { z } from 'zod';
import { closed } from '../../../definitions/compile/closed.ts';
import { identifier } from '../../../definitions/parse/names.ts';
import { outputSchema } from '../../../definitions/schema/generator.ts';
import { stepSchema } from '../../../definitions/schema/step.ts';
import { template } from '../../../definitions/schema/template-fields.ts';

/** The types of steps, as documents write them (S2-4-a). */
export const STEP_TYPES = ['llm', 'code', 'transition'] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** A state of the machine. */
export const stateName = identifier;

/** A condition that asks something outside of the run; until that is possible it counts as its fallback. */
const invoked = closed({
  invoke: z.string().min(1).describe('What is asked.'),
  method: z.string().min(1).describe('Which of its questions.').exactOptional(),
  args: z.unknown().describe('What it is told.').exactOptional(),
  fallback: z
    .union([z.boolean(), z.string().min(1)])
    .describe('What the condition counts as when nothing can be asked: true, false, or an expression.'),
});

/** Of a transition, and of `run_if`. */
export const conditionSchema = z.union([z.string().min(1), invoked]).meta({
  id: 'ConditionDefinition',
  description: 'An expression over the variables, or something that is asked, with its fallback.',
});

export type ConditionDefinition = z.infer<typeof conditionSchema>;

export const maxRetries = z.int().min(0).max(100);
export const failurePolicy = z.enum(['retry', 'skip', 'fail']);

const dsap = stepSchema.shape;

/** A step as it is written (S2-5), with what every step may have (design 3.3). What a type must have beside is in `check-steps.ts`. */
export const machineStepSchema = closed({
  name: identifier.describe('Unique in the machine.'),
  type: z
    .enum(STEP_TYPES)
    .describe('llm: one call of a model. code: sets variables. transition: a model chooses the next state.'),
  in_state: z
    .union([stateName, z.array(stateName).min(1)])
    .describe('The states that the step runs in; every state when left out.')
    .exactOptional(),
  prompt: template(z.string().min(1), 'Template with {variables}; for llm and transition.').exactOptional(),
  code: z
    .string()
    .min(1)
    .describe('For code: assignments and expressions; context["x"] = … sets a variable.')
    .exactOptional(),
  transition_to: stateName.describe('The state to move to once the step has passed.').exactOptional(),
  transition_map: z
    .record(z.string().min(1).max(200), stateName)
    .describe('For transition: what the model may answer, and the state that each answer leads to.')
    .exactOptional(),
  run_if: conditionSchema.describe('The step is skipped in a turn in which this is false.').exactOptional(),
  on_failure: failurePolicy
    .describe('When its retries are used up: retry and fail end the run, skip goes on without it. fail makes no retry.')
    .exactOptional(),
  max_retries: maxRetries.describe('Retries after the first try.').exactOptional(),
  title: dsap.title,
  role: dsap.role,
  guard: dsap.guard.describe('What judges the result; not-empty when left out.').exactOptional(),
  guardArtifacts: dsap.guardArtifacts,
  context: dsap.context,
  model: dsap.model,
  output: outputSchema.exactOptional(),
  recovery: dsap.recovery,
  timeouts: dsap.timeouts,
  approval: dsap.approval,
  allow: dsap.allow,
  maxContextTokens: dsap.maxContextTokens,
}).meta({ id: 'MachineStepDefinition', description: 'One unit of work of a state machine.' });
