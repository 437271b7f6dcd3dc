import { z } from 'zod';
import { counted, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { sizeProblem } from '../isolation/limits.ts';
import { charactersOf, linesOf, wordsOf } from './text-units.ts';

const UNITS = ['chars', 'words', 'lines', 'bytes'] as const;
type Unit = (typeof UNITS)[number];

const options = z
  .strictObject({
    min: z.int().nonnegative().describe('The shortest that passes.').optional(),
    max: z.int().nonnegative().describe('The longest that passes.').optional(),
    unit: z
      .enum(UNITS)
      .describe(
        'What is counted. `chars`, when left out: characters as a reader sees them, so that an emoji or a letter with its accents is one. `words`: between Unicode word boundaries, in every script; "well-known" is two. `lines`: CR LF is one line end. `bytes`: of UTF-8.',
      )
      .default('chars'),
  })
  .refine(({ min, max }) => min !== undefined || max !== undefined, { error: 'Give "min", "max" or both.' })
  .refine(({ min = 0, max = min }) => min <= max, { path: ['min'], error: '"min" must not be larger than "max".' })
  .meta({
    title: 'Length',
    description: 'Passes when the artifact is as long as asked, both ends included. Give `min`, `max` or both.',
    examples: [{ max: 200, unit: 'words' }],
  });

/** Passes when the artifact is as long as asked, both ends included. */
export const length: Guard<z.infer<typeof options>> = {
  name: 'length',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options,
  evaluate({ min = 0, max = Number.POSITIVE_INFINITY, unit }, { artifact }) {
    const problem = sizeProblem(artifact.text);
    if (problem !== undefined) return rejected(problem);
    const measured = MEASURE[unit](artifact.text);
    const has = `The text has ${counted(measured, NAME[unit])} (${MEANS[unit]})`;
    if (measured < min) return rejected(`${has}; it needs at least ${min}. Write ${min - measured} or more besides.`);
    if (measured > max) return rejected(`${has}; it may have at most ${max}. Remove ${measured - max} or more.`);
    return PASSED;
  },
};

const NAME: Readonly<Record<Unit, string>> = { chars: 'characters', words: 'words', lines: 'lines', bytes: 'bytes' };

/** What each unit counts, as the verdict says it. */
const MEANS: Readonly<Record<Unit, string>> = {
  chars: 'as a reader sees them: an emoji is one',
  words: 'Unicode word boundaries',
  lines: 'CR LF is one line end',
  bytes: 'UTF-8',
};

const MEASURE: Readonly<Record<Unit, (text: string) => number>> = {
  chars: charactersOf,
  words: wordsOf,
  lines: linesOf,
  bytes: (text) => Buffer.byteLength(text),
};
