import * as fc from 'fast-check';
import { createImmutables } from '../../src/store/immutables.ts';
import { cases } from '../support/properties.ts';

test('what is remembered is bounded by its bytes as a whole; what was not used for longest goes first', () => {
  const known = createImmutables(10_000);
  known.texts.set('old', 'x', 3_000);
  known.texts.set('used', 'x', 3_000);
  known.verdicts.set('run t1', VERDICT, 500);
  known.texts.get('old');
  known.texts.set('new', 'x', 3_000);
  expect(known.texts.get('used')).toBeUndefined();
  expect([known.texts.get('old'), known.texts.get('new')]).toEqual(['x', 'x']);
  expect(known.verdicts.get('run t1')).toEqual(VERDICT);
});

test('what is larger than all room is not remembered, and sends nothing else away', () => {
  const known = createImmutables(10_000);
  known.texts.set('small', 'x', 1_000);
  known.texts.set('large', 'x', 10_001);
  expect([known.texts.get('small'), known.texts.get('large')]).toEqual(['x', undefined]);
});

test('things of one key but different kinds are kept apart', () => {
  const known = createImmutables();
  known.answers.set('run t1', 'art_1', 5);
  known.verdicts.set('run t1', VERDICT, 5);
  expect([known.answers.get('run t1'), known.verdicts.get('run t1')]).toEqual(['art_1', VERDICT]);
  expect(known.artifacts.get('run t1')).toBeUndefined();
});

test('however much is remembered, what is left weighs no more than there is room', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_000), { maxLength: 50 }), (sizes) => {
      const known = createImmutables(10_000);
      for (const [at, size] of sizes.entries()) known.texts.set(`${at}`, 'x', size);
      const left = sizes.filter((_, at) => known.texts.get(`${at}`) !== undefined);
      expect(left.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000);
    }),
    cases(),
  );
});

const VERDICT = {
  verdict: 'pass',
  feedback: '',
  guard: 'g',
  nature: 'deterministic',
  durationMs: 1,
  subResults: [],
} as const;
