import { builtinModules } from 'node:module';
import type TypeScript from 'typescript-5';
import type { Library } from './library.ts';

export interface Imports {
  /** The script with every import leading to where it is found when it runs. */
  readonly script: string;
  /** Why it cannot run; undefined when it can. */
  readonly problem: string | undefined;
}

/** What there is to import beside what comes with the runtime. */
export interface Surroundings {
  /** The path by which the implementation is known. */
  readonly module: string;
  /** The paths of the files that are given. */
  readonly given: readonly string[];
}

const IMPLEMENTATION = 'implementation.mjs';

/** The name of a given file when it runs. */
export function givenName(path: string, given: readonly string[]): string {
  return `given-${given.indexOf(path)}.mjs`;
}

const FRAMEWORK = './dsap/testing/node-test.ts';
const PROVIDED: Readonly<Record<string, string>> = {
  'node:test': FRAMEWORK,
  test: FRAMEWORK,
  vitest: FRAMEWORK,
  '@jest/globals': FRAMEWORK,
  'node:assert': './dsap/testing/node-assert.ts',
  assert: './dsap/testing/node-assert.ts',
  'node:assert/strict': './dsap/testing/node-assert-strict.ts',
  'assert/strict': './dsap/testing/node-assert-strict.ts',
};

/** The paths by which tests may know the implementation: their relative imports that lead to nothing given. One is right. */
export function implementationPaths(ts: Library, tests: string, given: readonly string[]): readonly string[] {
  const relative = new Map<string, string>();
  for (const { specifier } of importsIn(ts, tests))
    if (isRelative(specifier)) relative.set(stemOf(specifier), specifier);
  const all = [...relative.values()];
  const open = all.filter((specifier) => givenFor(specifier, given) === undefined);
  return open.length > 0 ? open : all;
}

/** What a script imports by name from the implementation. */
export function namesOfImplementation(ts: Library, script: string, { module }: Surroundings): readonly string[] {
  const own = importsIn(ts, script).filter(({ specifier }) => isImplementation(specifier, module));
  return [...new Set(own.flatMap(({ names }) => names))];
}

export function testImports(ts: Library, script: string, around: Surroundings): Imports {
  const isTested = importsIn(ts, script).some(({ specifier }) => isImplementation(specifier, around.module));
  const found = redirect(ts, script, (specifier) => placeOf(specifier, around, PROVIDED));
  return isTested ? found : { ...found, problem: `they do not import ${around.module}` };
}

export function sourceImports(ts: Library, script: string, around: Surroundings): Imports {
  return redirect(ts, script, (specifier) => placeOf(specifier, around, {}));
}

function placeOf(
  specifier: string,
  { module, given }: Surroundings,
  provided: Readonly<Record<string, string>>,
): string | undefined {
  const there = provided[specifier] ?? builtIn(specifier);
  if (there !== undefined) return there;
  if (isImplementation(specifier, module)) return `./${IMPLEMENTATION}`;
  const path = givenFor(specifier, given);
  return path === undefined ? undefined : `./${givenName(path, given)}`;
}

interface Import {
  readonly specifier: string;
  readonly start: number;
  readonly end: number;
  readonly names: readonly string[];
}

function importsIn(ts: Library, script: string): readonly Import[] {
  const found: Import[] = [];
  const visit = (node: TypeScript.Node): void => {
    const literal = literalOf(ts, node);
    if (literal !== undefined)
      found.push({ specifier: literal.text, start: literal.getStart(), end: literal.end, names: namesOf(ts, node) });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('script.mjs', script, ts.ScriptTarget.ES2024, true));
  return found;
}

function literalOf(ts: Library, node: TypeScript.Node): TypeScript.StringLiteral | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier : undefined;
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const [argument] = node.arguments;
  return argument !== undefined && ts.isStringLiteral(argument) ? argument : undefined;
}

function namesOf(ts: Library, node: TypeScript.Node): readonly string[] {
  if (!ts.isImportDeclaration(node) || node.importClause === undefined) return [];
  const { name, namedBindings } = node.importClause;
  const named = namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  return [
    ...(name === undefined ? [] : ['default']),
    ...named.map((element) => (element.propertyName ?? element.name).text),
  ];
}

function isImplementation(specifier: string, module: string): boolean {
  return PROVIDED[specifier] === undefined && builtIn(specifier) === undefined && stemOf(specifier) === stemOf(module);
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}\//.test(specifier);
}

/** The file of that name; where several have it, the one whose path ends like the specifier. */
function givenFor(specifier: string, given: readonly string[]): string | undefined {
  if (!isRelative(specifier)) return undefined;
  const alike = given.filter((path) => stemOf(path) === stemOf(specifier));
  if (alike.length <= 1) return alike[0];
  const end = withoutExtension(specifier.replace(/^(\.{1,2}\/)+/, '/'));
  return alike.find((path) => `/${withoutExtension(path)}`.endsWith(end));
}

/** `stack` of `../src/stack.ts`. */
function stemOf(path: string): string {
  return withoutExtension(path).split('/').at(-1) ?? '';
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

function builtIn(specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, '');
  return builtinModules.includes(name) || builtinModules.includes(specifier) ? `node:${name}` : undefined;
}

function redirect(ts: Library, script: string, place: (specifier: string) => string | undefined): Imports {
  const imports = importsIn(ts, script);
  const unknown = new Set(
    imports.map(({ specifier }) => specifier).filter((specifier) => place(specifier) === undefined),
  );
  const named = [...unknown].map((specifier) => JSON.stringify(specifier)).join(', ');
  const redirected = imports
    .toSorted((left, right) => right.start - left.start)
    .reduce((text, { specifier, start, end }) => {
      return text.slice(0, start) + JSON.stringify(place(specifier) ?? specifier) + text.slice(end);
    }, script);
  return { script: redirected, problem: unknown.size === 0 ? undefined : `${named} cannot be imported here` };
}
