import type { BaseCasePlan } from '../../model/plan.ts';

/** The leaves of a compiled tree, in declared order. */
export function leavesIn(tree: BaseCasePlan | undefined): readonly Extract<BaseCasePlan, { leaf: string }>[] {
  if (tree === undefined) return [];
  if ('leaf' in tree) return [tree];
  return ('all' in tree ? tree.all : tree.any).flatMap(leavesIn);
}

/** Whether the tree holds, given what is known of its leaves; undefined while that hinges on leaves that are not known. */
export function holds(
  tree: BaseCasePlan,
  known: (leaf: Extract<BaseCasePlan, { leaf: string }>) => boolean | undefined,
): boolean | undefined {
  if ('leaf' in tree) return known(tree);
  if ('all' in tree) return joined(tree.all, known, false);
  return joined(tree.any, known, true);
}

function joined(
  children: readonly BaseCasePlan[],
  known: Parameters<typeof holds>[1],
  decisive: boolean,
): boolean | undefined {
  let isOpen = false;
  for (const child of children) {
    const held = holds(child, known);
    if (held === decisive) return decisive;
    isOpen ||= held === undefined;
  }
  return isOpen ? undefined : !decisive;
}
