import { branchesOf, type GuardLeaf, type GuardTree, isLeaf, leafId } from '../../model/guard-tree.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import { readDefinition } from '../compile/read.ts';

/**
 * What the whole guard of a step is sure to say once a person has approved or rejected for its leaf; undefined where its other leaves have
 * still to be asked. In a `sequence` those before the leaf have passed: a rejection settles it, and an approval does where the leaf is last.
 */
export function verdictOnce(
  document: unknown,
  { step, leaf }: Pick<EscalationState, 'step' | 'leaf'>,
  action: 'approve' | 'reject',
): VerdictWord | undefined {
  const asked = readDefinition(document)?.definition.steps.find(({ id }) => id === step);
  const found = asked && leaf !== undefined ? placeOf(asked.guard, leaf) : undefined;
  if (!found) return undefined;
  if (action === 'reject') return found.leaf.onFail ?? 'retry';
  return found.isLast ? 'pass' : undefined;
}

/** Where the leaf stands, if nothing but sequences are around it. */
function placeOf(tree: GuardTree, leaf: string): { readonly leaf: GuardLeaf; readonly isLast: boolean } | undefined {
  if (isLeaf(tree)) return leafId(tree) === leaf ? { leaf: tree, isLast: true } : undefined;
  const { kind, children } = branchesOf(tree);
  if (kind !== 'sequence' && children.length > 1) return undefined;
  for (const [at, child] of children.entries()) {
    const found = placeOf(child, leaf);
    if (found) return { ...found, isLast: found.isLast && at === children.length - 1 };
  }
  return undefined;
}
