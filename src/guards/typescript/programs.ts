import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Job, Preload } from '../../sandbox/sandbox.ts';
import { compilerText } from './compiler-files.ts';
import { stripped } from './stripped.ts';

/** The programs of this folder that are started and run what they are given; all others are what they import. */
type ProgramName = 'subject' | 'tester' | 'one-process';

/** Those that only look at it, with the compiler. */
const COMPILERS = ['compiler/syntax', 'compiler/types', 'compiler/prepare'] as const;
export type CompilerName = (typeof COMPILERS)[number];

/** Where the programs are in a workspace; what they judge is beside this folder. */
const FOLDER = 'dsap';

/** What runs one of them, whose first lines say what it takes. */
export function programJob(name: ProgramName, files: Job['files'], ...args: readonly string[]): Job {
  const preload = preloadFor(name);
  return {
    toolchain: 'typescript',
    argv: [placeOf(`${name}.ts`), ...args],
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
  const preload = known.get(name) ?? preloadOf([name]);
  known.set(name, preload);
  return preload;
}

/** What loads the compiler. */
const LOADED = 'compiler/loaded.ts';
const IN_COMPILER = `${FOLDER}/compiler/typescript`;

/** All programs that need the compiler, with it, and with what V8 has made of it before, as `codesJob` prints it. */
export function compilerPreload(codes: string | undefined): Preload {
  const { files, imports } = preloadOf(COMPILERS, [LOADED]);
  const compiler = {
    [`${IN_COMPILER}.cjs`]: compilerText(),
    ...(codes !== undefined && { [`${IN_COMPILER}.codes`]: codes }),
  };
  return { files: { ...files, ...compiler }, imports };
}

export function compilerJob(name: CompilerName, preload: Preload, files: Job['files']): Job {
  return { toolchain: 'typescript', argv: [placeOf(`${name}.ts`)], files: { ...preload.files, ...files }, preload };
}

/** Prints what V8 makes of the compiler, or nothing. */
export function codesJob(): Job {
  const { files } = preloadOf(['compiler/codes']);
  const compiler = { [`${IN_COMPILER}.cjs`]: compilerText() };
  return { toolchain: 'typescript', argv: [placeOf('compiler/codes.ts')], files: { ...files, ...compiler } };
}

/** It reads its first line as it is imported. */
const REMOTE_MODULE = 'remote-module.ts';

/** Where it is in a workspace, for the module that stands in for the implementation. */
export const REMOTE_MODULE_AT = placeOf(REMOTE_MODULE);

function preloadOf(names: readonly string[], more: readonly string[] = []): Preload {
  const mains = names.map((name) => `${name}.ts`);
  const framework = names.some((name) => name === 'tester' || name === 'one-process') ? FRAMEWORK : [];
  const needed = importedFrom([...mains, ...framework, ...more]);
  const atWork = new Set([...mains, REMOTE_MODULE]);
  return {
    files: {
      'package.json': '{"type":"module"}',
      ...Object.fromEntries(needed.map((file) => [placeOf(file), stripped(textOf(file))])),
    },
    imports: needed.filter((file) => !atWork.has(file)).map(placeOf),
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

/** As a script: to take its types away would be most of what starting it takes. */
function placeOf(file: string): string {
  return `${FOLDER}/${file.replace(/\.ts$/, '.mjs')}`;
}

function textOf(file: string): string {
  const text = TEXTS.get(file);
  if (text === undefined) throw new Error(`There is no program ${file}.`);
  return text;
}
