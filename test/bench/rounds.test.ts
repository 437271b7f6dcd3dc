// Pure: what is measured in turn.

import { ratiosOf } from '../../bench/harness/ratios.ts';
import { inTurn } from '../../bench/harness/rounds.ts';

test('rounds alternate, and the first one is to warm up', async () => {
  const order: string[] = [];
  const take = (name: string) => async () => order.push(name);
  const takes = await inTurn(2, { ours: take('ours'), two: take('two') });
  expect(order).toEqual(['ours', 'two', 'ours', 'two', 'ours', 'two']);
  expect(takes).toEqual({ ours: [3, 5], two: [4, 6] });
});

test('ours is compared with each other side that was measured, and has a goal where one is set', () => {
  const rows = [...ratiosOf('time', { ours: [2], two: [1], before: [4] }, { two: { limit: 1, is: 'atMost' } })];
  expect(rows).toMatchObject([
    { what: 'time ÷ two', number: 2, ok: false },
    { what: 'time ÷ before', number: 0.5 },
  ]);
  expect(rows[1]).not.toHaveProperty('ok');
});
