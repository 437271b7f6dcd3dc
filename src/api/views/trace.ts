import { z } from 'zod';
import { component } from '../components.ts';

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
    dependencies: z.record(z.string(), z.string()).optional(),
  }),
);
