import type { Edges } from '../../../definitions/compile/edges.ts';
import type { GroupDefinition } from '../../../definitions/schema/group.ts';
import type { WrittenGroup } from '../../../definitions/schema/subject.ts';
import type { GroupPlan } from '../../../model/plan.ts';
import { whySequential } from './why-sequential.ts';

export interface Branching {
  readonly groups: readonly GroupPlan[];
  /** Of steps and groups: the choices that it works for alone. */
  readonly branches: ReadonlyMap<string, readonly string[]>;
}

/**
 * Which parts of the graph belong to which choice: what only choices need, directly or not, and what needs a choice itself rather than
 * its group. They may run only while that choice is taken. `needed`: what is needed whatever is chosen, such as the goal.
 */
export function compileGroups(
  written: readonly WrittenGroup[],
  options: Readonly<Record<string, GroupDefinition>>,
  edges: ReadonlyMap<string, Edges>,
  needed: ReadonlySet<string>,
): Branching {
  const groupOf = new Map(written.flatMap(({ id, choices }) => choices.map(({ value }) => [value, id] as const)));
  const groups = new Map(written.map((group) => [group.id, group] as const));
  const branches = new Map<string, readonly string[]>();
  const children = childrenOf(edges);
  const known = new Map<string, readonly string[] | undefined>();
  const worksFor = (node: string): readonly string[] | undefined => {
    if (known.has(node)) return known.get(node);
    known.set(node, undefined);
    const found = needed.has(node) ? undefined : above(node);
    known.set(node, found);
    return found;
  };
  const above = (node: string): readonly string[] | undefined => {
    const group = groupOf.get(node);
    if (group !== undefined) return worksFor(group);
    const below = (children.get(node) ?? []).map((child) => (groupOf.has(child) ? [child] : worksFor(child)));
    if (below.length === 0 || below.includes(undefined)) return undefined;
    return lifted(new Set(below.flatMap((choices) => choices ?? [])));
  };
  /** What every choice of a group needs is needed as the group is, and no matter of choosing. */
  const lifted = (choices: Set<string>): readonly string[] | undefined => {
    for (const choice of choices) {
      const { id = '', choices: all = [] } = groups.get(groupOf.get(choice) ?? '') ?? {};
      if (!all.every(({ value }) => choices.has(value))) continue;
      const outer = worksFor(id);
      if (outer === undefined) return undefined;
      for (const { value } of all) choices.delete(value);
      for (const each of outer) choices.add(each);
    }
    return [...choices];
  };
  for (const node of [...edges.keys(), ...written.map(({ id }) => id)]) {
    const choices = worksFor(node) ?? after(node, edges, groupOf, branches);
    if (choices !== undefined) branches.set(node, choices);
  }
  const plans = written.map(({ id, choices }) => {
    const ids = choices.map(({ value }) => value);
    const sequentialBecause = whySequential(options[id] ?? {}, ids);
    const isSpeculative = options[id]?.speculative === true && sequentialBecause === undefined;
    const own = branches.get(id);
    return {
      id,
      choices: ids,
      ...(isSpeculative && { speculative: true }),
      ...(sequentialBecause !== undefined && { sequentialBecause }),
      ...(own && { branches: own }),
    };
  });
  return { groups: plans, branches };
}

/** What requires a choice, and not its group, has a use only where that choice is taken. Edges lead to what stands earlier, or later. */
function after(
  node: string,
  edges: ReadonlyMap<string, Edges>,
  groupOf: ReadonlyMap<string, string>,
  branches: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  if (groupOf.has(node)) return undefined;
  for (const required of edges.get(node)?.requires ?? []) {
    if (groupOf.has(required)) return [required];
    const choices = branches.get(required);
    if (choices) return choices;
  }
  return undefined;
}

function childrenOf(edges: ReadonlyMap<string, Edges>): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  const add = (parent: string, child: string) => {
    const known = children.get(parent);
    if (known) known.push(child);
    else children.set(parent, [child]);
  };
  for (const [id, { requires, optionalRequires }] of edges)
    for (const parent of [...requires, ...optionalRequires]) add(parent, id);
  return children;
}
