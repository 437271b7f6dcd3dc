import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Job } from '../../sandbox/sandbox.ts';

/** The programs of this folder that are started; all others are what they import. */
export type ProgramName =
  | 'compiler/syntax'
  | 'compiler/types'
  | 'compiler/prepare'
  | 'subject'
  | 'tester'
  | 'one-process';

/** Where the programs are in a workspace; what they judge is beside this folder. */
export const FOLDER = 'dsap';

/** What runs one of them, whose first lines say what it takes. */
export function programJob(name: ProgramName, files: Job['files'], ...args: readonly string[]): Job {
  return {
    toolchain: 'typescript',
    argv: [`${FOLDER}/${name}.ts`, ...args],
    files: { 'package.json': '{"type":"module"}', ...programFiles(name), ...files },
  };
}

const SOURCE = new URL('./programs/', import.meta.url);

/** The texts of all programs by their paths. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(new URL(file, SOURCE), 'utf8')]),
);

const known = new Map<ProgramName, Job['files']>();

/** A program with all that it imports. */
function programFiles(name: ProgramName): Job['files'] {
  const files =
    known.get(name) ?? collect([`${name}.ts`, ...(name === 'tester' || name === 'one-process' ? FRAMEWORK : [])]);
  known.set(name, files);
  return files;
}

/** What tests import is there with the programs that run them. */
const FRAMEWORK = ['node-test.ts', 'node-assert.ts', 'node-assert-strict.ts'].map((file) => `testing/${file}`);

function collect(mains: readonly string[]): Job['files'] {
  const needed = new Set(mains);
  for (const file of needed) for (const imported of importedBy(file)) needed.add(imported);
  return Object.fromEntries([...needed].map((file) => [`${FOLDER}/${file}`, textOf(file)]));
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
