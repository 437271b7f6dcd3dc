import { propertyOf } from '../../expressions/values.ts';
import type { GuardContext } from '../guard.ts';

/** The files of the run's input, by path; what is no text is left out. */
export function givenFiles({ input }: Pick<GuardContext, 'input'>): readonly (readonly [path: string, text: string])[] {
  const files = propertyOf(input, 'files');
  if (typeof files !== 'object' || files === null) return [];
  return Object.entries(files).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text] as const] : []));
}

/** The text of the tests at a place: a step's artifact, a file of the run's input, or, being more than one line, the text itself. */
export function testsAt(place: string, context: Pick<GuardContext, 'dependencies' | 'input'>): string | undefined {
  if (place.includes('\n')) return place;
  const { dependencies } = context;
  if (Object.hasOwn(dependencies, place)) return dependencies[place];
  return givenFiles(context).find(([path]) => path === place)?.[1];
}
