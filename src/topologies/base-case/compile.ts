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
