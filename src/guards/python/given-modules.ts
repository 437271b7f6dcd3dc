import { propertyOf } from '../../domain/expression/values.ts';
import type { GuardContext } from '../guard.ts';

/** The Python files of the run's input that are no tests: modules that are there beside the artifact, by path. */
export function givenModules({ input }: Pick<GuardContext, 'input'>): Readonly<Record<string, string>> {
  return Object.fromEntries(givenFiles(input).filter(([path]) => path.endsWith('.py') && !isTest(path)));
}

/** A file of the run's input. */
export function givenFile({ input }: Pick<GuardContext, 'input'>, path: string): string | undefined {
  return givenFiles(input).find(([each]) => each === path)?.[1];
}

/** `pkg.mod` for `pkg/mod.py`, and `pkg` for `pkg/__init__.py`. */
export function moduleOf(path: string): string {
  return path
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}

function givenFiles(input: unknown): readonly (readonly [path: string, text: string])[] {
  const files = propertyOf(input, 'files');
  if (typeof files !== 'object' || files === null) return [];
  return Object.entries(files).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text] as const] : []));
}

/** Tests that the implementation must not see. */
function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?\/|test_[^/]*$|[^/]*_test\.py$|conftest\.py$)/.test(path);
}
