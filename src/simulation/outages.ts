import { z } from 'zod';
import type { Card } from './card.ts';
import { chosenBy, hasKey } from './chosen.ts';
import { Milliseconds } from './duration.ts';
import type { Reply } from './reply.ts';

/** How a provider that is away answers: by an error, or by closing the connection before it says anything. */
const Manner = {
  status: z.int().min(400).max(599).optional(),
  /** Seconds. */
  retryAfter: z.number().min(0).optional(),
  drop: z.literal(true).optional(),
};

/** Some time after the card's first call. */
const ByTime = z.strictObject({ from: Milliseconds.default(0), for: Milliseconds, ...Manner });
/** A number of calls, after those before them. */
const ByCalls = z.strictObject({ after: z.int().min(0).default(0), calls: z.int().positive(), ...Manner });
const SAYS_TWICE = 'an outage either answers with a status or drops the connection';

type Outage = z.infer<typeof ByTime> | z.infer<typeof ByCalls>;

/** When the provider of a card is away, counted from the card's first call in this process. */
export const Outages = z
  .array(chosenBy<Outage>((value) => (hasKey(value, 'calls') ? ByCalls : ByTime)).refine(saysOnce, SAYS_TWICE))
  .default([]);

function saysOnce({ drop, status, retryAfter }: Outage): boolean {
  return drop === undefined || (status === undefined && retryAfter === undefined);
}

/**
 * Returns what a card's provider says to a call that meets one of its outages, undefined for any other call. Counts the calls of each card:
 * apart from this the simulated models remember nothing. `now`: milliseconds.
 */
export function createOutages(now: () => number = Date.now): (card: Card) => Reply | undefined {
  const counted = new Map<string, { readonly first: number; calls: number }>();
  return ({ name, outages }) => {
    if (outages.length === 0) return undefined;
    const called = counted.get(name) ?? { first: now(), calls: 0 };
    counted.set(name, called);
    called.calls += 1;
    const time = now() - called.first;
    const met = outages.find((outage) =>
      'calls' in outage
        ? called.calls > outage.after && called.calls <= outage.after + outage.calls
        : time >= outage.from && time < outage.from + outage.for,
    );
    return met && replyOf(met);
  };
}

function replyOf({ drop, status = 503, retryAfter }: Outage): Reply {
  if (drop) return { kind: 'drop', beforeAnswer: true };
  const message = `The service is overloaded (simulated outage, status ${status}).`;
  return { kind: 'fault', status, message, ...(retryAfter !== undefined && { retryAfter }) };
}
