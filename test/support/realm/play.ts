import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { leanExpect } from './lean-expect.ts';

const require = createRequire(import.meta.url);
const CIRCUS = require.resolve('jest-circus/runner');
/** What jest loads anew for each suite: the tests and hooks that it has named so far are kept in it. */
const NAMED = path.join(path.dirname(CIRCUS), 'jestAdapterInit.js');
/** Under these the framework keeps on the global object what a suite has said. */
const OF_A_SUITE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES']);

/** Jest's loader, as far as the framework and this file ask it. */
interface Loader {
  requireModuleOrMock(from: string, name: '@jest/globals'): { readonly jest: unknown };
}
interface Config {
  readonly displayName?: { readonly name: string };
  /** Expressions of names of packages, and what is loaded in their place. */
  readonly moduleNameMapper: readonly (readonly [expression: string, target: string])[];
}
type Play = (
  globalConfig: unknown,
  config: Config,
  environment: { readonly global: object },
  loader: Loader,
  suite: string,
  ...more: readonly unknown[]
) => Promise<Played>;
interface Played {
  failureMessage: string | null;
}

const { default: circus }: { readonly default: Play } = require(CIRCUS);

/** The lane that speaks to Temporal loads our files for itself, once: in the others workflows are played by another library. */
const APART = 'engine';
const OURS = new URL('../../../', import.meta.url).href;
const PACKAGES = `${OURS}node_modules/`;

/** Of the suite that is played. What is loaded stays loaded, so other lanes that share a realm may not disagree on what they all load. */
let mapper: Config['moduleNameMapper'] = [];
let isApart = false;

registerHooks({
  resolve(name, context, next) {
    const [, target] = mapper.find(([expression]) => new RegExp(expression).test(name)) ?? [];
    const found = next(
      target !== undefined && path.isAbsolute(target) ? pathToFileURL(target).href : (target ?? name),
      context,
    );
    if (!(isApart && found.url.startsWith(OURS) && found.url.endsWith('.ts')) || found.url.startsWith(PACKAGES))
      return found;
    return { ...found, url: `${found.url}?${APART}` };
  },
});

// A process that jest has forked has it already; jest's own does not.
const kept = process.env['NODE_COMPILE_CACHE'];
if (kept) enableCompileCache(kept);

/** Plays a suite with jest's own framework, in the realm that its environment says; `jest` is a global as `test` and `expect` are. */
const play: Play = async (globalConfig, config, environment, loader, suite, ...more) => {
  Reflect.set(environment.global, 'jest', loader.requireModuleOrMock(suite, '@jest/globals').jest);
  if (environment.global !== globalThis) return circus(globalConfig, config, environment, loader, suite, ...more);
  mapper = config.moduleNameMapper;
  isApart = config.displayName?.name === APART;
  try {
    return await circus(globalConfig, config, environment, sharing(loader), suite, ...more);
  } finally {
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (OF_A_SUITE.has(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
  }
};
export default play;

/** Jest's loader with Node's own in its place. */
function sharing(loader: Loader): Loader {
  return Object.assign(Object.create(loader), {
    requireInternalModule(file: string): unknown {
      if (file === NAMED) delete require.cache[file];
      return require(file);
    },
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file: string): Promise<unknown> => {
      Reflect.set(globalThis, 'expect', leanExpect(expect));
      return import(pathToFileURL(file).href);
    },
  });
}
