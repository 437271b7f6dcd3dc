import { propertyOf } from '../../domain/expression/values.ts';
import type { GuardContext } from '../guard.ts';

type Given = Pick<GuardContext, 'dependencies' | 'input'>;

/** The text of the tests at a place: a step's artifact, a file of the run's input, or, being more than one line, the text itself. */
export function testsAt(place: string, { dependencies, input }: Given): string | undefined {
  if (place.includes('\n')) return place;
  if (Object.hasOwn(dependencies, place)) return dependencies[place];
  return filesOf(input).find(([path]) => path === place)?.[1];
}

/** The sources of the run's input that are no tests: files that are there beside the artifact, by path. */
export function givenSources({ input }: Given, tests: string): Readonly<Record<string, string>> {
  const sources = filesOf(input).filter(([path]) => path !== tests && /\.[cm]?[jt]s$/.test(path) && !isTest(path));
  return Object.fromEntries(sources);
}

function filesOf(input: unknown): readonly (readonly [path: string, text: string])[] {
  const files = propertyOf(input, 'files');
  if (typeof files !== 'object' || files === null) return [];
  return Object.entries(files).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text] as const] : []));
}

/** Tests that the implementation must not see, and declarations that no program runs. */
function isTest(path: string): boolean {
  return /(^|\/)(tests?|__tests__)\/|\.(test|spec|d)\.[cm]?[jt]s$/.test(path);
}
