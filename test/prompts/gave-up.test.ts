/** Pure: a worker that gives up says why (R90). */
import { gaveUp } from '../../src/prompts/gave-up.ts';
import { workerOutput } from '../support/played/and-or.ts';

const failed = (more: object) => workerOutput({ success: false, ...more });

test('R90: what is told of the failed attempt begins with its own reason, which is kept as a fact', () => {
  expect(gaveUp('worker', failed({ reason: ' I have no rights to write. ' }), '/success says no')).toEqual({
    feedback: 'I have no rights to write.\n/success says no',
    data: { reason: 'I have no rights to write.' },
  });
});

test('R90: of a long reason the first 500 characters', () => {
  const found = gaveUp('worker', failed({ reason: 'x'.repeat(600) }));
  expect(found?.data?.reason).toHaveLength(500);
});

test.each([[undefined], [''], ['  '], [7]])('R90: without a reason (%j) it is asked for one', (reason) => {
  const found = gaveUp('worker', failed({ reason }));
  expect(found?.feedback).toMatch(/^\/reason is missing: /);
  expect(found).not.toHaveProperty('data');
});

test.each([
  ['a worker that has done it', 'worker', workerOutput()],
  ['a text', 'worker', 'not done'],
  ['no worker', 'verifier', failed({ reason: 'x' })],
])('R90: nothing is said of %s', (_, role, text) => {
  expect(gaveUp(role, text)).toBeUndefined();
});
