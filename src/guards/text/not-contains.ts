import { containsText } from '../../expressions/contains-text.ts';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { folded, type TextsOptions, textsOf, textsOptions } from './texts.ts';

/** Passes when none of the texts is in the artifact. */
export const notContains: Guard<TextsOptions> = {
  name: 'not-contains',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options: textsOptions.meta({
    title: 'Does not contain',
    description: 'Passes when none of the texts is in the artifact; the feedback says in which line one is.',
    examples: [{ texts: ['TODO', 'lorem ipsum'], ignoreCase: true }],
  }),
  evaluate(options, { artifact }) {
    const text = folded(artifact.text, options);
    const lines = text.split('\n');
    const unwanted = textsOf(options).filter((each) => containsText(text, folded(each, options)));
    if (unwanted.length === 0) return PASSED;
    return rejected(
      ...listed(unwanted.map((each) => `The text contains ${quoted(each)}${lineOf(lines, folded(each, options))}.`)),
      'It must not occur; leave it out or say it in another way.',
    );
  },
};

/** Where to look; a text that runs over several lines has no one line. */
function lineOf(lines: readonly string[], text: string): string {
  const index = lines.findIndex((line) => containsText(line, text));
  return index < 0 ? '' : ` (line ${index + 1})`;
}
