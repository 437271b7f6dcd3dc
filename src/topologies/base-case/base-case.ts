import { programTimeOf, runsProgram, timeAround } from '../../definitions/checks/guard-programs.ts';
import type { BaseCaseDefinition } from '../../definitions/schema/base-case.ts';
import { guardOf, leavesOfBaseCase } from '../../definitions/scope/base-case-leaves.ts';
import type { BaseCasePlan, VerificationPlan } from '../../model/plan.ts';

const ROOT = 'baseCase';

export function compileBaseCase(tree: BaseCaseDefinition, name = ROOT): BaseCasePlan {
  if ('all' in tree) return { all: tree.all.map((child, at) => compileBaseCase(child, `${name}/all/${at}`)) };
  if ('any' in tree) return { any: tree.any.map((child, at) => compileBaseCase(child, `${name}/any/${at}`)) };
  return { leaf: name, ...('on' in tree && tree.on !== undefined && { on: tree.on }) };
}

/** Milliseconds that leaves may usually take together. */
const USUAL_TIME = 600_000;

/** Leaves are verified one after the other; room is left for what their programs may take (R110). */
export function compileVerification(tree: BaseCaseDefinition): VerificationPlan {
  const guards = leavesOfBaseCase(tree).flatMap((named) => guardOf(named.leaf) ?? []);
  const programs = guards.reduce((sum, guard) => sum + programTimeOf(guard), 0);
  const time = timeAround(USUAL_TIME, programs);
  return { time, ...(!guards.some(runsProgram) && { runsProgram: false }) };
}

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
