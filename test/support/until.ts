import { setTimeout as wait } from 'node:timers/promises';

/** Looks every 25 ms, or as said, until there is something to see, and answers that; after the limit it fails and says what never came. */
export async function until<Seen>(
  what: string,
  look: () => Seen | undefined | Promise<Seen | undefined>,
  limit = 60_000,
  every = 25,
): Promise<Seen> {
  const deadline = Date.now() + limit;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`after ${limit / 1_000} s still not so: ${what}`);
    await wait(every);
  }
}
