/** The leaves of a base case, as it is written: their names, and what answers them. */
import { programTimeOf, timeAround } from '../checks/guard-programs.ts';
import type { BaseCaseDefinition, BaseCaseLeaf } from '../schema/base-case.ts';

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

/** Milliseconds that one leaf may usually take. */
const USUAL_TIME = 120_000;

/** Milliseconds that one leaf may take. */
export function leafTime(check: BaseCaseLeaf): number {
  const guard = guardOf(check);
  return timeAround(USUAL_TIME, guard ? programTimeOf(guard) : 0);
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
