// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineGenerator, defineGuard, z } from 'dsap';

/** The text must name a day. A guard says the same of the same text every time: no clock, no chance, no network. */
const namesADay = defineGuard({
  name: 'names-a-day',
  options: z.strictObject({}),
  evaluate: (_options, { artifact }) =>
    /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/.test(artifact.text)
      ? { verdict: 'pass', feedback: '' }
      : { verdict: 'retry', feedback: 'DayError: it does not say on which day.' },
});

/** Sends what was approved: here into a file, whose name is the same when the call is made again, so that nothing is sent twice. */
const outbox = defineGenerator({
  name: 'outbox',
  description: 'Puts the letter into the outbox.',
  options: z.strictObject({}),
  async generate(_options, { artifacts, idempotencyKey }) {
    const letter = artifacts['letter'] ?? '';
    const file = path.join(tmpdir(), `outbox-${idempotencyKey.replaceAll(/\W+/g, '-')}.txt`);
    await writeFile(file, letter);
    return `sent: ${letter}`;
  },
});

export default { guards: [namesADay], generators: [outbox] };
