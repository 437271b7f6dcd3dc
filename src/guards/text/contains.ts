import { containsText } from '../../expressions/contains-text.ts';
import { findFolded, fold, formDifferences } from '../../text/fold.ts';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { sizeProblem } from '../isolation/limits.ts';
import { folded, foldedTextsOptions, type TextsOptions, textsOf } from './texts.ts';

/** Passes when every text is in the artifact. */
export const contains: Guard<TextsOptions & { readonly fold?: boolean | undefined }> = {
  name: 'contains',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options: foldedTextsOptions.meta({
    title: 'Contains',
    description: 'Passes when the text, or every one of the texts, is in the artifact.',
    examples: [{ texts: ['Dear', 'Kind regards'] }],
  }),
  evaluate(options, { artifact }) {
    const problem = sizeProblem(artifact.text);
    if (problem !== undefined) return rejected(problem);
    const text = folded(artifact.text, options);
    const missing = textsOf(options).filter((wanted) => !containsText(text, folded(wanted, options)));
    if (missing.length === 0) return PASSED;
    const folding = { form: true, ignoreCase: options.ignoreCase === true };
    const whole = fold(artifact.text, folding);
    const found = missing.map((wanted) => ({ wanted, place: findFolded(whole, fold(wanted, folding)) }));
    if (options.fold === true && found.every(({ place }) => place !== undefined)) return PASSED;
    const absent = options.fold === true ? found.filter(({ place }) => place === undefined) : found;
    return rejected(
      ...listed(
        absent.map(({ wanted, place }) =>
          place === undefined
            ? `The text does not contain ${quoted(wanted)}.`
            : `The text contains ${quoted(wanted)} in another form of its characters: ${formDifferences(artifact.text.slice(place.start, place.end), wanted, { one: 'the text', other: 'the wanted text' }).join('; ')}.`,
        ),
      ),
      `It must contain it ${options.ignoreCase === true ? 'in any case of letters' : 'exactly as written'}.`,
    );
  },
};
