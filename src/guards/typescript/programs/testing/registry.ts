/** What the test file has declared, in its order. */

export interface Options {
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly only?: unknown;
}

export interface Hooks {
  readonly before: (() => unknown)[];
  readonly after: (() => unknown)[];
  readonly beforeEach: (() => unknown)[];
  readonly afterEach: (() => unknown)[];
}

export interface Test {
  readonly kind: 'test';
  readonly name: string;
  readonly options: Options;
  readonly body: Function | undefined;
}

export interface Suite {
  readonly kind: 'suite';
  readonly name: string;
  readonly options: Options;
  readonly hooks: Hooks;
  readonly members: (Test | Suite)[];
}

export function newSuite(name: string, options: Options = {}): Suite {
  return { kind: 'suite', name, options, hooks: { before: [], after: [], beforeEach: [], afterEach: [] }, members: [] };
}

export const root = newSuite('');

let current = root;

export function declareTest(...given: readonly unknown[]): void {
  current.members.push({ kind: 'test', ...partsOf(given) });
}

/** Its members are declared by its body, at once. */
export function declareSuite(...given: readonly unknown[]): void {
  const { name, options, body } = partsOf(given);
  const suite = newSuite(name, options);
  const outer = current;
  outer.members.push(suite);
  current = suite;
  try {
    body?.call(undefined);
  } finally {
    current = outer;
  }
}

export function declareHook(kind: keyof Hooks, body: () => unknown): void {
  current.hooks[kind].push(body);
}

/** `(name, options, body)`, any of them left out. */
export function partsOf(given: readonly unknown[]): { name: string; options: Options; body: Function | undefined } {
  const body = given.find((part) => typeof part === 'function');
  const named = given.find((part) => typeof part === 'string');
  const options = given.find((part) => typeof part === 'object' && part !== null) ?? {};
  return { name: named ?? (body?.name || '<anonymous>'), options, body };
}

/** The tests of a suite and all within, with their names from the outermost on. */
export function testsOf(suite: Suite, path: readonly string[] = []): readonly string[] {
  return suite.members.flatMap((member) => {
    const names = [...path, member.name];
    return member.kind === 'suite' ? testsOf(member, names) : [names.join(' > ')];
  });
}
