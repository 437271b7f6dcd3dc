import { z } from 'zod';
import { closed } from '../compile/closed.ts';
import { identifier } from '../parse/names.ts';

const leaf = closed({
  use: z.string().min(1).describe('Name of a guard, as GET /v1/guards lists it.'),
  id: identifier
    .describe(
      'What statistics and routing call this leaf; the name of the guard when left out. Unique within the step.',
    )
    .exactOptional(),
  with: z.unknown().describe("The guard's options; their schema is in GET /v1/guards.").exactOptional(),
  onFail: z
    .enum(['retry', 'fatal'])
    .describe('What a rejection means: another attempt (default), or a question to a person.')
    .exactOptional(),
  feedback: z
    .string()
    .min(1)
    .describe("Told to the model on a rejection instead of the guard's own words.")
    .exactOptional(),
  generated: z
    .boolean()
    .describe("The guard's criteria were generated in the same run; every view says so.")
    .exactOptional(),
  confirm: z
    .string()
    .min(1)
    .describe(
      'For generated criteria: "human", or the id of the leaf that must agree before the step counts for the goal.',
    )
    .exactOptional(),
}).meta({ id: 'GuardLeafDefinition', description: 'One guard.' });

export type GuardDefinition =
  | z.infer<typeof leaf>
  | { sequence: GuardDefinition[] }
  | { all: GuardDefinition[] }
  | { any: GuardDefinition[] }
  | { majority: GuardDefinition[] };

/** A leaf, or a composite of at least one branch; they nest (design 3). */
export const guardSchema: z.ZodType<GuardDefinition> = z
  .lazy(() =>
    z.union([
      leaf,
      closed({ sequence: branches().describe('All must pass; stops at the first failure. Put cheap guards first.') }),
      closed({ all: branches().describe('All are run and all must pass; their feedback is joined.') }),
      closed({ any: branches().describe('One must pass.') }),
      closed({ majority: branches().describe('More than half must pass.') }),
    ]),
  )
  .meta({ id: 'GuardDefinition', description: 'What judges the artifact: one guard, or a composite of guards.' });

function branches() {
  return z.array(guardSchema).min(1);
}
