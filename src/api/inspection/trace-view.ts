import { z } from 'zod';
import { component } from '../reference/components.ts';

export const TraceEntryView = component(
  'TraceEntry',
  z.looseObject({
    seq: z.number(),
    action: z.string(),
    category: z.enum(['external', 'sensing', 'internal']),
    step: z.string().optional(),
    epoch: z.number().optional(),
    attempt: z.number().optional(),
    artifactId: z.string().optional(),
    verdict: z.string().optional(),
    feedback: z.string().optional().describe('the first 500 characters of what the guard said'),
    dependencies: z.record(z.string(), z.string()).optional(),
    unresolved: z.number().optional().describe('of OBSERVE: how many steps and groups were unresolved'),
    unresolvedIds: z.array(z.string()).readonly().optional().describe('the first 20 of them'),
    trail: z.looseObject({ type: z.string() }).optional().describe('of OBSERVE: the newest entry of the Trail'),
    stopRequested: z.boolean().optional(),
    redirectRequested: z.boolean().optional(),
    verification: z
      .object({ passed: z.boolean(), artifactId: z.string().optional() })
      .optional()
      .describe('of OBSERVE: the last verification of the base case'),
  }),
);
export type TraceEntryView = z.output<typeof TraceEntryView>;
