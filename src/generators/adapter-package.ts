import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../text/message-of.ts';
import { at, isRecord, listOf, parsedJson, textOf } from './fields.ts';

/** The versions of the AI SDK's `LanguageModel` interface that `adapter-generator.ts` understands: AI SDK 5, 6 and 7. */
const SPEC_VERSIONS: readonly string[] = ['v2', 'v3', 'v4'];

/** A language model of the AI SDK. Its answers differ from version to version, so they are read as unknown JSON. */
export interface AdapterModel {
  /** `<provider>` or `<provider>.<api>`, such as `anthropic.messages`. */
  readonly provider: string;
  doStream(options: unknown): PromiseLike<unknown>;
  doGenerate(options: unknown): PromiseLike<unknown>;
}

/** The settings that every adapter of the AI SDK takes. What is left out, an adapter reads from variables of its own. */
interface AdapterSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly fetch: typeof fetch;
}

/** Makes one model of an adapter. Throws `AdapterRefused` if the package is no adapter, else what the adapter throws. */
export type CreateAdapterModel = (settings: AdapterSettings, model: string) => AdapterModel;

/** A package cannot serve as an adapter. The message says why, and the command that helps. */
export class AdapterRefused extends Error {
  override readonly name = 'AdapterRefused';
}

/** Where packages are looked for: the folder in which the worker was started, then dsap itself. */
export function adapterFolders(): readonly string[] {
  return [process.cwd(), path.dirname(fileURLToPath(import.meta.url))];
}

/** Returns the file of the package's ES module. Throws `AdapterRefused` if it is not installed or exports none. Loads nothing. */
export function findAdapter(name: string, folders: readonly string[] = adapterFolders()): string {
  const [, packageName = '', rest = ''] = PACKAGE.exec(name) ?? [];
  if (packageName === '') throw new AdapterRefused(`${name} is not the name of a package`);
  const manifest = folders.map((folder) => manifestIn(packageName, folder)).find((found) => found !== undefined);
  if (manifest === undefined) {
    throw new AdapterRefused(
      `the package ${packageName} is not installed in ${folders[0] ?? '.'}; install it there: npm install ${packageName}`,
    );
  }
  const entry = entryOf(parsedJson(readFileSync(manifest, 'utf8')), `.${rest}`);
  if (entry === undefined) throw new AdapterRefused(`the package ${packageName} has no module ${name}`);
  return path.join(path.dirname(manifest), entry);
}

/** Loads the package. Throws `AdapterRefused` if it is not installed, breaks when it is loaded, or exports nothing that makes a model. */
export async function loadAdapter(name: string, folders?: readonly string[]): Promise<CreateAdapterModel> {
  const file = findAdapter(name, folders);
  const module: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    const again = `npm install ${PACKAGE.exec(name)?.[1] ?? name}`;
    throw new AdapterRefused(`${name} cannot be loaded (${messageOf(cause)}); install it again: ${again}`, { cause });
  });
  const factories = Object.entries(Object(module)).filter(([key]) => /^create[A-Z]/.test(key));
  return (settings, model) => {
    const made = firstMade(
      factories.map(
        ([, create]) =>
          () =>
            languageModel(create, settings, model),
      ),
    );
    if (made === undefined) throw new AdapterRefused(`${name} is no provider adapter of the AI SDK: ${NO_FACTORY}`);
    const version = textOf(at(made, 'specificationVersion')) ?? 'unknown';
    if (SPEC_VERSIONS.includes(version)) return made;
    const help = version === 'v1' ? `npm install ${name}@latest` : 'install an older version of it, or a newer dsap';
    throw new AdapterRefused(
      `${name} has version ${version} of the AI SDK's model interface, dsap understands ${SPEC_VERSIONS.join(', ')}; ${help}`,
    );
  };
}

const NO_FACTORY =
  'it exports no create… function that makes language models; name a package such as @ai-sdk/anthropic';

/** A package, with or without the path of one of its further modules. */
const PACKAGE = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)((?:\/[\w.~-]+)*)$/;

function manifestIn(packageName: string, folder: string): string | undefined {
  try {
    return findPackageJSON(packageName, pathToFileURL(path.join(folder, 'any.js')));
  } catch {
    return undefined;
  }
}

/** The module that `import` loads. `findPackageJSON` has no sibling for it, and `require.resolve` sees no package of ES modules alone. */
function entryOf(manifest: unknown, subpath: string): string | undefined {
  const exports = at(manifest, 'exports');
  if (exports === undefined) return subpath === '.' ? (textOf(at(manifest, 'main')) ?? 'index.js') : subpath;
  const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  if (isMap) return targetOf(exports[subpath]);
  return subpath === '.' ? targetOf(exports) : undefined;
}

const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);

function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  const options = isRecord(target)
    ? Object.entries(target).flatMap(([condition, value]) => (CONDITIONS.has(condition) ? [value] : []))
    : listOf(target);
  return options.map(targetOf).find((found) => found !== undefined);
}

/** Undefined: the export makes no provider of language models. */
function languageModel(create: unknown, settings: AdapterSettings, model: string): AdapterModel | undefined {
  if (typeof create !== 'function') return undefined;
  const provider = Object(create(settings));
  const made: unknown =
    typeof provider['languageModel'] === 'function'
      ? provider['languageModel'](model)
      : typeof provider === 'function' && provider(model);
  return isAdapterModel(made) ? made : undefined;
}

/** A package may export several factories, not all of them for language models. Throws the first error if none makes one. */
function firstMade(makers: readonly (() => AdapterModel | undefined)[]): AdapterModel | undefined {
  const errors: unknown[] = [];
  for (const make of makers) {
    try {
      const made = make();
      if (made !== undefined) return made;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return undefined;
}

function isAdapterModel(value: unknown): value is AdapterModel {
  const model = Object(value);
  return typeof model['doStream'] === 'function' && typeof model['doGenerate'] === 'function';
}
