import { isObject } from '../bridge/reading.ts';
import { AssertionError } from './assertion-error.ts';
import { difference, type Likeness, LOOSE, PARTIAL, STRICT } from './difference.ts';
import { show } from './show.ts';
import { demandThrown, rejectedBy, type Thrown, thrownBy } from './thrown.ts';

/** The assertions of `node:assert`, for tests alone: the implementation cannot change what they find. */

interface Finding {
  readonly operator: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  /** What is wrong; undefined when nothing is. */
  readonly problem: string | undefined;
}

function demand({ problem, ...finding }: Finding, message: unknown): void {
  if (problem === undefined) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ ...finding, message: typeof message === 'string' ? `${message} (${problem})` : problem });
}

function ok(value?: unknown, message?: unknown): void {
  demand({ operator: 'ok', actual: value, problem: value ? undefined : `${show(value)} is not truthy` }, message);
}

type Comparison = (actual: unknown, expected: unknown, message?: unknown) => void;

function equality(
  operator: string,
  isEqual: (actual: unknown, expected: unknown) => boolean,
  wanted: boolean,
): Comparison {
  return (actual, expected, message) => {
    const sign = wanted ? '!==' : '===';
    const problem = isEqual(actual, expected) === wanted ? undefined : `${show(actual)} ${sign} ${show(expected)}`;
    demand({ operator, actual, expected, problem }, message);
  };
}

/** An object is equal to itself alone: what it says of itself as a primitive is not asked. */
function isLooselyEqual(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  return !isObject(actual) && !isObject(expected) && actual == expected;
}

function deepEquality(operator: string, likeness: Likeness, wanted: boolean): Comparison {
  return (actual, expected, message) => {
    const found = difference(actual, expected, likeness);
    const problem = wanted ? deepProblem(actual, expected, found) : sameProblem(actual, expected, found);
    demand({ operator, actual, expected, problem }, message);
  };
}

function deepProblem(actual: unknown, expected: unknown, found: string | undefined): string | undefined {
  if (found === undefined || !found.startsWith('at ')) return found;
  return `${show(actual)} !== ${show(expected)} (${found})`;
}

function sameProblem(actual: unknown, expected: unknown, found: string | undefined): string | undefined {
  return found === undefined ? `${show(actual)} equals ${show(expected)}` : undefined;
}

function throws(act: unknown, expected?: unknown, message?: unknown): void {
  const wanted = typeof expected === 'string' ? undefined : expected;
  demandThrown(thrownBy(functionIn(act)), wanted, typeof expected === 'string' ? expected : message);
}

async function rejects(act: unknown, expected?: unknown, message?: unknown): Promise<void> {
  const wanted = typeof expected === 'string' ? undefined : expected;
  demandThrown(await rejectedBy(act), wanted, typeof expected === 'string' ? expected : message);
}

function demandNothingThrown(thrown: Thrown, message: unknown): void {
  if (thrown === undefined) return;
  demand({ operator: 'doesNotThrow', actual: thrown.error, problem: `${show(thrown.error)} was thrown` }, message);
}

function functionIn(value: unknown): () => unknown {
  if (typeof value !== 'function') throw new TypeError('a function was to be given to assert.throws');
  return () => Reflect.apply(value, undefined, []);
}

function match(text: unknown, pattern: RegExp, message?: unknown): void {
  const isMatch = typeof text === 'string' && pattern.test(text);
  demand(
    { operator: 'match', problem: isMatch ? undefined : `${show(text)} does not match ${String(pattern)}` },
    message,
  );
}

function doesNotMatch(text: unknown, pattern: RegExp, message?: unknown): void {
  const isMatch = typeof text === 'string' && pattern.test(text);
  demand(
    { operator: 'doesNotMatch', problem: isMatch ? `${show(text)} matches ${String(pattern)}` : undefined },
    message,
  );
}

const SHARED = {
  AssertionError,
  ok,
  throws,
  rejects,
  match,
  doesNotMatch,
  fail: (message?: unknown) => demand({ operator: 'fail', problem: 'the test failed by itself' }, message),
  doesNotThrow: (act: unknown, message?: unknown) => demandNothingThrown(thrownBy(functionIn(act)), message),
  doesNotReject: async (act: unknown, message?: unknown) => demandNothingThrown(await rejectedBy(act), message),
  ifError: (value: unknown) =>
    demand({ operator: 'ifError', problem: value == null ? undefined : `${show(value)} is an error` }, value),
  strictEqual: equality('strictEqual', Object.is, true),
  notStrictEqual: equality('notStrictEqual', Object.is, false),
  deepStrictEqual: deepEquality('deepStrictEqual', STRICT, true),
  notDeepStrictEqual: deepEquality('notDeepStrictEqual', STRICT, false),
  partialDeepStrictEqual: deepEquality('partialDeepStrictEqual', PARTIAL, true),
};

export const strict = Object.freeze(
  Object.assign((value?: unknown, message?: unknown) => ok(value, message), SHARED, {
    equal: SHARED.strictEqual,
    notEqual: SHARED.notStrictEqual,
    deepEqual: SHARED.deepStrictEqual,
    notDeepEqual: SHARED.notDeepStrictEqual,
  }),
);

export const loose = Object.freeze(
  Object.assign((value?: unknown, message?: unknown) => ok(value, message), SHARED, {
    strict,
    equal: equality('equal', isLooselyEqual, true),
    notEqual: equality('notEqual', isLooselyEqual, false),
    deepEqual: deepEquality('deepEqual', LOOSE, true),
    notDeepEqual: deepEquality('notDeepEqual', LOOSE, false),
  }),
);
