import { z } from 'zod';
import { programLimit } from '../../definitions/checks/guard-programs.ts';
import { durationSchema } from '../../definitions/parse/durations.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { runPythonTests } from '../python/run-tests.ts';
import { PROTOCOLS, type Protocol, type TestReport } from '../python/test-report.ts';
import { isTestModule } from './test-names.ts';
import type { Workspace } from './workspace.ts';

/** Options of the guards that run tests. */
export const testOptions = {
  protocol: z
    .enum(PROTOCOLS)
    .describe('How tests and code are kept apart; split when left out, and canary for tests that cannot be split.')
    .optional(),
  timeout: durationSchema.describe('What one run of the tests may take; PT30S when left out.').optional(),
};

/** The file of a generated test. */
export const GENERATED_TEST = 'test_generated.py';

export interface TestSetting {
  readonly sandbox: Sandbox;
  readonly context: Pick<GuardContext, 'signal'>;
  readonly given: { readonly protocol?: Protocol | undefined; readonly timeout?: string | undefined };
}

/** Runs test modules, given by path, against the repository as it is in a workspace. */
export function runInRepository(
  workspace: Workspace,
  tests: Readonly<Record<string, string>>,
  { sandbox, context, given }: TestSetting,
): Promise<TestReport> {
  return runPythonTests({
    sandbox,
    files: modulesOf(workspace),
    ...nothingJudged(workspace),
    tests,
    protocol: given.protocol,
    limits: { wall: programLimit(given.timeout) },
    signal: context.signal,
  });
}

/**
 * The Python modules of a repository by the paths under which they are imported, without its tests: code has no business with what it is
 * tested by. A folder `src` that is no package is left out of the paths, as where packages are installed from it.
 */
export function modulesOf(workspace: Workspace): Readonly<Record<string, string>> {
  const modules = workspace.paths.filter((path) => path.endsWith('.py') && !isTestModule(path) && !isConftest(path));
  const hasRoot = !workspace.has(`${SOURCE_ROOT}__init__.py`);
  const imported = (path: string) => {
    const inner = path.slice(SOURCE_ROOT.length);
    return hasRoot && path.startsWith(SOURCE_ROOT) && !workspace.has(inner) ? inner : path;
  };
  return Object.fromEntries(modules.map((path) => [imported(path), workspace.get(path) ?? '']));
}

const SOURCE_ROOT = 'src/';

function isConftest(path: string): boolean {
  return /(?:^|\/)conftest\.py$/.test(path);
}

/**
 * The policy on sources is for one artifact alone, since repositories are full of honest uses of what it looks for: an empty module is
 * judged in their stead. Under its usual name no test finds anything in it that it has not imported.
 */
function nothingJudged(workspace: Workspace): { readonly artifact: string; readonly module: string } {
  const isTaken = workspace.paths.some((path) => /^implementation(?:\.py$|\/)/.test(path));
  return { artifact: '', module: isTaken ? 'dsap_nothing' : 'implementation' };
}
