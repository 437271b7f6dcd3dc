import type { Issue } from '../../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../../text/loose.ts';

/** Characters that the traits of a machine add to its prompts, all steps together. */
const MAX_INJECTED = 4 * 1024 * 1024;

/** Prompts without end make all other checks of a machine dear. */
export function injectionIssues(document: unknown): readonly Issue[] {
  const traits = itemsOf(fieldOf(fieldOf(document, 'components'), 'traits'));
  const injected = traits.reduce<number>((sum, trait) => {
    const fragment = fieldOf(trait, 'prompt_fragment');
    return sum + (typeof fragment === 'string' ? fragment.length * itemsOf(fieldOf(trait, 'inject_into')).length : 0);
  }, 0);
  if (injected <= MAX_INJECTED) return [];
  const detail = `The traits add ${injected} characters to prompts; at most ${MAX_INJECTED} are taken.`;
  return [{ pointer: '/components/traits', code: 'too_large', detail }];
}
