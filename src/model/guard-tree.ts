/** A guard as a definition writes it (design 3): leaves that name a guard, composites that nest. */
export interface GuardLeaf {
  readonly use: string;
  /** What routing, statistics and streams are keyed by; the name of the guard when left out. */
  readonly id?: string;
  readonly with?: unknown;
  readonly onFail?: 'retry' | 'fatal';
  /** Replaces the guard's own words. */
  readonly feedback?: string;
  readonly generated?: boolean;
  /** Of generated criteria: `human`, or the leaf that must agree (R81). */
  readonly confirm?: string;
}

export const COMPOSITES = ['sequence', 'all', 'any', 'majority'] as const;
export type Composite = (typeof COMPOSITES)[number];

export type GuardTree =
  | GuardLeaf
  | { readonly sequence: readonly GuardTree[] }
  | { readonly all: readonly GuardTree[] }
  | { readonly any: readonly GuardTree[] }
  | { readonly majority: readonly GuardTree[] };

export function isLeaf(tree: GuardTree): tree is GuardLeaf {
  return 'use' in tree;
}

export function leafId(leaf: GuardLeaf): string {
  return leaf.id ?? leaf.use;
}

/** The composite's kind and children, in declared order. */
export function branchesOf(tree: Exclude<GuardTree, GuardLeaf>): { kind: Composite; children: readonly GuardTree[] } {
  if ('sequence' in tree) return { kind: 'sequence', children: tree.sequence };
  if ('all' in tree) return { kind: 'all', children: tree.all };
  if ('any' in tree) return { kind: 'any', children: tree.any };
  return { kind: 'majority', children: tree.majority };
}

/** Every leaf, in declared order. */
export function leavesOf(tree: GuardTree): readonly GuardLeaf[] {
  return isLeaf(tree) ? [tree] : branchesOf(tree).children.flatMap(leavesOf);
}
