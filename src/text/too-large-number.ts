import { type ExactNumber, isJsonNumber } from './exact-json.ts';
import { below } from './pointer.ts';

/** Whether no finite double comes near the number, as beyond 1.79e308 or so. Such numbers are refused where they come in. */
export function isTooLarge(value: number | ExactNumber): boolean {
  return !Number.isFinite(Number(String(value)));
}

/** A number that is too large, and the JSON pointer to it. */
export interface TooLarge {
  readonly pointer: string;
  readonly number: string;
}

/** What is wrong with such a number, and what to do, for whoever wrote the value. */
export function numberProblem({ pointer, number }: TooLarge): string {
  const shown = number.length > LONGEST_SHOWN ? `${number.slice(0, LONGEST_SHOWN)}…` : number;
  return `The number ${shown}${pointer === '' ? '' : ` at ${pointer}`} is too large: numbers go up to 1.7e308. Write a smaller number, or a text.`;
}

const LONGEST_SHOWN = 40;

/** The first number in a JSON value that is too large: undefined if there is none. */
export function tooLargeIn(value: unknown, pointer = ''): TooLarge | undefined {
  if (isJsonNumber(value)) return isTooLarge(value) ? { pointer, number: String(value) } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = tooLargeIn(part, below(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}
