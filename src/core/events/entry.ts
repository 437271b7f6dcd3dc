import type { Event } from '../../model/event.ts';
import type { Place } from '../../model/events/place.ts';
import { CATEGORIES, type TraceAction, type TraceEntry } from '../../model/trace-entry.ts';

export function entry({ seq }: Event, action: TraceAction, facts: Partial<TraceEntry>): TraceEntry {
  return { seq, action, category: CATEGORIES[action], ...facts };
}

export function placeOf({ step, epoch, attempt }: Place): Place {
  return { step, epoch, attempt };
}
