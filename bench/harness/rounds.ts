import type { Takes } from '../figure.ts';

/**
 * Takes each of some numbers in turn, again and again: what else the machine does meets all of them alike. The first round is to warm up
 * and is left out.
 */
export async function inTurn(rounds: number, takes: Readonly<Record<string, () => Promise<number>>>): Promise<Takes> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(takes).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, take] of Object.entries(takes)) {
      const value = await take();
      if (round > 0) taken[name]?.push(value);
    }
  }
  return taken;
}
