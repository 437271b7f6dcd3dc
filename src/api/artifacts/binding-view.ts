import { z } from 'zod';
import { component } from '../reference/components.ts';

export const BindingView = component(
  'Binding',
  z.object({
    step: z.string(),
    artifactId: z.string(),
    summary: z.string(),
    facts: z.record(z.string(), z.unknown()).optional(),
    source: z.enum(['generated', 'human', 'imported']),
  }),
);
export type BindingView = z.output<typeof BindingView>;
