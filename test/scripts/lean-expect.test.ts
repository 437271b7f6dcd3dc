// Pure: in a shared realm `expect` makes the matcher that is asked for, and no other; it says the same as jest's own.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What an assertion comes to: its words without colours and where it stands, or that it passed. */
async function outcome(assertion: () => unknown): Promise<string> {
  try {
    await assertion();
    return 'passed';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [place = ''] = error.stack?.split('\n').filter((line) => line.trim().startsWith('at ')) ?? [];
    return `${path.basename(place).replace(/:.*/, '')}: ${stripVTControlCharacters(error.message)}`;
  }
}

expect.extend({
  toBeHalfOf: (value: number, whole: number) => ({ pass: value * 2 === whole, message: () => `${value} of ${whole}` }),
});

const fails = () => {
  throw new Error('the frame has no legs');
};

test.each<[what: string, assertion: () => unknown, outcome: RegExp]>([
  ['what is so', () => expect(1).toBe(1), /^passed$/],
  [
    'what is not',
    () => expect(1).toBe(2),
    /^lean-expect\.test\.ts: expect\(received\)\.toBe\(expected\).*Expected: 2\n/s,
  ],
  ['the contrary of what is so', () => expect(1).not.toBe(1), /^lean-expect\.test\.ts: .*Expected: not 1/s],
  ['the contrary of what is not', () => expect(1).not.toBe(2), /^passed$/],
  ['parts of it', () => expect({ a: 1, b: 'x' }).toMatchObject({ a: expect.any(Number) }), /^passed$/],
  ['parts that differ', () => expect({ a: 1 }).toMatchObject({ a: expect.any(String) }), /Any<String>/],
  ['a throw', () => expect(fails).toThrow('no legs'), /^passed$/],
  ['no throw', () => expect(fails).not.toThrow(), /^lean-expect\.test\.ts: .*"the frame has no legs"/s],
  ['a promise that resolves', () => expect(Promise.resolve(1)).resolves.toBe(1), /^passed$/],
  ['another value', () => expect(Promise.resolve(1)).resolves.toBe(2), /Expected: 2/],
  ['a promise that rejects', () => expect(Promise.reject(new Error('no'))).rejects.toThrow('no'), /^passed$/],
  [
    'one that resolves and shall not',
    () => expect(Promise.resolve(1)).rejects.toThrow(),
    /resolved instead of rejected/,
  ],
  ['the contrary of a promise', () => expect(Promise.resolve(1)).resolves.not.toBe(1), /Expected: not 1/],
  ['a matcher of our own', () => Reflect.get(expect(2), 'toBeHalfOf')(4), /^passed$/],
  [
    'one of our own that does not hold',
    () => Reflect.get(expect(2), 'toBeHalfOf')(5),
    /^lean-expect\.test\.ts: 2 of 5$/,
  ],
  ['a matcher that nobody knows', () => Reflect.get(expect(2), 'toBeKnown')(), /is not a function/],
])('%s', async (_, assertion, words) => {
  const said = await outcome(assertion);
  if (!words.test(said)) throw new Error(said);
});

test('assertions are counted', () => {
  expect.assertions(2);
  expect(1).toBe(1);
  expect(2).not.toBe(1);
});
