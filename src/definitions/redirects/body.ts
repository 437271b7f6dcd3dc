import { z } from 'zod';
import { REDIRECT_TYPES } from '../../model/event.ts';
import { budgetsSchema } from '../schema/budgets.ts';
import { defaultsSchema } from '../schema/recovery.ts';

const common = {
  description: z.string().min(1).describe('What is corrected and why, for whoever reads the log.'),
  onConflict: z
    .enum(['interrupt', 'reject'])
    .optional()
    .describe('What happens to work under way: interrupted (default), or the redirect is refused.'),
  reset: z.array(z.string()).max(1_000).optional().describe('Steps to run again, with all that depends on them.'),
};

const binding = z.strictObject({
  summary: z.string().optional(),
  content: z.string().optional().describe('The text that takes the place of the accepted artifact.'),
  mediaType: z.string().max(200).optional(),
  facts: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The facts of a worker's binding that take the place of those it told; at most 4 KiB as JSON."),
});

const changes = [
  z.strictObject({
    type: z.literal('objective_change'),
    specification: z.string().optional(),
    objective: z.record(z.string(), z.unknown()).optional().describe('and-or: fields of the objective that change.'),
    ...common,
  }),
  z.strictObject({
    type: z.literal('dag_adjustment'),
    add: z.array(z.unknown()).max(1_000).optional().describe('Steps as a definition writes them.'),
    remove: z.array(z.string()).max(1_000).optional(),
    force: z.strictObject({ orGroup: z.string(), choice: z.string() }).optional(),
    state: z
      .string()
      .optional()
      .describe('machine, and there alone: the state to move to, whether a transition leads there or not.'),
    ...common,
  }),
  z.strictObject({
    type: z.literal('constraint_change'),
    constraints: z.string().optional(),
    budgets: budgetsSchema.optional(),
    defaults: defaultsSchema.optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('bindings_override'),
    bindings: z.record(z.string(), binding).default({}),
    variables: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('machine: variables by name, over those that code has set, until code sets them again.'),
    ...common,
  }),
] as const;

const TYPES = REDIRECT_TYPES.join(', ');

const instruction = z.strictObject({
  type: z.literal('instruction').optional(),
  instruction: z
    .string({ error: `Say in instruction what to change, a text; or give a type: ${TYPES}.` })
    .min(1)
    .max(4_000)
    .describe('In free words what to change; nothing is changed before it is confirmed.'),
  description: z.string().optional(),
});

/** A redirect as people write it: each type with its own change (api 4). */
export const redirectBody = z.discriminatedUnion('type', changes, { error: `type is one of ${TYPES}.` });
export type RedirectBody = z.output<typeof redirectBody>;

/** The same, or free words. */
export const redirectOrInstruction = z.discriminatedUnion('type', [...changes, instruction], {
  error: `type is one of ${TYPES}; or say in instruction what to change.`,
});
