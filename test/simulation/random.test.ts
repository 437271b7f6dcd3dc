import { draw, drawOne, keyOf } from '../../src/simulation/random.ts';

const key = keyOf({ seed: 1, step: 'a', n: 1, prompt: 'x' });

test('running 4: draws are the same on every machine', () => {
  expect(key).toBe(keyOf({ seed: 1, step: 'a', n: 1, prompt: 'x' }));
  expect(draw(key, 'right')).toBeCloseTo(0.4081327147201783, 12);
});

test.each([
  { seed: 2, step: 'a', n: 1, prompt: 'x' },
  { seed: 1, step: 'b', n: 1, prompt: 'x' },
  { seed: 1, step: 'a', n: 2, prompt: 'x' },
  { seed: 1, step: 'a', n: 1, prompt: 'y' },
])('running 4: seed, step, n and prompt each count: %j', (other) => {
  expect(keyOf(other)).not.toBe(key);
});

test('running 4: draws of one key are even and independent by label', () => {
  const numbers = Array.from({ length: 2_000 }, (_, label) => draw(key, `${label}`));
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(numbers.reduce((sum, number) => sum + number, 0) / 2_000).toBeCloseTo(0.5, 1);
});

test('running 4: a choice is as likely as its weight says', () => {
  const choices = [
    { name: 'rare', weight: 1 },
    { name: 'often', weight: 3 },
  ];
  const drawn = Array.from({ length: 1_000 }, (_, label) => drawOne(key, `${label}`, choices)?.name);
  expect(drawn.filter((name) => name === 'often').length / 1_000).toBeCloseTo(0.75, 1);
  expect(drawOne(key, 'x', [])).toBeUndefined();
});
