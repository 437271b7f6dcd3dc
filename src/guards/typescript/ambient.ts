/** Declarations of what programs have beside the language, without a browser and without Node's own types. */
export const AMBIENT = `
interface Console {
  log(...data: unknown[]): void;
  info(...data: unknown[]): void;
  warn(...data: unknown[]): void;
  error(...data: unknown[]): void;
  debug(...data: unknown[]): void;
  trace(...data: unknown[]): void;
  table(data: unknown): void;
  time(label?: string): void;
  timeEnd(label?: string): void;
  assert(condition?: unknown, ...data: unknown[]): void;
}
declare var console: Console;

declare function setTimeout(callback: (_: void) => void, delay?: number): any;
declare function setTimeout<A extends unknown[]>(callback: (...args: A) => void, delay?: number, ...args: A): any;
declare function setInterval(callback: (_: void) => void, delay?: number): any;
declare function setInterval<A extends unknown[]>(callback: (...args: A) => void, delay?: number, ...args: A): any;
declare function setImmediate(callback: (_: void) => void): any;
declare function setImmediate<A extends unknown[]>(callback: (...args: A) => void, ...args: A): any;
declare function clearTimeout(timer: any): void;
declare function clearInterval(timer: any): void;
declare function clearImmediate(timer: any): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T, options?: { transfer?: unknown[] }): T;
declare function atob(data: string): string;
declare function btoa(data: string): string;
declare namespace NodeJS { type Timeout = any; type Timer = any; type Immediate = any }

declare var performance: { now(): number; readonly timeOrigin: number };
declare var crypto: {
  randomUUID(): \`\${string}-\${string}-\${string}-\${string}-\${string}\`;
  getRandomValues<T extends ArrayBufferView>(array: T): T;
};

declare class TextEncoder { encode(input?: string): Uint8Array<ArrayBuffer>; readonly encoding: string }
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Record<string, string> | Iterable<[string, string]>);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(callback: (value: string, key: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  readonly size: number;
}
declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string, base?: string): boolean;
  hash: string; host: string; hostname: string; href: string; password: string; pathname: string; port: string;
  protocol: string; search: string; username: string;
  readonly origin: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}
interface EventListenerOptions { once?: boolean; signal?: AbortSignal }
declare class Event { constructor(type: string); readonly type: string }
declare class EventTarget {
  addEventListener(type: string, listener: (event: any) => void, options?: EventListenerOptions): void;
  removeEventListener(type: string, listener: (event: any) => void): void;
  dispatchEvent(event: Event): boolean;
}
declare class AbortSignal extends EventTarget {
  static abort(reason?: unknown): AbortSignal;
  static timeout(milliseconds: number): AbortSignal;
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
}
declare class AbortController { readonly signal: AbortSignal; abort(reason?: unknown): void }

type TestBody = (context: any, done: (error?: unknown) => void) => unknown;
interface TestOptions { skip?: boolean | string; todo?: boolean | string; only?: boolean; timeout?: number; concurrency?: number | boolean }
interface DeclareTest {
  (name?: string, body?: TestBody): void;
  (name: string, options: TestOptions, body?: TestBody): void;
  (body: TestBody): void;
}
interface TestFunction extends DeclareTest {
  skip: DeclareTest;
  todo: DeclareTest;
  only: DeclareTest;
  each(rows: readonly unknown[]): (name: string, body: (...args: any[]) => unknown) => void;
}
declare var test: TestFunction;
declare var it: TestFunction;
declare var describe: TestFunction;
declare function before(hook: () => unknown): void;
declare function after(hook: () => unknown): void;
declare function beforeAll(hook: () => unknown): void;
declare function afterAll(hook: () => unknown): void;
declare function beforeEach(hook: () => unknown): void;
declare function afterEach(hook: () => unknown): void;
interface Expectations<R> {
  toBe(expected: unknown): R;
  toEqual(expected: unknown): R;
  toStrictEqual(expected: unknown): R;
  toMatchObject(expected: object): R;
  toBeCloseTo(expected: number, digits?: number): R;
  toContain(expected: unknown): R;
  toContainEqual(expected: unknown): R;
  toHaveLength(expected: number): R;
  toHaveProperty(path: string | readonly string[], expected?: unknown): R;
  toMatch(expected: string | RegExp): R;
  toThrow(expected?: unknown): R;
  toThrowError(expected?: unknown): R;
  toBeTruthy(): R;
  toBeFalsy(): R;
  toBeNull(): R;
  toBeUndefined(): R;
  toBeDefined(): R;
  toBeNaN(): R;
  toBeInstanceOf(expected: unknown): R;
  toBeGreaterThan(expected: number | bigint): R;
  toBeGreaterThanOrEqual(expected: number | bigint): R;
  toBeLessThan(expected: number | bigint): R;
  toBeLessThanOrEqual(expected: number | bigint): R;
}
declare function expect(actual: unknown): Expectations<void> & {
  not: Expectations<void>;
  resolves: Expectations<Promise<void>> & { not: Expectations<Promise<void>> };
  rejects: Expectations<Promise<void>> & { not: Expectations<Promise<void>> };
};

declare module 'node:test' {
  const framework: TestFunction & { it: TestFunction; test: TestFunction; describe: TestFunction; suite: TestFunction; mock: typeof mock };
  export default framework;
  export const test: TestFunction;
  export const it: TestFunction;
  export const describe: TestFunction;
  export const suite: TestFunction;
  export function before(hook: () => unknown): void;
  export function after(hook: () => unknown): void;
  export function beforeEach(hook: () => unknown): void;
  export function afterEach(hook: () => unknown): void;
  interface Mocked {
    readonly calls: readonly { arguments: any[]; result?: any; error?: any; this: any }[];
    callCount(): number;
    resetCalls(): void;
    mockImplementation(implementation: (...args: any[]) => any): void;
    restore(): void;
  }
  export const mock: {
    fn<F extends (...args: any[]) => any>(original?: F, implementation?: F): F & { mock: Mocked };
    method(target: object, name: PropertyKey, implementation?: (...args: any[]) => any): ((...args: any[]) => any) & { mock: Mocked };
    restoreAll(): void;
    reset(): void;
  };
}

declare module 'node:assert' {
  interface Assert {
    (value: unknown, message?: string | Error): asserts value;
    ok(value: unknown, message?: string | Error): asserts value;
    equal(actual: unknown, expected: unknown, message?: string | Error): void;
    notEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    strictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
    notStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    deepEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    notDeepEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    deepStrictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
    notDeepStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    partialDeepStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    throws(block: () => unknown, error?: unknown, message?: string | Error): void;
    doesNotThrow(block: () => unknown, message?: string | Error): void;
    rejects(block: Promise<unknown> | (() => Promise<unknown>), error?: unknown, message?: string | Error): Promise<void>;
    doesNotReject(block: Promise<unknown> | (() => Promise<unknown>), message?: string | Error): Promise<void>;
    match(value: string, pattern: RegExp, message?: string | Error): void;
    doesNotMatch(value: string, pattern: RegExp, message?: string | Error): void;
    fail(message?: string | Error): never;
    ifError(value: unknown): asserts value is null | undefined;
    strict: Assert;
    AssertionError: new (options: { message?: string; actual?: unknown; expected?: unknown; operator?: string }) => Error;
  }
  const assert: Assert;
  export default assert;
  export const ok: Assert['ok'];
  export const equal: Assert['equal'];
  export const notEqual: Assert['notEqual'];
  export const strictEqual: Assert['strictEqual'];
  export const notStrictEqual: Assert['notStrictEqual'];
  export const deepEqual: Assert['deepEqual'];
  export const notDeepEqual: Assert['notDeepEqual'];
  export const deepStrictEqual: Assert['deepStrictEqual'];
  export const notDeepStrictEqual: Assert['notDeepStrictEqual'];
  export const partialDeepStrictEqual: Assert['partialDeepStrictEqual'];
  export const throws: Assert['throws'];
  export const doesNotThrow: Assert['doesNotThrow'];
  export const rejects: Assert['rejects'];
  export const doesNotReject: Assert['doesNotReject'];
  export const match: Assert['match'];
  export const doesNotMatch: Assert['doesNotMatch'];
  export const fail: Assert['fail'];
  export const ifError: Assert['ifError'];
  export const strict: Assert;
  export const AssertionError: Assert['AssertionError'];
}
declare module 'node:assert/strict' { export * from 'node:assert'; export { strict as default } from 'node:assert' }
declare module 'assert' { export * from 'node:assert'; export { default } from 'node:assert' }
declare module 'assert/strict' { export * from 'node:assert'; export { strict as default } from 'node:assert' }
declare module 'node:events' {
  export class EventEmitter {
    on(event: string | symbol, listener: (...args: any[]) => void): this;
    once(event: string | symbol, listener: (...args: any[]) => void): this;
    off(event: string | symbol, listener: (...args: any[]) => void): this;
    addListener(event: string | symbol, listener: (...args: any[]) => void): this;
    removeListener(event: string | symbol, listener: (...args: any[]) => void): this;
    removeAllListeners(event?: string | symbol): this;
    emit(event: string | symbol, ...args: any[]): boolean;
    listenerCount(event: string | symbol): number;
  }
  export default EventEmitter;
}
declare module 'node:crypto' {
  interface Hash { update(data: string | Uint8Array): Hash; digest(encoding: 'hex' | 'base64' | 'base64url'): string }
  export function createHash(algorithm: string): Hash;
  export function createHmac(algorithm: string, key: string | Uint8Array): Hash;
  export function randomUUID(): string;
  export function randomInt(min: number, max?: number): number;
}
declare module 'node:path' {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function dirname(path: string): string;
  export function basename(path: string, suffix?: string): string;
  export function extname(path: string): string;
  export function isAbsolute(path: string): boolean;
  export const sep: string;
}
declare module 'node:util' {
  export function inspect(value: unknown, options?: object): string;
  export function format(...data: unknown[]): string;
  export function isDeepStrictEqual(left: unknown, right: unknown): boolean;
  export function promisify(original: (...args: any[]) => void): (...args: any[]) => Promise<any>;
}
declare module 'node:timers/promises' {
  export function setTimeout<T = void>(delay?: number, value?: T, options?: { signal?: AbortSignal }): Promise<T>;
  export function setImmediate<T = void>(value?: T): Promise<T>;
}
declare module 'node:perf_hooks' { export const performance: { now(): number } }
`;
