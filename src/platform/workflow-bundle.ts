import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BundleOptions, bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** The workflow code as a worker loads it: `Worker.create({ workflowBundle: { codePath } })`. */
export interface WorkflowBundle {
  readonly codePath: string;
  readonly from: 'package' | 'cache' | 'built';
}

export interface WorkflowBundleOptions {
  readonly cacheDirectory: string;
  readonly log?: (line: string) => void;
}

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** What of `src` the bundle may hold: pure rooms, what puts them together, and the workflow itself. */
export const PARTS_IN_BUNDLE: readonly string[] = [
  'workflows',
  'core',
  'definitions',
  'engine.ts',
  'expressions',
  'model',
  'ports',
  'prompts',
  'stories',
  'text',
  'topologies',
];
const ENTRY = path.join(SOURCES, 'workflows', 'index.ts');
/** As the package carries it, which has no sources. */
const PACKAGED = path.join(SOURCES, 'workflows', 'bundle.js');
const CONVERTER = path.join(SOURCES, 'workflows', 'payload-converter.ts');

/**
 * Evaluated once for all runs of a worker, and frozen: a run costs its own state, neither our modules again nor the time that they take. So no
 * module of a part in the bundle may keep anything of a run.
 */
const SHARED = [ENTRY, CONVERTER];

/**
 * Bundles the workflows, once for each state of their sources and each version of the SDK: this takes seconds, which no start
 * should pay twice. A bundle must come from the very SDK that runs it.
 */
export async function workflowBundle({ cacheDirectory, log }: WorkflowBundleOptions): Promise<WorkflowBundle> {
  if (await stat(PACKAGED).catch(() => undefined)) return { codePath: PACKAGED, from: 'package' };
  const codePath = path.join(cacheDirectory, 'bundles', `workflows-${await digestOfSources()}.js`);
  if (await stat(codePath).catch(() => undefined)) return { codePath, from: 'cache' };
  const logger = new DefaultLogger('WARN', ({ message }) => log?.(message));
  const { code } = await bundleWorkflowCode({
    workflowsPath: ENTRY,
    payloadConverterPath: CONVERTER,
    preloadModules: SHARED,
    webpackConfigHook: asWritten,
    logger,
  });
  await mkdir(path.dirname(codePath), { recursive: true });
  const draft = `${codePath}.${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, codePath);
  await dropStale(path.dirname(codePath));
  return { codePath, from: 'built' };
}

/**
 * The SDK has our sources written in the JavaScript of 2017, where every copy of an object is a loop, and puts them all into the map, which
 * is then more than half of what every worker reads; which line an error is at is told without.
 */
const asWritten: NonNullable<BundleOptions['webpackConfigHook']> = (config) => {
  config.devtool = 'inline-nosources-cheap-module-source-map';
  for (const rule of config.module?.rules ?? []) {
    const { use } = Object(rule);
    const { jsc } = Object(Object(use).options);
    if (jsc !== undefined) Object.assign(jsc, { target: 'es2022' });
  }
  return config;
};

/** How a bundle is made: another number voids those that are kept. */
const MADE = 4;

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256').update(`${sdkVersion()} ${process.version} ${MADE}`);
  for (const part of PARTS_IN_BUNDLE) {
    for (const file of await sourcesIn(path.join(SOURCES, part))) {
      hash.update(`\0${path.relative(SOURCES, file)}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

async function sourcesIn(directory: string): Promise<readonly string[]> {
  if (directory.endsWith('.ts')) return [directory];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  return files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
}

function sdkVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@temporalio/worker/package.json');
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

const STALE_AFTER = 7 * 24 * 3_600_000;

/** Bundles of other states may be in use by another clone, so only old ones go; one that is missed is built again. */
async function dropStale(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_AFTER) await rm(file, { force: true });
  }
}
