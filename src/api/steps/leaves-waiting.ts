import { z } from 'zod';
import { leavesAround, STANDINGS } from '../../definitions/scope/leaves-around.ts';
import { NATURES } from '../../model/verdict.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { naturesOf } from './natures.ts';

export const LeafView = component(
  'LeafOfGuard',
  z
    .object({
      path: z
        .string()
        .describe('where it stands in the guard, by position from 0, such as /1/0; empty for the only one'),
      leaf: z.string(),
      guard: z.string().describe('the guard that it uses'),
      nature: z.enum(NATURES).optional(),
      options: z.string().optional().describe('what it is to look for, in short'),
      standing: z.enum(STANDINGS).describe('`open`: it is told with the verdict'),
    })
    .describe('of a guard that waits for a person: which of its leaves have passed, and which is asked about'),
);
export type LeafView = z.output<typeof LeafView>;

/** The leaves of a step's guard that waits for a person; none where it does not. */
export async function leavesWaiting(
  { store, guards }: Pick<ApiContext, 'store' | 'guards'>,
  { record, state }: RunRow,
  step: string,
): Promise<LeafView[]> {
  const asked = state.steps[step]?.call?.pending;
  if (asked === undefined) return [];
  const natures = naturesOf(guards);
  return leavesAround(await store.revisions.document(record), step, asked).map((leaf) => {
    const nature = natures.get(leaf.guard);
    return { ...leaf, ...(nature !== undefined && { nature }) };
  });
}
