import type { Definition } from '../../definitions/schema/definition.ts';
import { leavesOfBaseCase } from '../../definitions/scope/base-case-leaves.ts';
import type { Assertion } from '../../definitions/topology-document.ts';

/** What the base case of a definition has people confirm; nothing where it has no base case. */
export function assertionsIn({ objective }: Definition): readonly Assertion[] {
  const baseCase = objective?.baseCase;
  const leaves = baseCase === undefined ? [] : leavesOfBaseCase(baseCase);
  return leaves.flatMap(({ name, leaf }) =>
    'assertion' in leaf ? [{ leaf: name, assertion: leaf.assertion, assignees: leaf.assignees ?? [] }] : [],
  );
}
