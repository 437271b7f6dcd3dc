/** An implementation of many honest kinds. */
export const IMPLEMENTATION = `
export const VERSION = '1.2';
export const LIMITS = { max: 3, nested: { list: [1, 2, 3] } };
export let counter = 0;
export function bump() { counter += 1; return counter; }
export default function greet(name: string) { return 'hi ' + name; }
export enum Color { Red = 'red', Blue = 'blue' }
export const MARK = Symbol('mine');

export class EmptyError extends Error {
  code = 'E_EMPTY';
  constructor(what: string) { super(what + ' is empty'); this.name = 'EmptyError'; }
  describe() { return this.code + ': ' + this.message; }
}
export class Stack<T> {
  static #made = 0;
  #items: T[] = [];
  constructor() { Stack.#made += 1; }
  static of<T>(...items: T[]) { const made = new Stack<T>(); for (const item of items) made.push(item); return made; }
  static get made() { return Stack.#made; }
  push(item: T) { this.#items.push(item); return this; }
  pop() { if (this.#items.length === 0) throw new EmptyError('stack'); return this.#items.pop(); }
  get size() { return this.#items.length; }
  *[Symbol.iterator]() { yield* this.#items; }
}
export class Point {
  constructor(public x: number, public y: number) {}
  plus(other: Point) { return new Point(this.x + other.x, this.y + other.y); }
}
export class Point3 extends Point { constructor(x: number, y: number, public z: number) { super(x, y); } }
export class Money {
  constructor(private cents: number) {}
  valueOf() { return this.cents; }
  toString() { return '$' + this.cents / 100; }
  toJSON() { return { cents: this.cents }; }
}
export class Queue extends Array<number> { last() { return this[this.length - 1]; } }
export class Registry extends Map<string, number> { total() { return [...this.values()].reduce((a, b) => a + b, 0); } }
export class Cache { #map = new Map(); set(key: unknown, value: unknown) { this.#map.set(key, value); } get(key: unknown) { return this.#map.get(key); } }
export class Emitter {
  #all: Record<string, Function[]> = {};
  on(name: string, listener: Function) { (this.#all[name] ??= []).push(listener); return () => { this.#all[name] = this.#all[name].filter((one) => one !== listener); }; }
  emit(name: string, ...data: unknown[]) { for (const listener of this.#all[name] ?? []) listener(...data); }
}

export function* count(n: number) { for (let i = 0; i < n; i++) yield i; }
export async function* slowly(n: number) { for (let i = 0; i < n; i++) { await later(i, 1); yield i; } }
export const later = (value: unknown, ms = 2) => new Promise((resolve) => setTimeout(() => resolve(value), ms));
export async function fails() { throw new TypeError('no luck'); }
export const many = () => { throw new AggregateError([new RangeError('r'), new Error('c', { cause: new TypeError('t') })], 'many'); };
export const groups = () => new Map([['a', new Set([1, 2])], ['b', new Set()]]);
export const day = () => new Date(0);
export const oddities = () => [NaN, -0, Infinity, undefined, null, 10n ** 20n, 'é\\u2028"', /a+/gi, [, 1]];
export const bytes = () => new Uint8Array([1, 2, 255]);
export const frozen = () => Object.freeze({ a: 1 });
export const cyclic = () => { const made: any = { name: 'a' }; made.self = made; return made; };
export const shared = () => { const point = new Point(1, 2); return { point, list: [point, point] }; };
export const bare = () => Object.assign(Object.create(null), { a: 1, ['__proto__']: 2 });

export function sortInPlace(items: number[]) { items.sort((a, b) => a - b); return items; }
export function rename(thing: any) { thing.name = 'new'; delete thing.old; thing.tags.push('x'); }
export const mapAll = (items: number[], change: (item: number, index: number) => unknown) => items.map(change);
export const pipe = (...steps: ((value: any) => any)[]) => (value: any) => steps.reduce((so, step) => step(so), value);
export const memo = (f: (x: any) => any) => { const known = new Map(); return (x: any) => { if (!known.has(x)) known.set(x, f(x)); return known.get(x); }; };
export const sum = (...numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
export const ask = (tools: { clock: { now(): number }; log?: (line: string) => void }) => { tools.log?.('asked'); return tools.clock.now() + 1; };
export const take = <T>(items: Iterable<T>, n: number) => { const taken: T[] = []; for (const item of items) { if (taken.length >= n) break; taken.push(item); } return taken; };
export const kindOf = (value: unknown) => [Array.isArray(value), value instanceof Map, value instanceof Error, Object.prototype.toString.call(value)];
export function makeCounter() { let n = 0; return { inc: () => ++n, get value() { return n; }, label: 'c' }; }
export function makeStore() {
  let state = { n: 0 };
  const heard = new Set<Function>();
  return {
    getState: () => state,
    inc() { state = { n: state.n + 1 }; for (const one of heard) one(); },
    subscribe(one: Function) { heard.add(one); return () => heard.delete(one); },
  };
}
export function debounce(f: (...args: unknown[]) => void, ms: number) { let timer: any; return (...args: unknown[]) => { clearTimeout(timer); timer = setTimeout(() => f(...args), ms); }; }
export async function retry(f: () => Promise<unknown>, times: number) { let last; for (let i = 0; i < times; i++) { try { return await f(); } catch (error) { last = error; } } throw last; }
export const soon = () => { const log: string[] = []; queueMicrotask(() => log.push('micro')); return { log: () => log }; };
`;

/** Tests that are right to pass, each of one kind. */
export const TESTS = `
import test, { describe, it, before, beforeEach, after, mock } from 'node:test';
import assert from 'node:assert/strict';
import loose from 'node:assert';
import * as lib from './lib.ts';
import greet, { Stack, EmptyError, Point, Point3, type Cache, counter } from './lib.ts';

test('constants', () => { assert.equal(lib.VERSION, '1.2'); assert.deepEqual(lib.LIMITS, { max: 3, nested: { list: [1, 2, 3] } }); assert.strictEqual(lib.LIMITS, lib.LIMITS); });
test('an export that changes', () => { const was = counter; lib.bump(); assert.equal(counter, was + 1); assert.equal(lib.counter, was + 1); });
test('the default export', () => { assert.equal(greet('x'), 'hi x'); assert.equal(lib.default('y'), 'hi y'); assert.equal(greet.name, 'greet'); assert.equal(greet.length, 1); });
test('an enum', () => { assert.equal(lib.Color.Red, 'red'); assert.deepEqual(Object.values(lib.Color), ['red', 'blue']); });
test('a symbol', () => { assert.equal(typeof lib.MARK, 'symbol'); assert.equal(lib.MARK.description, 'mine'); });
test('a class', () => { const s = new Stack<number>(); s.push(1); assert.strictEqual(s.push(2), s); assert.equal(s.size, 2); assert.equal(s.pop(), 2); assert.ok(s instanceof Stack); assert.deepEqual([...s], [1]); assert.deepEqual(Array.from(Stack.of(1, 2)), [1, 2]); assert.equal(s.constructor, Stack); assert.equal(Stack.name, 'Stack'); assert.equal(typeof Stack.prototype.push, 'function'); });
test('statics', () => { const was = Stack.made; new Stack(); assert.equal(Stack.made, was + 1); });
test('instances with fields', () => { const p = new Point(1, 2).plus(new Point(3, 4)); assert.equal(p.x, 4); assert.deepEqual(p, new Point(4, 6)); assert.notDeepEqual(p, new Point(4, 7)); assert.notDeepEqual(p, { x: 4, y: 6 }); expect(p).toEqual({ x: 4, y: 6 }); assert.deepEqual({ ...p }, { x: 4, y: 6 }); assert.deepEqual(Object.keys(p), ['x', 'y']); assert.ok('x' in p); p.x = 9; assert.equal(p.plus(p).x, 18); assert.equal(JSON.stringify(p), '{"x":9,"y":6}'); });
test('a class of a class', () => { const p = new Point3(1, 2, 3); assert.ok(p instanceof Point); assert.ok(!(new Point(1, 2) instanceof Point3)); assert.equal(p.plus(p).y, 4); });
test('an object that is more than its value', () => { const m = new lib.Money(150); assert.equal(String(m), '$1.5'); assert.equal(+m, 150); assert.ok(m > new lib.Money(100)); assert.equal(JSON.stringify(m), '{"cents":150}'); });
test('classes of built-in ones', () => { const q = new lib.Queue(); q.push(1, 2); assert.equal(q.length, 2); assert.equal(q.last(), 2); assert.deepEqual([...q], [1, 2]); const r = new lib.Registry([['a', 1], ['b', 2]]); assert.equal(r.total(), 3); assert.equal(r.get('a'), 1); assert.equal(r.size, 2); assert.ok(r instanceof Map); assert.deepEqual([...r.keys()], ['a', 'b']); });
test('errors of its own', () => { assert.throws(() => new Stack().pop(), EmptyError); assert.throws(() => new Stack().pop(), { name: 'EmptyError', code: 'E_EMPTY', message: 'stack is empty' }); assert.throws(() => new Stack().pop(), /is empty/); try { new Stack().pop(); } catch (e: any) { assert.ok(e instanceof EmptyError); assert.ok(e instanceof Error); assert.equal(e.describe(), 'E_EMPTY: stack is empty'); assert.equal(String(e), 'EmptyError: stack is empty'); } });
test('errors of errors', () => { try { lib.many(); assert.fail(); } catch (e: any) { assert.ok(e instanceof AggregateError); assert.ok(e.errors[0] instanceof RangeError); assert.ok(e.errors[1].cause instanceof TypeError); } });
test('a generator', () => { assert.deepEqual([...lib.count(3)], [0, 1, 2]); const g = lib.count(2); assert.deepEqual(g.next(), { value: 0, done: false }); assert.deepEqual(g.return(7), { value: 7, done: true }); const [first] = lib.count(5); assert.equal(first, 0); });
test('an asynchronous generator', async () => { const seen = []; for await (const x of lib.slowly(3)) seen.push(x); assert.deepEqual(seen, [0, 1, 2]); });
test('promises', async () => { const p = lib.later({ a: [1] }); assert.ok(p instanceof Promise); assert.deepEqual(await p, { a: [1] }); assert.deepEqual(await Promise.all([lib.later(1), lib.later(2)]), [1, 2]); assert.equal(await Promise.race([lib.later('slow', 500), lib.later('fast', 1)]), 'fast'); });
test('rejections', async () => { await assert.rejects(lib.fails(), TypeError); await assert.rejects(() => lib.fails(), /no luck/); await expect(lib.fails()).rejects.toThrow('no luck'); await expect(lib.later(1)).resolves.toBe(1); });
test('a map of sets', () => { assert.deepEqual(lib.groups(), new Map([['a', new Set([1, 2])], ['b', new Set()]])); assert.equal(lib.groups().get('a').size, 2); });
test('a date and bytes', () => { assert.deepEqual(lib.day(), new Date(0)); assert.notDeepEqual(lib.day(), new Date(1)); assert.deepEqual(lib.bytes(), new Uint8Array([1, 2, 255])); });
test('odd values', () => { const o = lib.oddities(); assert.deepEqual(o, [NaN, -0, Infinity, undefined, null, 10n ** 20n, 'é\\u2028"', /a+/gi, [, 1]]); assert.ok(!(0 in (o[8] as object))); assert.notDeepEqual(o[1], 0); });
test('a frozen object', () => { assert.ok(Object.isFrozen(lib.frozen())); assert.throws(() => { lib.frozen().a = 2; }, TypeError); });
test('an object within itself', () => { const c = lib.cyclic(); assert.strictEqual(c.self, c); });
test('an object in two places', () => { const s = lib.shared(); assert.strictEqual(s.list[0], s.point); assert.equal(s.list[1].x, 1); });
test('an object without a prototype', () => { const b = lib.bare(); assert.equal(Object.getPrototypeOf(b), null); assert.deepEqual(Object.keys(b), ['a', '__proto__']); });
test('arguments that are changed', () => { const list = [3, 1, 2]; assert.strictEqual(lib.sortInPlace(list), list); assert.deepEqual(list, [1, 2, 3]); const thing = { old: 1, tags: ['a'] } as any; const { tags } = thing; lib.rename(thing); assert.deepEqual(thing, { tags: ['a', 'x'], name: 'new' }); assert.strictEqual(thing.tags, tags); });
test('callbacks', () => { assert.deepEqual(lib.mapAll([1, 2], (x, i) => x * 10 + i), [10, 21]); assert.throws(() => lib.mapAll([1], () => { throw new RangeError('mine'); }), RangeError); assert.equal(lib.pipe((x: number) => x + 1, Math.sqrt, String)(8), '3'); });
test('callbacks that wait', async () => { let n = 0; assert.equal(await lib.retry(async () => { if (++n < 3) throw new Error('x'); return 'ok'; }, 5), 'ok'); assert.equal(n, 3); const boom = new Error('boom'); await assert.rejects(lib.retry(async () => { throw boom; }, 2), (error) => error === boom); });
test('objects that do things for it', () => { const lines: string[] = []; assert.equal(lib.ask({ clock: { now: () => 41 }, log: (line) => lines.push(line) }), 42); assert.deepEqual(lines, ['asked']); class Clock { #t = 1; now() { return ++this.#t; } } assert.equal(lib.ask({ clock: new Clock() }), 3); });
test('mocks', () => { const f = mock.fn((x: number) => x + 1); assert.deepEqual(lib.mapAll([1, 2], f), [2, 3]); assert.equal(f.mock.callCount(), 2); assert.equal(f.mock.calls[1].arguments[0], 2); });
test('values that come back as they went', () => { const c: Cache = new lib.Cache(); const key = {}, value = { deep: [1] }; c.set(key, value); assert.strictEqual(c.get(key), value); assert.strictEqual(c.get({}), undefined); const f = lib.memo((x: number) => ({ x })); assert.strictEqual(f(1), f(1)); });
test('objects with functions', () => { const c = lib.makeCounter(); c.inc(); assert.equal(c.inc(), 2); assert.equal(c.value, 2); assert.equal(c.label, 'c'); const { inc } = c; assert.equal(inc(), 3); });
test('listeners', () => { const e = new lib.Emitter(); const got: unknown[] = []; const off = e.on('x', (v: unknown) => got.push(v)); e.emit('x', { a: 1 }); off(); e.emit('x', 2); assert.deepEqual(got, [{ a: 1 }]); });
test('a store', () => { const s = lib.makeStore(); let n = 0; const was = s.getState(); const off = s.subscribe(() => n++); s.inc(); off(); s.inc(); assert.equal(n, 1); assert.deepEqual(s.getState(), { n: 2 }); assert.notStrictEqual(s.getState(), was); assert.strictEqual(s.getState(), s.getState()); });
test('timers', async () => { const calls: unknown[] = []; const d = lib.debounce((...args) => calls.push(args), 15); d(1); d(2); assert.equal(calls.length, 0); await new Promise((resolve) => setTimeout(resolve, 80)); assert.deepEqual(calls, [[2]]); });
test('microtasks', async () => { const t = lib.soon(); assert.deepEqual(t.log(), []); await Promise.resolve(); assert.deepEqual(t.log(), ['micro']); });
test('what values are there', () => { assert.deepEqual(lib.kindOf([1]), [true, false, false, '[object Array]']); assert.deepEqual(lib.kindOf(new Map()), [false, true, false, '[object Map]']); assert.deepEqual(lib.kindOf(new Error('x')), [false, false, true, '[object Error]']); });
test('things to iterate', () => { assert.deepEqual(lib.take(new Set([1, 2, 3]), 2), [1, 2]); assert.deepEqual(lib.take((function* () { yield 1; yield 2; })(), 5), [1, 2]); });
test('functions of functions', () => { assert.equal(lib.sum.call(null, 1, 2), 3); assert.equal(lib.sum.apply(null, [1, 2, 3]), 6); assert.equal(lib.sum.bind(null, 5)(1), 6); });
test('what is not there', () => { assert.equal((lib as any).nope, undefined); assert.throws(() => (new Stack() as any).nope(), TypeError); });
describe('a suite', () => {
  const log: string[] = [];
  before(() => log.push('before'));
  beforeEach(() => log.push('each'));
  after(() => log.push('after'));
  it('has hooks', () => assert.deepEqual(log, ['before', 'each']));
  it('has subtests', async (t) => { let ran = 0; await t.test('one', () => { ran++; }); t.test('two', async () => { ran++; }); await t.test('three', () => assert.equal(ran, 2)); });
});
it('says when it is done', (t, done) => { setTimeout(done, 2); });
for (const [a, b] of [[1, 2], [3, 4]]) test('in a loop: ' + a, () => assert.equal(lib.sum(a, b), a + b));
test.each([[1, 1], [2, 2]])('each: %d', (a: number, b: number) => assert.equal(a, b));
test('expectations', () => { expect(0.1 + 0.2).toBeCloseTo(0.3); expect([1, 2]).toContain(2); expect('abc').toContain('b'); expect(() => new Stack().pop()).toThrow(EmptyError); expect(() => new Stack().pop()).toThrow('empty'); expect(() => 1).not.toThrow(); expect({ a: undefined }).toEqual({}); expect({ a: undefined }).not.toStrictEqual({}); });
test('loose assertions', () => { loose.equal(1, '1'); loose.deepEqual({ a: 1 }, { a: '1' }); loose(true); });
`;

/** Tests that are wrong, and must not pass by the way in which they are run; they go on where the right ones end. */
export const WRONG_TESTS = `
test('an instance is not plain data', () => assert.deepEqual(new lib.Point(1, 2), { x: 1, y: 2 }));
test('an object is not its value', () => loose.equal(new lib.Money(150), 150));
test('two instances are not one', () => assert.strictEqual(new lib.Point(1, 2), new lib.Point(1, 2)));
test('fields count', () => assert.deepEqual(new lib.Point(1, 2), new lib.Point(1, 3)));
test('classes count', () => assert.deepEqual(new lib.Point3(1, 2, 3), new lib.Point(1, 2)));
test('another class of error', () => assert.throws(() => new lib.Stack().pop(), TypeError));
test('another message', () => assert.throws(() => new lib.Stack().pop(), /full/));
test('nothing is thrown', () => assert.throws(() => lib.sum(1)));
test('a promise is not its value', () => assert.equal(lib.later(1), 1));
test('nothing is rejected', async () => assert.rejects(lib.later(1)));
test('minus zero', () => assert.equal(lib.oddities()[1], 0));
test('a hole is not undefined', () => assert.deepEqual(lib.oddities()[8], [undefined, 1]));
test('order in a list', () => assert.deepEqual([...lib.count(2)], [1, 0]));
test('a missing key', () => assert.deepEqual(lib.LIMITS, { max: 3 }));
test('an error in a timer', async () => { const late = lib.debounce(() => { throw new Error('late'); }, 1); late(); await lib.later(0, 20); });
test('a rejection that nobody waits for', async () => { void lib.fails(); await lib.later(0, 5); });
test('a test that calls back with an error', (t, done) => { lib.later(0, 1).then(() => done(new Error('late'))); });
test('a test that is skipped', { skip: true }, () => {});
test('a test that skips itself', (t) => { t.skip(); });
test('a test that is to do', { todo: 'soon' }, () => {});
test('a test without a body');
test('a failed subtest', async (t) => { await t.test('inner', () => assert.fail('inner')); });
`;

/** The names of the tests that a text declares by their names, as a verdict has them. */
export function namesIn(tests: string): readonly string[] {
  return [...tests.matchAll(/^ *(?<declared>test|it)\('(?<name>[^']+)'(?!\s*\+)/gm)].map(
    ({ groups, 0: line }) => `${line.startsWith(' ') ? 'a suite > ' : ''}${groups?.['name']}`,
  );
}
