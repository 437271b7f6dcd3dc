import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { cases, costly, forgetWorlds, worlds } from './support/properties.ts';

test('the suite plays the same cases in every run, of what is costly a part; another seed plays more', () => {
  const isFresh = process.env['DSAP_PROPERTY_SEED'] !== undefined;
  expect([cases(7).numRuns, cases(7, 2).numRuns, costly(7).numRuns]).toEqual(isFresh ? [70, 14, 14] : [7, 7, 2]);
  expect(cases().seed).toBe(Number(process.env['DSAP_PROPERTY_SEED'] ?? 20_261_122));
});

test('every property of every test takes its cases from one place', () => {
  const files = globSync('test/**/*.ts', { exclude: ['test/support/properties.ts'] }).map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );
  const drawn = files.filter(([, text]) => /\bfc\s*\.(?:assert|sample|check|statistics)\(/.test(text));
  expect(drawn.length).toBeGreaterThan(20);
  for (const [file, text] of drawn) {
    const taken = text.split(/(?<!\w)(?:cases|costly)\(/).length - 1;
    expect([file, taken >= text.split(/\bfc\s*\.(?:assert|sample|check|statistics)\(/).length - 1]).toEqual([
      file,
      true,
    ]);
  }
});

const CASES = costly(50).numRuns;

describe('worlds', () => {
  let played = 0;
  const seen: number[] = [];
  const numbers = worlds(
    fc.nat(1_000),
    (drawn) => {
      played += 1;
      return drawn * 2;
    },
    costly(50),
  );
  const holding = numbers.all((world) => {
    seen.push(world);
  });
  const failing = numbers.all((world) => expect(world).toBeLessThan(200));
  const counting = numbers.all(
    () => undefined,
    () => expect(seen).toEqual([]),
  );

  test('each world is played once for all properties', () => {
    holding();
    expect([played, seen.length]).toEqual([CASES, CASES]);
    holding();
    expect(played).toBe(CASES);
  });

  test('once all are forgotten they are played anew', () => {
    holding();
    const before = played;
    expect(forgetWorlds()).toBeGreaterThan(0);
    holding();
    expect(played).toBe(before + CASES);
  });

  test('what fails is told with the smallest world in which it does, and fails no other property', () => {
    holding();
    expect(failing).toThrow(/Counterexample: \[100\]/);
  });

  test('what holds of all worlds together is asked last', () => {
    expect(counting).toThrow('toEqual');
  });

  test('a world that cannot be played fails every property', () => {
    const none = worlds(
      fc.nat(),
      () => {
        throw new Error('no world');
      },
      costly(100),
    );
    const both = [none.all(() => undefined), none.all(() => undefined)];
    for (const one of both) expect(one).toThrow('Property failed');
  });
});
