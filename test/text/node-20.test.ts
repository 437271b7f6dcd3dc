import { createDeferred, groupBy } from '../../src/text/node-20.ts';

test('items are grouped as Map.groupBy groups them', () => {
  const words = ['pear', 'fig', 'apple', 'kiwi', 'plum', ''];
  const lengthOf = (word: string) => word.length;
  expect([...groupBy(words, lengthOf)]).toEqual([...Map.groupBy(words, lengthOf)]);
  expect([...groupBy(words.keys(), (index) => words[index])]).toEqual(words.map((word, index) => [word, [index]]));
});

test('a deferred promise is settled from outside, once', async () => {
  const kept = createDeferred<number>();
  kept.resolve(1);
  kept.reject(new Error('late'));
  await expect(kept.promise).resolves.toBe(1);
  const broken = createDeferred<number>();
  broken.reject(new RangeError('no'));
  await expect(broken.promise).rejects.toThrow(RangeError);
});
