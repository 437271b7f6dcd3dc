import type { Event } from '../model/event.ts';

/**
 * Events that are not known to be stored yet. They ride in the input of regular activities and of the next execution, never of local
 * activities: those run before their workflow task commits, so a rolled back task would leave the log ahead of the run (engine 2.1).
 */
export interface Outbox {
  add(events: readonly Event[]): void;
  /** A copy: the box grows while a call is being built, and a call acknowledges only what it carried. */
  pending(): readonly Event[];
  /** Everything up to this seq is stored. */
  acknowledge(seq: number): void;
  readonly stored: number;
}

/** `handedOn`: what follows `stored` in the log and an execution before this one did not see stored. */
export function createOutbox(stored: number, handedOn: readonly Event[] = []): Outbox {
  let acknowledged = stored;
  let events = handedOn;
  return {
    add(more) {
      events = [...events, ...more];
    },
    pending: () => events,
    acknowledge(seq) {
      acknowledged = Math.max(acknowledged, seq);
      events = events.filter((event) => event.seq > acknowledged);
    },
    get stored() {
      return acknowledged;
    },
  };
}

/** The most a batch may weigh, in characters of JSON (design 5, projections). */
const BATCH_LIMIT = 256 * 1024;

/** Whether a batch is too heavy to ride on a call and must be flushed in parts. */
export function isHeavy(events: readonly Event[]): boolean {
  return events.length > 200 && JSON.stringify(events).length > BATCH_LIMIT;
}

/** Whether the log must have them at once: a call that would bring them may wait for a free slot. */
export function cannotWait(events: readonly Event[]): boolean {
  return events.some(
    (event) => ANSWERS.has(event.type) || (event.type === 'attempt.finished' && event.status === 'discarded'),
  );
}

/** What a person's request leads to, whose caller waits for it (R74); a token that is discarded aborts its call by the log's notification (R83). */
const ANSWERS: ReadonlySet<Event['type']> = new Set([
  'run.stopping',
  'run.pausing',
  'run.resumed',
  'run.redirecting',
  'run.redirected',
  'run.redirect_ended',
  'escalation.decided',
  'decision.rejected',
  'budget.raised',
]);

/** The longest prefix that is light enough to send, at least one event. */
export function lightPart(events: readonly Event[]): readonly Event[] {
  return isHeavy(events) ? lightPart(events.slice(0, Math.ceil(events.length / 2))) : events;
}
