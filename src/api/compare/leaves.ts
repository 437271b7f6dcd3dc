import { z } from 'zod';
import { NATURES, VERDICTS } from '../../model/verdict.ts';
import type { AttemptView } from '../steps/attempt-view.ts';
import type { LeafView } from '../steps/leaves-waiting.ts';
import type { VerdictView } from '../steps/verdict-view.ts';

const LeafSide = z
  .object({
    verdict: z
      .enum([...VERDICTS, 'asked', 'open'])
      .describe('of a guard that waits for a person: `asked`: it waits, `open`: it is told with the verdict'),
    feedback: z.string(),
    score: z.number().optional(),
  })
  .nullable();

export const LeafPair = z.object({
  path: z
    .string()
    .describe('where it stands in the guard tree, by position from 0, such as /1/0; empty for the only one'),
  guard: z.string(),
  nature: z.enum(NATURES).optional(),
  a: LeafSide.describe('null: it was not asked, is no part of the guard, or the attempt has no verdict yet'),
  b: LeafSide,
  differs: z.boolean(),
});
type LeafPair = z.output<typeof LeafPair>;

type Leaf = Pick<LeafPair, 'path' | 'guard' | 'nature'> & { readonly side: NonNullable<LeafPair['a']> };

type Judged = Pick<AttemptView, 'verdict' | 'leaves'>;

/** The leaves of the guards of two attempts side by side, those that differ first, else in declared order. */
export function leavesBeside(a: Judged, b: Judged): LeafPair[] {
  const pairs = pairsOf(leavesIn(a), leavesIn(b)).map(pairView);
  return [...pairs.filter(({ differs }) => differs), ...pairs.filter(({ differs }) => !differs)];
}

function leavesIn({ verdict, leaves = [] }: Judged): readonly Leaf[] {
  return verdict ? leavesUnder(verdict, '') : leaves.map(waitingLeaf);
}

function leavesUnder(of: VerdictView, path: string): readonly Leaf[] {
  const { guard, nature, verdict, feedback, score, subResults } = of;
  if (subResults.length > 0) return subResults.flatMap((one, at) => leavesUnder(one, `${path}/${at}`));
  return [{ path, guard, nature, side: { verdict, feedback, ...(score !== undefined && { score }) } }];
}

function waitingLeaf({ path, leaf, nature, standing }: LeafView): Leaf {
  const verdict = standing === 'passed' ? 'pass' : standing;
  return { path, guard: leaf, ...(nature !== undefined && { nature }), side: { verdict, feedback: '' } };
}

type Pair = readonly [Leaf, Leaf | undefined] | readonly [undefined, Leaf];

/** By place and name; what is left over, as when the definition was another, by name alone, in order. */
function pairsOf(a: readonly Leaf[], b: readonly Leaf[]): readonly Pair[] {
  const partners = new Map<Leaf, Leaf>();
  const free = new Set(b);
  for (const isPartner of [isSamePlace, isSameGuard]) {
    for (const leaf of a) {
      const partner = partners.has(leaf) ? undefined : [...free].find((other) => isPartner(leaf, other));
      if (!partner) continue;
      partners.set(leaf, partner);
      free.delete(partner);
    }
  }
  return [
    ...a.map((leaf) => [leaf, partners.get(leaf)] as const),
    ...[...free].map((leaf) => [undefined, leaf] as const),
  ];
}

function isSameGuard(one: Leaf, other: Leaf): boolean {
  return one.guard === other.guard;
}

function isSamePlace(one: Leaf, other: Leaf): boolean {
  return one.path === other.path && isSameGuard(one, other);
}

function pairView([a, b]: Pair): LeafPair {
  const { path, guard, nature } = a ?? b;
  const differs = a?.side.verdict !== b?.side.verdict || a?.side.feedback !== b?.side.feedback;
  return { path, guard, ...(nature !== undefined && { nature }), a: a?.side ?? null, b: b?.side ?? null, differs };
}
