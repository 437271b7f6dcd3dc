import { z } from 'zod';
import { component } from '../reference/components.ts';
import { Limits } from '../runs/limits.ts';
import { MediaType } from '../runs/start-request.ts';

const common = {
  artifactDigest: z.string().max(200).optional().describe('the digest of what was shown binds the decision'),
  shown: z
    .string()
    .max(200)
    .optional()
    .describe('what the question showed, as it says itself: the decision is refused where something of it moved on'),
  comment: z.string().optional(),
  by: z.string().min(1).max(200).optional(),
};
const extraAttempts = z.int().min(1).max(100).optional();
const guidance = z.string().optional();

/** The body of a decision: each action with its own fields (api 5). */
export const DecisionRequest = component(
  'DecisionRequest',
  z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('approve'), ...common }),
    z.strictObject({ action: z.literal('reject'), feedback: z.string().min(1), ...common }),
    z.strictObject({ action: z.literal('amend'), content: z.string(), mediaType: MediaType.optional(), ...common }),
    z.strictObject({ action: z.literal('retry'), guidance, extraAttempts, ...common }),
    z.strictObject({ action: z.literal('redo'), step: z.string(), guidance, ...common }),
    z.strictObject({ action: z.literal('skip'), step: z.string().optional(), ...common }),
    z.strictObject({ action: z.literal('raise'), budgets: Limits, ...common }),
    z.strictObject({ action: z.literal('abort'), reason: z.string().optional(), ...common }),
  ]),
);
export type DecisionRequest = z.output<typeof DecisionRequest>;
