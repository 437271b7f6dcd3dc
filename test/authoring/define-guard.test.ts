// Pure: what a guard of somebody's own may answer.
import { defineGuard } from '../../src/index.ts';
import { aContext } from '../guards/a-context.ts';

const answering = (answer: unknown) =>
  defineGuard({
    name: 'own',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    evaluate: () => answer as { verdict: 'pass'; feedback: string },
  }).evaluate({}, aContext('an artifact'));

test('R67: data of 16 KiB is taken', async () => {
  const data = 'x'.repeat(16 * 1024 - 2);
  await expect(answering({ verdict: 'pass', data })).resolves.toEqual({ verdict: 'pass', feedback: '', data });
});

test.each([
  ['more data (R67)', { verdict: 'pass', data: 'x'.repeat(16 * 1024 - 1) }, /larger than 16384 bytes.*\n.*at data/],
  ['more bytes of data, in fewer characters (R67)', { verdict: 'pass', data: 'é'.repeat(9_000) }, /larger than 16384/],
  ['data that is no JSON', { verdict: 'pass', data: new Map() }, /at data/],
  ['no verdict', 'fine', /^it must answer \{verdict: pass \| retry \| fatal, feedback\?, score\?, data\?\}: /],
])('%s is a guard error, in words', async (_title, answer, words) => {
  await expect(answering(answer)).rejects.toThrow(words);
});
