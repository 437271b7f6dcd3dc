import { z } from 'zod';
import type { Event } from '../../model/event.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const EventView = component(
  'Event',
  z.object({
    seq: z.number(),
    id: z.string(),
    type: z.string(),
    time: Time,
    runId: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
);
export type EventView = z.output<typeof EventView>;

/** The envelope of an event (api 3). */
export function eventView(runId: string, { seq, at, type, ...data }: Event): EventView {
  return { seq, id: `evt_${runId}_${seq}`, type, time: timeOf(at), runId, data };
}
