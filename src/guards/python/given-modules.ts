import type { GuardContext } from '../guard.ts';
import { givenFiles } from '../isolation/given-files.ts';

/** The Python files of the run's input that are no tests: modules that are there beside the artifact, by path. */
export function givenModules(context: Pick<GuardContext, 'input'>): Readonly<Record<string, string>> {
  return Object.fromEntries(givenFiles(context).filter(([path]) => path.endsWith('.py') && !isTest(path)));
}

/** `pkg.mod` for `pkg/mod.py`, and `pkg` for `pkg/__init__.py`. */
export function moduleOf(path: string): string {
  return path
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}

/** Tests that the implementation must not see. */
function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?\/|test_[^/]*$|[^/]*_test\.py$|conftest\.py$)/.test(path);
}
