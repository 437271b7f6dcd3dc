import { z } from 'zod';
import { closed } from '../compile/closed.ts';
import { durationSchema } from '../parse/durations.ts';

const program = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(100)])
  .describe('A program with its arguments, or a line for the shell; runs in a sandbox, in the merged workspace.');
const path = z
  .string()
  .min(1)
  .max(500)
  .describe('A path in the merged workspace; * stands for a part of a name, ** for any folders.');
const timeout = durationSchema.describe('What the program may take; PT30S when left out.').exactOptional();
const on = z.string().min(1).describe('The step whose accepted artifact is looked at.');

const leaf = z.union([
  closed({ command: program, timeout }).describe('Exits with 0.'),
  closed({ notCommand: program, timeout }).describe('Exits with something else than 0.'),
  closed({ file: path }).describe('The file is there.'),
  closed({ notFile: path }).describe('The file is not there.'),
  closed({
    guard: closed({
      use: z.string().min(1).describe('Name of a guard, as GET /v1/guards lists it.'),
      with: z.unknown().describe("The guard's options.").exactOptional(),
    }).describe('A guard.'),
    on,
  }).describe('The guard passes the accepted artifact of a step.'),
  closed({
    assertion: z.string().min(1).describe('What a person is asked to confirm.'),
    assignees: z.array(z.string().min(1)).describe('Who should answer.').exactOptional(),
    expiresIn: durationSchema
      .describe('How long they have; then the run fails, it never counts as a yes.')
      .exactOptional(),
  }).describe('A person confirms it; asked once everything else that decides holds, or nothing is left to do.'),
  closed({
    rubric: z.string().min(1).describe('What a model judges by.'),
    on: on.exactOptional(),
    threshold: z.number().min(0).max(1).describe('As of the guard llm-judge.').exactOptional(),
    model: z.string().min(1).describe('The model that judges.').exactOptional(),
  }).describe('A model judges; never enough alone.'),
]);

export type BaseCaseLeaf = z.infer<typeof leaf>;
export type BaseCaseDefinition = BaseCaseLeaf | { all: BaseCaseDefinition[] } | { any: BaseCaseDefinition[] };

/** When the run is complete, verifiable from outside (S1-2.1-a, R52). */
export const baseCaseSchema: z.ZodType<BaseCaseDefinition> = z
  .lazy(() =>
    z.union([
      leaf,
      closed({ all: z.array(baseCaseSchema).min(1).describe('All must hold.') }),
      closed({ any: z.array(baseCaseSchema).min(1).describe('One must hold.') }),
    ]),
  )
  .meta({ id: 'BaseCaseDefinition', description: 'When the run is complete: a check, or all or any of several.' });
