import { containsText } from '../../expressions/contains-text.ts';
import { type Folded, type Folding, findFolded, fold, formDifferences } from '../../text/fold.ts';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { sizeProblem } from '../isolation/limits.ts';
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
    description:
      'Passes when none of the texts is in the artifact; the feedback says in which line one is. A text that is hidden by invisible characters, compatibility forms, accents in parts or line ends counts too; a text without a letter or digit (a dash, a quotation mark) is looked for as it is written.',
    examples: [{ texts: ['TODO', 'lorem ipsum'], ignoreCase: true }],
  }),
  evaluate(options, { artifact }) {
    const problem = sizeProblem(artifact.text);
    if (problem !== undefined) return rejected(problem);
    const text = folded(artifact.text, options);
    const lines = text.split('\n');
    const views = new Map<string, Folded>();
    const found = textsOf(options).flatMap((each) => {
      if (containsText(text, folded(each, options)))
        return [`The text contains ${quoted(each)}${lineOf(lines, folded(each, options))}.`];
      const hidden = disguised(artifact.text, each, options, views);
      return hidden === undefined ? [] : [hidden];
    });
    if (found.length === 0) return PASSED;
    return rejected(...listed(found), 'It must not occur; leave it out or say it in another way.');
  },
};

/** What hides a forbidden text, in words; undefined where it is not there in any form. */
function disguised(
  text: string,
  wanted: string,
  { ignoreCase = false }: TextsOptions,
  views: Map<string, Folded>,
): string | undefined {
  const hasWords = /[\p{L}\p{N}]/u.test(wanted);
  const isPlain = /^\S+(?: \S+)*$/u.test(wanted);
  const folding: Folding = { form: hasWords && isPlain, raised: true, ignoreCase };
  const part = fold(wanted, folding);
  // A dash, a quotation mark or two spaces are forbidden as such, and not in every form.
  if (!hasWords && part.text !== wanted) return undefined;
  const view = String(folding.form);
  const whole = views.get(view) ?? fold(text, folding);
  views.set(view, whole);
  const place = findFolded(whole, part);
  if (place === undefined) return undefined;
  const differences = formDifferences(text.slice(place.start, place.end), wanted, {
    one: 'the text',
    other: quoted(wanted),
  });
  const line = text.slice(0, place.start).split(/\r\n|[\n\r]/).length;
  return `The text contains ${quoted(wanted)} in another form of its characters (line ${line})${differences.length === 0 ? '' : `: ${differences.join('; ')}`}.`;
}

/** Where to look; a text that runs over several lines has no one line. */
function lineOf(lines: readonly string[], text: string): string {
  const index = lines.findIndex((line) => containsText(line, text));
  return index < 0 ? '' : ` (line ${index + 1})`;
}
