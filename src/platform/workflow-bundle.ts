import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type BundleOptions, bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { addSources, dropStale, SOURCES } from './own-sources.ts';
import { makeWhole } from './whole-file.ts';

/** The workflow code as a worker loads it: `Worker.create({ workflowBundle: { codePath } })`. */
export interface WorkflowBundle {
  readonly codePath: string;
  readonly from: 'package' | 'cache' | 'built';
}

export interface WorkflowBundleOptions {
  readonly cacheDirectory: string;
  readonly log?: (line: string) => void;
  /** Another than the service's: it may import what the service's bundle holds, and what lies beside it. */
  readonly entry?: string;
}

/** What of `src` the bundle may hold: pure rooms, what puts them together, and the workflow itself. */
export const PARTS_IN_BUNDLE: readonly string[] = [
  'workflows',
  'core',
  'engine.ts',
  'expressions',
  'model',
  'ports',
  'stories',
  'text',
  'topologies',
];
const ENTRY = path.join(SOURCES, 'workflows', 'index.ts');
/** As the package carries it, which has no sources. */
const PACKAGED = path.join(SOURCES, 'workflows', 'bundle.js');
/** How workflows and activities read their arguments: numbers of users keep their digits. The SDK takes it by its path, and `require`s it. */
export const PAYLOAD_CONVERTER = path.join(
  SOURCES,
  'workflows',
  `payload-converter${path.extname(import.meta.filename)}`,
);

/**
 * Bundles the workflows, once for each state of their sources and each version of the SDK: this takes seconds, which no start
 * should pay twice. A bundle must come from the very SDK that runs it.
 */
export async function workflowBundle(options: WorkflowBundleOptions): Promise<WorkflowBundle> {
  const { cacheDirectory, log, entry = ENTRY } = options;
  if (entry === ENTRY && (await stat(PACKAGED).catch(() => undefined))) return { codePath: PACKAGED, from: 'package' };
  const codePath = path.join(cacheDirectory, 'bundles', `workflows-${await digestOfSources(entry)}.js`);
  if (await stat(codePath).catch(() => undefined)) return { codePath, from: 'cache' };
  const logger = new DefaultLogger('WARN', ({ message }) => log?.(message));
  const { code } = await bundleWorkflowCode({
    workflowsPath: entry,
    payloadConverterPath: PAYLOAD_CONVERTER,
    // Evaluated once for all runs of a worker, and frozen: a run costs its own state, neither our modules again nor the time that they take.
    // So no module of a part in the bundle may keep anything of a run.
    preloadModules: [entry, PAYLOAD_CONVERTER],
    webpackConfigHook: asWritten,
    logger,
  });
  await makeWhole(codePath, (draft) => writeFile(draft, code));
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

async function digestOfSources(entry: string): Promise<string> {
  const hash = createHash('sha256').update(`${sdkVersion()} ${process.version} ${MADE}`);
  const beside = entry === ENTRY ? [] : [path.relative(SOURCES, path.dirname(entry))];
  await addSources(hash, [...PARTS_IN_BUNDLE, ...beside]);
  return hash.digest('hex').slice(0, 32);
}

function sdkVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@temporalio/worker/package.json');
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
