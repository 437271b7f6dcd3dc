import { type TestResult, withoutCase } from '../python/test-report.ts';
import { fileOfTest } from './test-names.ts';

/** Why a test is run: it must turn green with the patch, or stay so. */
export type Purpose = 'fail-to-pass' | 'pass-to-pass';

/** What became of a test that was asked for by its name. */
export interface NamedResult {
  readonly name: string;
  readonly purpose: Purpose;
  readonly passed: boolean;
  /** Empty when it passed. */
  readonly message: string;
}

/** What became of it with a patch that took it away (R95). */
const GONE = 'it was there before the patch and is gone with it';

/** `name` is that of a file, a class, a test, or one case of it; it passes when all that it stands for does. */
export function namedResult(name: string, purpose: Purpose, results: readonly TestResult[]): NamedResult {
  const own = results.filter(({ id }) => standsFor(name, id));
  const wrong = own.find(({ outcome }) => outcome !== 'passed');
  if (own.length === 0) return { name, purpose, passed: false, message: GONE };
  if (wrong === undefined) return { name, purpose, passed: true, message: '' };
  return { name, purpose, passed: false, message: `${wrong.outcome}: ${wrong.message}` };
}

/** A file that could not be run is a result under the name of the file. */
export function standsFor(name: string, id: string): boolean {
  return id === name || withoutCase(id) === name || id.startsWith(`${name}::`) || id === fileOfTest(name);
}
