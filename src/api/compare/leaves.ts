import { z } from 'zod';
import { NATURES, VERDICTS } from '../../model/verdict.ts';
import type { VerdictView } from '../steps/verdict-view.ts';

const LeafSide = z.object({ verdict: z.enum(VERDICTS), feedback: z.string(), score: z.number().optional() }).nullable();

export const LeafPair = z.object({
  path: z
    .string()
    .describe('where it stands in the guard tree, by position from 0, such as /1/0; empty for the only one'),
  guard: z.string(),
  nature: z.enum(NATURES),
  a: LeafSide.describe('null: it was not asked, or is no part of the guard'),
  b: LeafSide,
  differs: z.boolean(),
});
type LeafPair = z.output<typeof LeafPair>;

interface Leaf {
  readonly path: string;
  readonly verdict: VerdictView;
}

/** The leaves of two guard trees side by side, those that differ first, else in declared order. */
export function leavesBeside(a: VerdictView | null, b: VerdictView | null): LeafPair[] {
  const pairs = pairsOf(leavesIn(a), leavesIn(b)).map(pairView);
  return [...pairs.filter(({ differs }) => differs), ...pairs.filter(({ differs }) => !differs)];
}

function leavesIn(verdict: VerdictView | null, path = ''): readonly Leaf[] {
  if (!verdict) return [];
  if (verdict.subResults.length === 0) return [{ path, verdict }];
  return verdict.subResults.flatMap((one, at) => leavesIn(one, `${path}/${at}`));
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
  return one.verdict.guard === other.verdict.guard;
}

function isSamePlace(one: Leaf, other: Leaf): boolean {
  return one.path === other.path && isSameGuard(one, other);
}

function pairView([a, b]: Pair): LeafPair {
  const { path, verdict } = a ?? b;
  const { guard, nature } = verdict;
  const differs = a?.verdict.verdict !== b?.verdict.verdict || a?.verdict.feedback !== b?.verdict.feedback;
  return { path, guard, nature, a: sideOf(a), b: sideOf(b), differs };
}

function sideOf(leaf: Leaf | undefined): z.output<typeof LeafSide> {
  if (!leaf) return null;
  const { verdict, feedback, score } = leaf.verdict;
  return { verdict, feedback, ...(score !== undefined && { score }) };
}
