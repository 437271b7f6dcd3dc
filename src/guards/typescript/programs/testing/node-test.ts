/** What a test imports as `node:test`, or finds among the globals. */
import { expect } from './expect.ts';
import { mock } from './mock.ts';
import { declareHook, declareSuite, declareTest, type Hooks, type Options } from './registry.ts';

type Declare = (...given: readonly unknown[]) => void;

/** `declare`, and `declare.skip`, `declare.todo`, `declare.only`, `declare.each`. */
function withVariants(declare: Declare) {
  const variant =
    (options: Options): Declare =>
    (...given) =>
      declare(...given.filter((part) => typeof part !== 'object'), options);
  const each =
    (rows: readonly unknown[]) =>
    (name: string, body: Function): void => {
      for (const row of rows) {
        const args: readonly unknown[] = Array.isArray(row) ? row : [row];
        declare(titleOf(name, args), () => Reflect.apply(body, undefined, args));
      }
    };
  return Object.assign((...given: readonly unknown[]) => declare(...given), {
    skip: variant({ skip: true }),
    todo: variant({ todo: true }),
    only: variant({ only: true }),
    each,
  });
}

function titleOf(name: string, args: readonly unknown[]): string {
  let next = 0;
  return name.replace(/%[sdifjop]/g, (mark) => {
    const value = args[next++];
    return mark === '%s' || mark === '%d' || mark === '%i' || mark === '%f' ? String(value) : JSON.stringify(value);
  });
}

const hook = (kind: keyof Hooks) => (body: () => unknown) => declareHook(kind, body);

export const it = Object.freeze(withVariants(declareTest));
export const describe = Object.freeze(withVariants(declareSuite));
export const suite = Object.freeze(withVariants(declareSuite));
export const before = hook('before');
export const after = hook('after');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');

const rest = { it, test: it, describe, suite, before, after, beforeEach, afterEach, mock };

export const test = Object.freeze(Object.assign(withVariants(declareTest), rest));
export { after as afterAll, before as beforeAll, expect, mock };
export default Object.freeze(Object.assign(withVariants(declareTest), rest));
