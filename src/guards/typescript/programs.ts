import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Job, Preload } from '../../sandbox/sandbox.ts';
import { compilerText } from './compiler-files.ts';

/** The programs of this folder that are started; all others are what they import. */
export type ProgramName = CompilerName | 'subject' | 'tester' | 'one-process';

const COMPILERS = ['compiler/syntax', 'compiler/types', 'compiler/prepare'] as const;
export type CompilerName = (typeof COMPILERS)[number];

/** Where the programs are in a workspace; what they judge is beside this folder. */
export const FOLDER = 'dsap';

/** What runs one of them, whose first lines say what it takes. */
export function programJob(name: ProgramName, files: Job['files'], ...args: readonly string[]): Job {
  const preload = preloadFor(name);
  return {
    toolchain: 'typescript',
    argv: [`${FOLDER}/${name}.ts`, ...args],
    files: { ...preload.files, ...files },
    preload,
  };
}

const SOURCE = new URL('./programs/', import.meta.url);

/** The texts of all programs by their paths. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(new URL(file, SOURCE), 'utf8')]),
);

const known = new Map<ProgramName, Preload>();

/** A program with all that it imports, of which a process may have loaded all but what begins to work as it is imported. */
function preloadFor(name: ProgramName): Preload {
  const preload = known.get(name) ?? (isCompiler(name) ? compilerPreload() : preloadOf([name]));
  known.set(name, preload);
  return preload;
}

function isCompiler(name: ProgramName): name is CompilerName {
  return COMPILERS.some((compiler) => compiler === name);
}

let compiler: Preload | undefined;

/** One for all, with the compiler itself. */
function compilerPreload(): Preload {
  compiler ??= withCompiler(preloadOf(COMPILERS, [LOADED]));
  return compiler;
}

function withCompiler({ files, imports }: Preload): Preload {
  return { files: { ...files, [`${FOLDER}/compiler/typescript.cjs`]: compilerText() }, imports };
}

/** The program that loads the compiler. */
const LOADED = 'compiler/loaded.ts';

/** It reads its first line as it is imported. */
const REMOTE_MODULE = 'remote-module.ts';

function preloadOf(names: readonly ProgramName[], more: readonly string[] = []): Preload {
  const mains = names.map((name) => `${name}.ts`);
  const framework = names.some((name) => name === 'tester' || name === 'one-process') ? FRAMEWORK : [];
  const needed = importedFrom([...mains, ...framework, ...more]);
  const atWork = new Set([...mains, REMOTE_MODULE]);
  return {
    files: {
      'package.json': '{"type":"module"}',
      ...Object.fromEntries(needed.map((file) => [`${FOLDER}/${file}`, textOf(file)])),
    },
    imports: needed.filter((file) => !atWork.has(file)).map((file) => `${FOLDER}/${file}`),
  };
}

/** What tests import is there with the programs that run them. */
const FRAMEWORK = ['node-test.ts', 'node-assert.ts', 'node-assert-strict.ts'].map((file) => `testing/${file}`);

/** Files, and all that they import. */
function importedFrom(mains: readonly string[]): readonly string[] {
  const needed = new Set(mains);
  for (const file of needed) for (const imported of importedBy(file)) needed.add(imported);
  return [...needed];
}

function importedBy(file: string): readonly string[] {
  return [...textOf(file).matchAll(/^(?:import|export|\}) ?.*?'(\.{1,2}\/[^']+\.ts)';$/gm)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), target),
  );
}

function textOf(file: string): string {
  const text = TEXTS.get(file);
  if (text === undefined) throw new Error(`There is no program ${file}.`);
  return text;
}
