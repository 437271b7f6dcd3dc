// What the guard `typescript-tests` is tried with: implementations, and tests of them.
export const HEAD = `import test, { mock } from 'node:test';\nimport assert from 'node:assert/strict';\n`;
export const CACHE_TESTS = `${HEAD}import { Cache } from './cache.ts';
test('keeps what is put', () => { const cache = new Cache(2); cache.put('a', 1); assert.equal(cache.get('a'), 1); });
test('evicts the oldest', () => { const cache = new Cache(1); cache.put('a', 1); cache.put('b', 2); assert.equal(cache.get('a'), -1); });
test('has a size', () => { assert.equal(new Cache(3).size(), 0); });
`;
export const CACHE = `export class Cache {
  #map = new Map<string, number>();
  constructor(private readonly most: number) {}
  put(key: string, value: number) {
    this.#map.set(key, value);
    for (const oldest of this.#map.keys()) { if (this.#map.size > this.most) this.#map.delete(oldest); }
  }
  get(key: string) { return this.#map.get(key) ?? -1; }
  size() { return this.#map.size; }
}
`;

export const ADD = 'export const add = (a: number, b: number) => a + b;';

/** What tests replace, or build on, in their own process. */
export const CLOCK = `export const now = () => Date.now();
export const roll = () => Math.random();
export class Greeter { greet() { return 'hi ' + this.name(); } name() { return 'nobody'; } }
export const add = (a: number, b: number) => a + b;`;
/** They mean nothing in another process than that of `CLOCK`, but for the last. */
export const REPLACING = `${HEAD}import { now, roll, Greeter, add } from './clock.ts';
test('the time', () => { const real = Date.now; Date.now = () => 5; try { assert.equal(now(), 5); } finally { Date.now = real; } });
test('chance', (t) => { t.mock.method(Math, 'random', () => 0.5); assert.equal(roll(), 0.5); });
test('a class of its own', () => { class Mine extends Greeter { name() { return 'me'; } } assert.equal(new Mine().greet(), 'hi me'); });
test('addition', () => assert.equal(add(1, 2), 3));
`;
