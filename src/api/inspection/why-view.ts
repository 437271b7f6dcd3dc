import { z } from 'zod';
import { RUN_STATUSES } from '../../model/event.ts';
import { FAILURE_MODES, type FoundMode } from '../../stories/failure-modes.ts';
import type { Why } from '../../stories/why.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const WhyView = component(
  'Why',
  z.object({
    status: z.enum(RUN_STATUSES),
    summary: z.string(),
    chain: z.array(z.object({ seq: z.number(), at: Time, because: z.string() })),
    next: z.array(z.object({ who: z.enum(['engine', 'person']), action: z.string() })),
    failureModes: z.array(z.object({ name: z.enum(FAILURE_MODES), step: z.string(), because: z.string() })),
  }),
);

export function whyView({ status, summary, chain, next }: Why, failureModes: readonly FoundMode[]) {
  return {
    status,
    summary,
    chain: chain.map(({ seq, at, because }) => ({ seq, at: timeOf(at), because })),
    next: [...next],
    failureModes: [...failureModes],
  };
}
