import { z } from 'zod';
import { fold, formDifferences } from '../../text/fold.ts';
import { PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { JUDGING_TIME, sizeProblem } from '../isolation/limits.ts';
import { compilePattern, type Pattern } from '../isolation/pattern.ts';
import { withinTime } from '../isolation/within-time.ts';
import { FOLD } from './texts.ts';

const options = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .describe('The pattern, in the syntax of RE2; where RE2 does not take it, in that of JavaScript.'),
    flags: z
      .string()
      .regex(/^(?:i|m|s)*$/, 'Flags are "i", "m" and "s".')
      .describe('`i`: case does not matter; `m`: ^ and $ match at every line; `s`: a dot matches line ends too.')
      .optional(),
    negate: z
      .boolean()
      .describe('True: the pattern must match nowhere, not even without invisible characters and compatibility forms.')
      .optional(),
    fold: z.boolean().describe(FOLD).optional(),
  })
  .meta({
    title: 'Regular expression',
    description:
      'Passes when the pattern matches somewhere in the artifact, or with `negate` nowhere. Patterns are matched in linear time, look-ahead and look-behind too; they know no back references.',
    examples: [{ pattern: '^[A-Z]{2}-[0-9]{4}$', flags: 'm' }],
  });

type RegexOptions = z.infer<typeof options>;

/** Passes when the pattern matches somewhere in the artifact, or with `negate` nowhere; in linear time. */
export const regex: Guard<RegexOptions> = {
  name: 'regex',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options,
  check({ pattern, flags }) {
    const compiled = compilePattern(pattern, flags);
    return compiled.ok ? [] : [{ path: ['pattern'], message: `The pattern does not compile: ${compiled.message}.` }];
  },
  evaluate({ pattern: source, flags, negate = false, fold: isFolded = false }, { artifact }) {
    const problem = sizeProblem(artifact.text);
    if (problem !== undefined) return rejected(problem);
    const compiled = compilePattern(source, flags);
    if (!compiled.ok) throw new Error(`The pattern ${quoted(source)} does not compile: ${compiled.message}`);
    const { pattern } = compiled;
    const matches = withinTime(JUDGING_TIME, () => pattern.test(artifact.text));
    const shown = `/${source}/${flags ?? ''}`;
    if (negate && !matches) {
      const plain = fold(artifact.text, { raised: true }).text;
      if (plain === artifact.text || !withinTime(JUDGING_TIME, () => pattern.test(plain))) return PASSED;
      return rejected(
        `The text matches ${quoted(shown, 500)}${placeOf(pattern, plain)} where characters are read in their plain form: ${differences(artifact.text, plain)}. It must match nowhere.`,
      );
    }
    if (matches !== negate) return PASSED;
    if (!negate) {
      const plain = fold(artifact.text, { typography: true }).text;
      if (plain !== artifact.text && withinTime(JUDGING_TIME, () => pattern.test(plain))) {
        if (isFolded) return PASSED;
        return rejected(
          `The text would match ${quoted(shown, 500)} but for the form of its characters: ${differences(artifact.text, plain)}.`,
        );
      }
    }
    if (!negate) return rejected(`The text does not match ${quoted(shown, 500)}. It must match somewhere.`);
    return rejected(`The text matches ${quoted(shown, 500)}${placeOf(pattern, artifact.text)}. It must match nowhere.`);
  },
};

function differences(text: string, plain: string): string {
  return formDifferences(text, plain, { one: 'the text', other: 'the plain form' }).join('; ');
}

/** Finding the place costs more than knowing there is one. */
const MAX_SEARCHED = 64 * 1024;

function placeOf(pattern: Pattern, text: string): string {
  if (text.length > MAX_SEARCHED) return '';
  const match = withinTime(JUDGING_TIME, () => pattern.find(text));
  if (match === undefined) return '';
  const line = text.slice(0, match.start).split('\n').length;
  return ` in line ${line}, at ${quoted(match.text)}`;
}
