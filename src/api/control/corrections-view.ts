import { z } from 'zod';
import { REDIRECT_TYPES } from '../../model/event.ts';
import type { RunState } from '../../model/run-state.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const CorrectionView = component(
  'Correction',
  z.object({
    id: z.string(),
    timestamp: Time,
    type: z.enum([...REDIRECT_TYPES, 'instruction']).describe('instruction: words that led to no change'),
    description: z.string(),
    trailCleared: z.boolean(),
    actor: z.string(),
    outcome: z
      .enum(['applied', 'dropped', 'expired'])
      .describe(
        'what became of it: dropped where a person let it be or the run ended first, expired where nobody answered in time',
      ),
  }),
);

export const TrailEntryView = component(
  'TrailEntry',
  z.object({
    seq: z.number(),
    epoch: z.number(),
    type: z.string(),
    orGroup: z.string().optional(),
    selected: z.string().optional(),
    reason: z.string().optional(),
    timestamp: Time,
  }),
);

/** Every redirect, oldest first (api 4). */
export function correctionsView({ corrections = [] }: RunState) {
  return corrections.map(({ id, at, type, description, trailCleared, by, outcome }) => ({
    id,
    timestamp: timeOf(at),
    type,
    description,
    trailCleared,
    actor: by,
    outcome: outcome ?? ('applied' as const),
  }));
}

/** The whole Trail, oldest first; what an objective change cleared is in the epochs before (R10). */
export function trailView({ trail }: RunState) {
  return (trail?.entries ?? []).map(({ seq, epoch, type, orGroup, selected, reason, at }) => ({
    seq,
    epoch,
    type,
    ...(orGroup !== undefined && { orGroup }),
    ...(selected !== undefined && { selected }),
    reason,
    timestamp: timeOf(at),
  }));
}
