import { z } from 'zod';
import { identifier } from '../parse/names.ts';
import { guardSchema } from './guard.ts';

/** The parts that a step is to be broken down into, as a step that proposes them writes them (S1x-5). */
export const decompositionSchema = z.object({
  children: z
    .array(
      z.object({
        id: identifier,
        title: z.string().min(1).max(200).optional(),
        task: z.string().min(1),
        requires: z.array(z.string()).optional(),
        guard: guardSchema.optional(),
      }),
    )
    .min(1),
  reason: z.string().optional(),
});
export type Decomposition = z.infer<typeof decompositionSchema>;
