import type { GuardContext } from '../guard.ts';
import { givenFiles } from '../isolation/given-files.ts';

/** The sources of the run's input that are no tests: files that are there beside the artifact, by path. */
export function givenSources(context: Pick<GuardContext, 'input'>, tests: string): Readonly<Record<string, string>> {
  const sources = givenFiles(context).filter(([path]) => path !== tests && /\.[cm]?[jt]s$/.test(path) && !isTest(path));
  return Object.fromEntries(sources);
}

/** Tests that the implementation must not see, and declarations that no program runs. */
function isTest(path: string): boolean {
  return /(^|\/)(tests?|__tests__)\/|\.(test|spec|d)\.[cm]?[jt]s$/.test(path);
}
