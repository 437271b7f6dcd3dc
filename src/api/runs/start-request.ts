import { z } from 'zod';
import { budgetsSchema } from '../../definitions/schema/budgets.ts';
import { modelSchema } from '../../definitions/schema/model.ts';
import { component } from '../reference/components.ts';

export const MediaType = z
  .string()
  .max(200)
  .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=(?:[\w.+-]+|"[^"\\\r\n]*"))*$/, 'A media type looks like text/plain.');

const Seed = z
  .strictObject({ artifactId: z.string().optional(), content: z.string().optional(), mediaType: MediaType.optional() })
  .refine(({ artifactId, content }) => (artifactId === undefined) !== (content === undefined), {
    message: 'Give either artifactId or content.',
  });

const WorkflowChoice = z
  .strictObject(
    {
      name: z.string().optional(),
      version: z.int().min(1).max(2_147_483_647).optional(),
      definition: z.unknown().optional(),
    },
    { error: 'Say which workflow: {"name": …}, in its newest version unless one is given, or {"definition": …}.' },
  )
  .refine(({ name, definition }) => (name === undefined) !== (definition === undefined), {
    message: 'Name a published workflow with name, or bring one along as definition.',
  })
  .refine(({ version, definition }) => version === undefined || definition === undefined, {
    message: 'A version goes with a name.',
    path: ['version'],
  });

/** The body of `POST /v1/runs` (api 1). */
export const StartRequest = component(
  'StartRun',
  z.strictObject({
    workflow: WorkflowChoice,
    input: z.unknown().optional(),
    specification: z.string().optional().describe("replaces the definition's specification (R38)"),
    objective: z.unknown().optional(),
    model: modelSchema.optional().describe("merges over the definition's model: of every step that names no other"),
    budgets: budgetsSchema.optional(),
    artifacts: z.record(z.string(), Seed).optional().describe('seeded artifacts, by step (R69)'),
    tags: z.array(z.string().min(1).max(100)).max(50).optional(),
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,128}$/, 'An id has 1 to 128 letters, digits, underscores and hyphens.')
      .optional(),
  }),
);
export type StartRequest = z.output<typeof StartRequest>;
