import { z } from 'zod';
import { counted, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';

const UNITS = ['chars', 'words', 'lines', 'bytes'] as const;
type Unit = (typeof UNITS)[number];

const options = z
  .strictObject({
    min: z.int().nonnegative().describe('The shortest that passes.').optional(),
    max: z.int().nonnegative().describe('The longest that passes.').optional(),
    unit: z
      .enum(UNITS)
      .describe('What is counted: characters (`chars`, when left out), words, lines, or bytes of UTF-8.')
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
    const measured = MEASURE[unit](artifact.text);
    const has = `The text has ${counted(measured, NAME[unit])}`;
    if (measured < min) return rejected(`${has}; it needs at least ${min}. Write ${min - measured} or more besides.`);
    if (measured > max) return rejected(`${has}; it may have at most ${max}. Remove ${measured - max} or more.`);
    return PASSED;
  },
};

const NAME: Readonly<Record<Unit, string>> = { chars: 'characters', words: 'words', lines: 'lines', bytes: 'bytes' };

/** Characters are code points; a line feed at the end begins no further line. */
const MEASURE: Readonly<Record<Unit, (text: string) => number>> = {
  chars: codePoints,
  words: (text) => text.match(/\S+/g)?.length ?? 0,
  lines: (text) => (text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length),
  bytes: (text) => Buffer.byteLength(text),
};

function codePoints(text: string): number {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}
