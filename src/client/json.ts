import { ExactNumber, parseJson, stringifyJson, withPlainNumbers } from '../text/exact-json.ts';

export { ExactNumber };

/** Reads an answer: a number is a `number` if a double has its value, else an `ExactNumber`. Throws a `SyntaxError`. */
export function read(text: string): ReturnType<typeof JSON.parse> {
  return withPlainNumbers(parseJson(text));
}

/** Writes a body; an `ExactNumber` is written as a number, with its digits. */
export function written(body: unknown): string {
  return stringifyJson(body) ?? '';
}
