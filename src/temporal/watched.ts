import { Script } from 'node:vm';

const KEY = Symbol.for('dsap.watched');
const SCRIPT = new Script(`globalThis[Symbol.for('dsap.watched')]()`, { filename: 'watched' });

/**
 * What a function answers that may take so many milliseconds; then it is ended wherever it stands, in other contexts of the thread too, and
 * this throws (`ERR_SCRIPT_EXECUTION_TIMEOUT`). Each costs a thread of its own for as long as it lasts.
 */
export function watched<T>(milliseconds: number, work: () => T): T {
  let answer: { readonly is: T } | undefined;
  Reflect.set(globalThis, KEY, () => {
    answer = { is: work() };
  });
  SCRIPT.runInThisContext({ timeout: milliseconds });
  if (answer === undefined) throw new Error('What is watched has not ended.');
  return answer.is;
}
