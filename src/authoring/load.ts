import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Guard } from '../guards/guard.ts';
import { messageOf } from '../text/message-of.ts';
import { listing, suggestion } from '../text/nearest.ts';
import type { AnyAgent } from './agent/agent.ts';
import { defineAgent } from './agent/define-agent.ts';
import { defineGenerator, type OwnGenerator } from './define-generator.ts';
import { problemOf } from './module-problem.ts';
import { PartRefused } from './part-refused.ts';
import type { OwnParts } from './parts.ts';

export interface LoadedParts extends OwnParts {
  /** Every file of the user's that was read for it. */
  readonly files: readonly string[];
}

/** The worker module cannot be used. Says where, and everything that is wrong at once. */
export class ModuleRefused extends Error {
  override readonly name = 'ModuleRefused';
  /** Every file that was read before it was found out: with a change of one of them it may be right. */
  readonly files: readonly string[];

  constructor(message: string, files: readonly string[]) {
    super(message);
    this.files = files;
  }
}

/**
 * Reads the user's module (running 3): its default export is `{agents?, guards?, generators?}`. It is read anew with all that it
 * imports of the user's own files, however often it was read before. `taken` are the names of the built-in guards. Throws
 * `ModuleRefused`.
 */
export async function loadParts(file: string, taken: readonly string[]): Promise<LoadedParts> {
  if (!existsSync(file)) throw new ModuleRefused(`DSAP_WORKER_MODULE: there is no file ${file}`, [file]);
  const loading = beginLoading();
  const module: unknown = await import(loading.urlOf(file)).catch((error: unknown) => {
    throw new ModuleRefused(`DSAP_WORKER_MODULE cannot be read: ${problemOf(error, file)}`, loading.files());
  });
  const parts: unknown = fieldOf(module, 'default');
  const problems = [...problemsOf(parts, taken)];
  if (problems.length > 0)
    throw new ModuleRefused(new PartRefused(`DSAP_WORKER_MODULE (${file})`, problems).message, loading.files());
  return { ...Checked.parse(parts), files: loading.files() };
}

/** The types of what has been checked already, part by part. */
const agent = z.custom<AnyAgent>();
const generator = z.custom<OwnGenerator>();
const Checked = z.object({
  agents: z.array(agent).default([]),
  guards: z.array(z.custom<Guard>()).default([]),
  generators: z.array(generator).default([]),
});

const MARK = 'dsap';
let loadings = 0;

/** Marks the user's files with the number of the loading, so that none of them comes out of Node's cache. */
function beginLoading(): { urlOf(file: string): string; files(): readonly string[] } {
  loadings += 1;
  const own = String(loadings);
  const files = new Set<string>();
  const marked = (url: string): string => {
    const found = new URL(url);
    found.searchParams.set(MARK, own);
    files.add(fileURLToPath(url));
    return found.href;
  };
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL === undefined ? undefined : new URL(context.parentURL);
      const isFromUsers = parent?.searchParams.get(MARK) === own;
      if (isFromUsers && specifier === 'dsap') return { url: INDEX, shortCircuit: true };
      const resolved = next(specifier, context);
      return isFromUsers && isUsers(resolved.url) ? { ...resolved, url: marked(resolved.url) } : resolved;
    },
  });
  return { urlOf: (file) => marked(pathToFileURL(file).href), files: () => [...files] };
}

const DSAP = new URL('../', import.meta.url).href;
/** What the user's `dsap` is here: this very one, wherever the module lies. */
const INDEX = new URL(`index${path.extname(import.meta.url)}`, DSAP).href;

/** Neither a package nor dsap itself, whose modules must be there once only. */
function isUsers(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/') && !url.startsWith(DSAP);
}

const KINDS = ['agents', 'guards', 'generators'] as const;

function* problemsOf(parts: unknown, taken: readonly string[]): Generator<string> {
  if (typeof parts !== 'object' || parts === null) {
    return yield 'it needs a default export: {agents?: […], guards?: […], generators?: […]}';
  }
  for (const key of Object.keys(parts)) {
    if (KINDS.some((kind) => kind === key)) continue;
    yield `its default export has no field "${key}".${suggestion(key, KINDS)} Fields: ${listing(KINDS)}`;
  }
  for (const kind of KINDS) {
    const list = fieldOf(parts, kind) ?? [];
    if (!Array.isArray(list)) {
      yield `"${kind}" must be a list`;
      continue;
    }
    for (const [index, part] of list.entries()) yield* partProblems(kind, part, index);
    yield* nameProblems(kind, list, kind === 'guards' ? taken : []);
  }
}

function* partProblems(kind: (typeof KINDS)[number], part: unknown, index: number): Generator<string> {
  try {
    if (kind === 'agents') defineAgent(agent.parse(part));
    else if (kind === 'generators') defineGenerator(generator.parse(part));
    else if (typeof fieldOf(part, 'sandbox') !== 'boolean') yield `guards[${index}] was not made by defineGuard`;
  } catch (error) {
    yield messageOf(error).replaceAll('\n', '\n    ');
  }
}

function* nameProblems(kind: string, list: readonly unknown[], taken: readonly string[]): Generator<string> {
  const names = list.map((part) => String(fieldOf(part, 'name')));
  for (const [index, name] of names.entries()) {
    if (taken.includes(name)) yield `${kind}: "${name}" is the name of a built-in one`;
    else if (names.indexOf(name) < index) yield `${kind}: two are called "${name}"`;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
