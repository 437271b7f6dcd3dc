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
    argv: [placeOf(name), ...args],
    files: { ...preload.files, ...files },
    preload,
  };
}

const SOURCE = new URL('./programs/', import.meta.url);

/** The files of all programs by their names: TypeScript in a clone; in a package `npm run build` has taken the types away. */
const FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .map((file) => [file.replace(/\.\w+$/, ''), file]),
);

const texts = new Map<string, string>();

const known = new Map<ProgramName, Preload>();

/** A program with all that it imports, of which a process may have loaded all but what begins to work as it is imported. */
function preloadFor(name: ProgramName): Preload {
  const preload = known.get(name) ?? preloadOf([name]);
  known.set(name, preload);
  return preload;
}

/** What loads the compiler. */
const LOADED = 'compiler/loaded';
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
  return { toolchain: 'typescript', argv: [placeOf(name)], files: { ...preload.files, ...files }, preload };
}

/** Prints what V8 makes of the compiler, or nothing. */
export function codesJob(): Job {
  const { files } = preloadOf(['compiler/codes']);
  const compiler = { [`${IN_COMPILER}.cjs`]: compilerText() };
  return { toolchain: 'typescript', argv: [placeOf('compiler/codes')], files: { ...files, ...compiler } };
}

/** It reads its first line as it is imported. */
const REMOTE_MODULE = 'remote-module';

/** Where it is in a workspace, for the module that stands in for the implementation. */
export const REMOTE_MODULE_AT = placeOf(REMOTE_MODULE);

function preloadOf(names: readonly string[], more: readonly string[] = []): Preload {
  const framework = names.some((name) => name === 'tester' || name === 'one-process') ? FRAMEWORK : [];
  const needed = importedFrom([...names, ...framework, ...more]);
  const atWork = new Set([...names, REMOTE_MODULE]);
  return {
    files: {
      'package.json': '{"type":"module"}',
      ...Object.fromEntries(needed.map((name) => [placeOf(name), scriptOf(name)])),
    },
    imports: needed.filter((name) => !atWork.has(name)).map(placeOf),
  };
}

/** What tests import is there with the programs that run them. */
const FRAMEWORK = ['node-test', 'node-assert', 'node-assert-strict'].map((name) => `testing/${name}`);

/** Programs, and all that they import. */
function importedFrom(names: readonly string[]): readonly string[] {
  const needed = new Set(names);
  for (const name of needed) for (const imported of importedBy(name)) needed.add(imported);
  return [...needed];
}

function importedBy(name: string): readonly string[] {
  return [...scriptOf(name).matchAll(/^(?:import|export|\}) ?.*?'(\.{1,2}\/[^']+)\.mjs';$/gm)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(name), target),
  );
}

function placeOf(name: string): string {
  return `${FOLDER}/${name}.mjs`;
}

/** A program as a script: to take its types away would be most of what starting it takes. */
function scriptOf(name: string): string {
  const made = texts.get(name);
  if (made !== undefined) return made;
  const file = FILES.get(name);
  if (file === undefined) throw new Error(`There is no program ${name}.`);
  const text = readFileSync(new URL(file, SOURCE), 'utf8');
  const script = file.endsWith('.ts') ? stripped(text) : text;
  texts.set(name, script);
  return script;
}
