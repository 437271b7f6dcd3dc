import { z } from 'zod';
import { type Cap, capName } from '../../model/caps.ts';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const CapView = component(
  'Cap',
  z.object({
    name: z.string().describe('as `waiting.cap` of a run has it'),
    window: z.enum(['day', 'month']),
    unit: z.enum(['tokens', 'usd']),
    tag: z.string().optional().describe('counts only runs with this tag'),
    workflow: z.string().optional().describe('counts only runs of this definition'),
    limit: z.number().describe('the most that may be used within a window: tokens, or US dollars'),
    used: z.number().describe('of answers that are settled, in this window'),
    reserved: z.number().describe('what calls in flight may still come to'),
    remaining: z.number().describe('what further calls may reserve; 0 if a limit was lowered below what is used'),
    since: Time.describe('when this window began'),
    until: Time.describe('when it turns, by the clock of the database in UTC'),
    waiting: z.number().describe('calls that wait for this cap'),
  }),
);
export type CapView = z.output<typeof CapView>;

/** The caps of the settings with what runs have used and reserved in the present window; a cap in USD and tokens is two of them. */
export async function capViews({ store, models }: ApiContext): Promise<readonly CapView[]> {
  const rows = (models.caps ?? []).flatMap((cap) => UNITS.flatMap((unit) => rowOf(cap, unit)));
  if (rows.length === 0) return [];
  const [windows, waiting] = await Promise.all([
    store.caps.windows(rows.map(({ name, window }) => ({ name, window }))),
    store.caps.waiting(),
  ]);
  return rows.flatMap(({ most, unit, name, ...row }) => {
    const found = windows.get(name);
    if (!found) return [];
    const amount = (one: number) => (unit === 'usd' ? one / 1_000_000 : one);
    const { used, reserved, begins, turns } = found;
    return {
      name,
      unit,
      ...row,
      limit: amount(most),
      used: amount(used),
      reserved: amount(reserved),
      remaining: amount(Math.max(0, most - used - reserved)),
      since: timeOf(begins),
      until: timeOf(turns),
      waiting: waiting.get(name) ?? 0,
    };
  });
}

const UNITS = ['usd', 'tokens'] as const;

/** `most`: micro-USD or tokens. */
function rowOf({ microUsd, tokens, ...cap }: Cap, unit: (typeof UNITS)[number]) {
  const most = unit === 'usd' ? microUsd : tokens;
  return most === undefined ? [] : [{ ...cap, name: capName(unit, cap), unit, most }];
}
