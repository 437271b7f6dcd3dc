import { programTimeOf, runsProgram, timeAround } from '../../definitions/checks/guard-programs.ts';
import type { BaseCaseDefinition, BaseCaseLeaf } from '../../definitions/schema/base-case.ts';
import type { BaseCasePlan, VerificationPlan } from '../../model/plan.ts';

export type { BaseCaseDefinition, BaseCaseLeaf } from '../../definitions/schema/base-case.ts';

/** A leaf with its name: where it stands in the tree, such as `baseCase/all/0`. */
export interface NamedLeaf {
  readonly name: string;
  readonly leaf: BaseCaseLeaf;
}

const ROOT = 'baseCase';

/** Every leaf, in declared order. */
export function leavesOfBaseCase(tree: BaseCaseDefinition, name = ROOT): readonly NamedLeaf[] {
  if ('all' in tree) return tree.all.flatMap((child, at) => leavesOfBaseCase(child, `${name}/all/${at}`));
  if ('any' in tree) return tree.any.flatMap((child, at) => leavesOfBaseCase(child, `${name}/any/${at}`));
  return [{ name, leaf: tree }];
}

export function compileBaseCase(tree: BaseCaseDefinition, name = ROOT): BaseCasePlan {
  if ('all' in tree) return { all: tree.all.map((child, at) => compileBaseCase(child, `${name}/all/${at}`)) };
  if ('any' in tree) return { any: tree.any.map((child, at) => compileBaseCase(child, `${name}/any/${at}`)) };
  return { leaf: name, ...('on' in tree && tree.on !== undefined && { on: tree.on }) };
}

/** Milliseconds that leaves may usually take together, and one of them. */
const USUAL_TIME = 600_000;
const USUAL_LEAF_TIME = 120_000;

/** Leaves are verified one after the other; room is left for what their programs may take (R110). */
export function compileVerification(tree: BaseCaseDefinition): VerificationPlan {
  const guards = leavesOfBaseCase(tree).flatMap((named) => guardOf(named.leaf) ?? []);
  const programs = guards.reduce((sum, guard) => sum + programTimeOf(guard), 0);
  const time = timeAround(USUAL_TIME, programs);
  return { time, ...(!guards.some(runsProgram) && { runsProgram: false }) };
}

/** Milliseconds that one leaf may take. */
export function leafTime(check: BaseCaseLeaf): number {
  const guard = guardOf(check);
  return timeAround(USUAL_LEAF_TIME, guard ? programTimeOf(guard) : 0);
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

/** The guard that answers a leaf; a script is taken to be a file of the workspace, whose text comes in later. Undefined for those about files. */
export function guardOf(check: BaseCaseLeaf): { readonly use: string; readonly with?: unknown } | undefined {
  if ('guard' in check) return check.guard;
  if ('command' in check) return programGuard(check.command, check.timeout);
  if ('notCommand' in check) return programGuard(check.notCommand, check.timeout);
  if ('rubric' in check) {
    const { rubric, threshold, model } = check;
    const options = { rubric, ...(threshold !== undefined && { threshold }), ...(model !== undefined && { model }) };
    return { use: 'llm-judge', with: options };
  }
  return undefined;
}

function programGuard(run: string | readonly string[], limit: string | undefined) {
  const argv = typeof run === 'string' ? ['sh', '-c', run] : run;
  const script =
    /^(?:python3?|node)$/.test(argv[0] ?? '') && /\.(?:py|[cm]?[jt]s)$/.test(argv[1] ?? '') ? argv[1] : undefined;
  const files = script === undefined ? {} : { files: { [script]: '' } };
  return { use: 'command', with: { run: argv, ...(limit !== undefined && { timeout: limit }), ...files } };
}
