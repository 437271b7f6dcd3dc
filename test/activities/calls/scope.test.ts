/** Pure: what a step's names stand for in a call, by what was stored (R108). */
import { namesFor } from '../../../src/activities/calls/scope.ts';
import { truthOf } from '../../../src/expressions/evaluate.ts';
import { aDefinition, aStep } from '../../definitions/makers.ts';

type Material = Parameters<typeof namesFor>[0];

const RUN = { id: 'run_1', input: { amount: 5 }, createdAt: 0 };

/** `extract` answered `{"amount": 5000}` as plain text, which its guard has accepted. */
function material(guard: object, digest: string, mediaType = 'text/plain; charset=utf-8'): Material {
  const document = aDefinition({ steps: [aStep('extract', { guard }), aStep('sign', { requires: ['extract'] })] });
  const found = {
    document,
    run: { ...RUN, definition: { name: 'sample', version: 1, digest } },
    dependencies: { extract: { artifact: { step: 'extract', mediaType }, text: '{"amount": 5000}' } },
  };
  return JSON.parse(JSON.stringify(found));
}

test.each([
  ['json', { use: 'json' }],
  ['json-schema', { all: [{ use: 'not-empty' }, { use: 'json-schema', with: { schema: { type: 'object' } } }] }],
])('R108: what a guard %s has accepted is a JSON value, whatever its media type says', (name, guard) => {
  const names = namesFor(material(guard, `sha256:${name}`), 'sign');
  expect(truthOf('artifact.extract.amount > 1000 and deps.extract == binding.extract', names)).toEqual({
    truth: true,
    notes: [],
  });
});

test('R108, R109: what nothing makes JSON is text, below which there is nothing to calculate with', () => {
  const names = namesFor(material({ use: 'not-empty' }, 'sha256:text'), 'sign');
  expect(truthOf('artifact.extract.amount > 1000', names).truth).toBeUndefined();
  const json = namesFor(material({ use: 'not-empty' }, 'sha256:text', 'application/json'), 'sign');
  expect(truthOf('artifact.extract.amount > 1000', json).truth).toBe(true);
});
