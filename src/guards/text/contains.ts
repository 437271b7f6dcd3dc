import { containsText } from '../../expressions/contains-text.ts';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { folded, type TextsOptions, textsOf, textsOptions } from './texts.ts';

/** Passes when every text is in the artifact. */
export const contains: Guard<TextsOptions> = {
  name: 'contains',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options: textsOptions.meta({
    title: 'Contains',
    description: 'Passes when the text, or every one of the texts, is in the artifact.',
    examples: [{ texts: ['Dear', 'Kind regards'] }],
  }),
  evaluate(options, { artifact }) {
    const text = folded(artifact.text, options);
    const missing = textsOf(options).filter((wanted) => !containsText(text, folded(wanted, options)));
    if (missing.length === 0) return PASSED;
    return rejected(
      ...listed(missing.map((wanted) => `The text does not contain ${quoted(wanted)}.`)),
      `It must contain it ${options.ignoreCase === true ? 'in any case of letters' : 'exactly as written'}.`,
    );
  },
};
