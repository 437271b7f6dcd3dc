import { z } from 'zod';
import { ON_INFEASIBLE } from '../../model/plan.ts';
import { closed } from '../compile/closed.ts';
import { durationSchema } from '../parse/durations.ts';
import { identifier } from '../parse/names.ts';
import { allowSchema } from './allow.ts';
import { generatorSchema } from './generator.ts';
import { guardSchema } from './guard.ts';
import { modelSchema } from './model.ts';
import { recoverySchema } from './recovery.ts';

const stepIds = z.array(z.string());

export const timeoutsSchema = closed({
  generate: durationSchema.describe('One execution of the generator; PT2M when left out.').exactOptional(),
  thinking: durationSchema
    .describe(
      'One call of a model whose stream is still sending reasoning: "generate" stretches up to this; PT10M when left out.',
    )
    .exactOptional(),
  guard: durationSchema
    .describe(
      'One execution of the guard. When left out: PT1M, or what its programs may take and PT30S, where that is more.',
    )
    .exactOptional(),
  decision: durationSchema.describe('How long a person may take to decide.').exactOptional(),
  infra: durationSchema
    .describe(
      'How long the endpoint of a model may be away, or other faults of one call may go on, before a person is asked. When left out: PT1H for calls of models, else PT10M.',
    )
    .exactOptional(),
});

/** A step: generator and guard with their precondition, budgets and policies (design 3). */
export const stepSchema = closed({
  id: identifier.describe('Unique in the definition.'),
  title: z.string().min(1).max(200).describe('For people; shown beside the id.').exactOptional(),
  role: z
    .enum(['worker', 'probe', 'verifier'])
    .describe('worker (default) may change its workspace, probe only reads, verifier only runs verification commands.')
    .exactOptional(),
  requires: stepIds
    .describe('Steps that must have an accepted artifact first; their artifacts are shown to this one.')
    .exactOptional(),
  optionalRequires: stepIds.describe('Steps that must be settled first, with or without an artifact.').exactOptional(),
  when: z
    .string()
    .min(1)
    .describe(
      'Expression, asked before anything of the step begins. False: the step is skipped. Cannot be calculated: a person is asked.',
    )
    .exactOptional(),
  generator: generatorSchema,
  guard: guardSchema,
  guardArtifacts: z
    .record(identifier, z.string())
    .describe('Which artifacts the guard sees: name to step id. Each required step under its own id when left out.')
    .exactOptional(),
  context: z
    .record(z.string(), z.enum(['full', 'summary', 'none']))
    .describe('How a dependency is shown in the prompt: in full (default), as its summary, or not at all.')
    .exactOptional(),
  model: modelSchema.describe("Merges over the definition's model.").exactOptional(),
  recovery: recoverySchema.exactOptional(),
  resources: z
    .array(z.string().min(1).max(200))
    .describe('Names of shared things the step touches; two steps that share one never run at the same time.')
    .exactOptional(),
  optional: z
    .boolean()
    .describe('The run does not need this step: it is skipped when its attempts are used up.')
    .exactOptional(),
  timeouts: timeoutsSchema.describe('ISO 8601 durations, for example PT90S.').exactOptional(),
  approval: z.boolean().describe('A person is asked before the step generates anything.').exactOptional(),
  allow: allowSchema
    .describe(
      'With approval: which answers people may give, to that question and to every other one about the step; abort is always possible. All that the kind of question takes when left out.',
    )
    .exactOptional(),
  maxContextTokens: z.int().min(1).describe('The longest prompt of this step, in tokens.').exactOptional(),
  orGroup: z.string().describe('and-or: the group of alternatives that it is a choice of.').exactOptional(),
  cost: z.number().min(0).describe('and-or: what the choice costs to try, as "costs" of its group.').exactOptional(),
  unknown: z
    .union([
      z.boolean(),
      closed({
        onInfeasible: z
          .enum(ON_INFEASIBLE)
          .describe(
            'What follows when it cannot be done and there is no other way: a person is asked (default), it is done all the same, it is skipped, or the run fails.',
          )
          .exactOptional(),
      }),
    ])
    .describe('and-or: unknown territory: before it is worked on, a probe finds out whether it can be done and how.')
    .exactOptional(),
  decompose: z
    .boolean()
    .describe(
      'and-or: before it is worked on it is broken down by a guarded step; it goes on with what its parts made.',
    )
    .exactOptional(),
  maxChildren: z.int().min(1).max(100).describe('With decompose: the most parts; 5 when left out.').exactOptional(),
}).meta({ id: 'StepDefinition', description: 'One unit of work: what makes an artifact, and what judges it.' });

export type StepDefinition = z.infer<typeof stepSchema>;
