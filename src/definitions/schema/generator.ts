import { z } from 'zod';
import { closed } from '../compile/closed.ts';
import { durationSchema } from '../parse/durations.ts';
import { allowSchema } from './allow.ts';
import { jsonSchemaSchema } from './json-schema-field.ts';
import { programFields } from './program.ts';
import { template } from './template-fields.ts';

const TEMPLATE =
  'A template: {input.x}, {artifact.<step>}, {feedback} and others are replaced; {{ and }} are literal braces.';

const promptSchema = z.union([
  template(z.string().min(1), `The task. ${TEMPLATE}`),
  closed({
    role: template(z.string().min(1), `Who the model is; opens the system message. ${TEMPLATE}`).exactOptional(),
    task: template(z.string().min(1), `What to do now; ends the prompt. ${TEMPLATE}`),
  }),
]);

export const outputSchema = closed({
  format: z
    .enum(['text', 'json', 'code'])
    .describe(
      'How the artifact is taken out of the answer: all of it (default), its one JSON value, or its one fenced block.',
    )
    .exactOptional(),
  language: z.string().min(1).describe('With code: the language of the fenced block.').exactOptional(),
  schema: jsonSchemaSchema.describe('With json: the JSON Schema that the value must fit.').exactOptional(),
}).meta({ description: 'How the artifact is taken out of the answer.' });

const llm = closed({
  kind: z.literal('llm').describe('One call of a language model.'),
  prompt: promptSchema.describe(
    'The task, or role and task; sections such as dependencies and feedback are added around it.',
  ),
  output: outputSchema.exactOptional(),
}).meta({
  title: 'A model',
  description:
    'One call of a language model. The prompt is completed with the specification, the dependencies, what was wrong with earlier attempts, and the constraints.',
  examples: [{ kind: 'llm', prompt: 'Summarise in three sentences: {input.text}', output: { format: 'text' } }],
});

const agent = closed({
  kind: z.literal('agent').describe('A bounded loop of model calls and tools, around a state of two tiers.'),
  agent: z.string().min(1).describe('Name of a registered agent, as GET /v1/generators lists it.'),
  prompt: promptSchema.describe("Replaces the agent's own prompts.").exactOptional(),
  output: outputSchema.exactOptional(),
  maxIterations: z
    .int()
    .min(1)
    .max(100)
    .describe("Model calls in one attempt; the agent's own limit, or 15, when left out.")
    .exactOptional(),
}).meta({
  title: 'An agent',
  description:
    'A bounded loop of model calls and tools, around a state of two tiers. Agents come from the worker module.',
  examples: [{ kind: 'agent', agent: 'expense-reader', maxIterations: 10 }],
});

const custom = closed({
  kind: z.literal('custom').describe('A generator of your own, from the worker module.'),
  use: z.string().min(1).describe('Name of a registered generator, as GET /v1/generators lists it.'),
  with: z.unknown().describe("The generator's options; their schema is in GET /v1/generators.").exactOptional(),
}).meta({
  title: 'A generator of your own',
  description: 'A function of the worker module makes the artifact.',
  examples: [{ kind: 'custom', use: 'policy', with: { country: 'de' } }],
});

const external = closed({
  kind: z
    .literal('external')
    .describe('An activity of your own on a task queue of your own, in any language Temporal speaks.'),
  taskQueue: z.string().min(1).max(200).describe('The task queue that its worker polls.'),
  activity: z.string().min(1).max(200).describe("The activity's name."),
  input: z.unknown().describe('Any JSON; handed on as it is.').exactOptional(),
}).meta({
  title: 'An activity of your own',
  description: 'A Temporal activity on a task queue of your own makes the artifact, in any language Temporal speaks.',
  examples: [{ kind: 'external', taskQueue: 'reports', activity: 'render', input: { format: 'pdf' } }],
});

const fixed = closed({
  kind: z.literal('fixed').describe('A literal text; never retried.'),
  content: template(z.string(), `The artifact. ${TEMPLATE}`),
  mediaType: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, 'a media type looks like text/plain')
    .describe('Media type of the artifact; text/plain when left out.')
    .exactOptional(),
}).meta({
  title: 'A fixed text',
  description: 'A text of the definition is the artifact, with its placeholders replaced. It is never retried.',
  examples: [{ kind: 'fixed', content: 'Paid to {input.payee}.' }],
});

const human = closed({
  kind: z.literal('human').describe('A person supplies the artifact.'),
  question: template(z.string().min(1), `What the person is asked for. ${TEMPLATE}`),
  assignees: z.array(z.string().min(1)).describe('Who should answer; nobody checks who does.').exactOptional(),
  allow: allowSchema.exactOptional(),
  expiresIn: durationSchema.describe('How long the person has; then the run fails.').exactOptional(),
  answer: jsonSchemaSchema
    .describe(
      'The JSON Schema that the answer must fit; what does not is refused at once, and the question stays open.',
    )
    .exactOptional(),
}).meta({
  title: 'A person',
  description: 'A person supplies the artifact. No model is asked, and no attempt is counted until there is an answer.',
  examples: [{ kind: 'human', question: 'Which of these offers do we take?', assignees: ['ada'] }],
});

const code = closed({
  kind: z.literal('code').describe('Restricted statements that set variables, without a model; never retried.'),
  code: z
    .string()
    .min(1)
    .describe(
      'Assignments and expressions, one a line; context["x"] = … sets a variable. The artifact is what was set, as JSON.',
    ),
}).meta({
  title: 'Variables set by code',
  description:
    'Restricted statements that set variables, without a model; never retried. The artifact is what was set, as JSON.',
  examples: [{ kind: 'code', code: 'context["total"] = input.net + input.tax' }],
});

const command = closed({
  kind: z
    .literal('command')
    .describe('A program in a sandbox; what it prints is the artifact, any exit code but 0 a rejected attempt.'),
  ...programFields('It has no standard input.', TEMPLATE),
}).meta({
  title: 'A program',
  description: 'A program in a sandbox; what it prints is the artifact, any exit code but 0 a rejected attempt.',
  examples: [{ kind: 'command', run: ['python3', 'sum.py'], files: { 'sum.py': 'print(sum([1, 2, 3]))\n' } }],
});

export const generatorSchema = z
  .discriminatedUnion('kind', [llm, agent, fixed, human, code, command, custom, external])
  .meta({ id: 'GeneratorDefinition', description: 'What makes the artifact.' });

export type GeneratorDefinition = z.infer<typeof generatorSchema>;
