import { AssertionError } from './assertion-error.ts';
import { MATCHERS, THROWN_MATCHERS } from './matchers.ts';
import { show } from './show.ts';
import { rejectedBy, type Thrown, thrownBy } from './thrown.ts';

/** `expect(value)`, with `not`, `resolves` and `rejects`. */
export function expect(actual: unknown): object {
  return Object.freeze({
    ...expectations((name, expected, wanted) =>
      demand(name, { actual, thrown: () => thrownIn(actual) }, expected, wanted),
    ),
    resolves: expectations(async (name, expected, wanted) => {
      const value = await actual;
      demand(name, { actual: value, thrown: () => undefined }, expected, wanted);
    }),
    rejects: expectations(async (name, expected, wanted) => {
      const thrown = await rejectedBy(actual);
      if (thrown === undefined) throw new AssertionError({ message: 'it resolved where it was to be rejected' });
      demand(name, { actual: thrown.error, thrown: () => thrown }, expected, wanted);
    }),
  });
}

interface Subject {
  readonly actual: unknown;
  readonly thrown: () => Thrown;
}

type Judge = (name: string, expected: readonly unknown[], wanted: boolean) => unknown;

function expectations(judge: Judge): object {
  return Object.freeze({ ...matchersOf(judge, true), not: Object.freeze(matchersOf(judge, false)) });
}

function matchersOf(judge: Judge, wanted: boolean): object {
  const names = [...Object.keys(MATCHERS), ...Object.keys(THROWN_MATCHERS)];
  return Object.fromEntries(names.map((name) => [name, (...expected: unknown[]) => judge(name, expected, wanted)]));
}

function demand(name: string, subject: Subject, expected: readonly unknown[], wanted: boolean): void {
  const problem =
    THROWN_MATCHERS[name] === undefined
      ? MATCHERS[name]?.(subject.actual, ...expected)
      : THROWN_MATCHERS[name](subject.thrown(), ...expected);
  if ((problem === undefined) === wanted) return;
  const opposite = `${show(subject.actual)} ${name} ${expected.map(show).join(', ')}, which was not to be`;
  throw new AssertionError({
    operator: name,
    actual: subject.actual,
    expected: expected[0],
    message: problem ?? opposite,
  });
}

function thrownIn(act: unknown): Thrown {
  if (typeof act !== 'function') throw new TypeError('expect(…).toThrow needs a function');
  return thrownBy(() => Reflect.apply(act, undefined, []));
}
