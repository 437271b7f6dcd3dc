/** Which packages serve as adapters, where they are found, and what is said of those that cannot serve. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adapterFolders, findAdapter, loadAdapter } from '../../src/generators/adapter-package.ts';
import { anAdapterGenerator, aRequest, failureOf } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dsap-adapters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(name: string, source: string, manifest: object = { type: 'module', exports: './index.js' }): void {
  const root = path.join(folder, 'node_modules', name);
  mkdirSync(root, { recursive: true });
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  writeFileSync(path.join(root, 'index.js'), source);
}

const provider = (version: string) => `
  export const notAFactory = 1;
  export function createHelper() { return {}; }
  export function createThing({ apiKey }) {
    const model = () => ({
      specificationVersion: '${version}',
      provider: 'thing.chat',
      doStream: async () => ({ stream: new ReadableStream({ start(controller) {
        controller.enqueue({ type: 'text-delta', id: '1', delta: 'Key ' + apiKey });
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'done' }, usage: {} });
        controller.close();
      } }) }),
      doGenerate: async () => ({}),
    });
    return Object.assign(model, { languageModel: model });
  }`;

function call(name: string) {
  return anAdapterGenerator({ provider: name }, { folders: [folder, ...adapterFolders().slice(1)] }).complete(
    aRequest(),
  );
}

describe('a package that serves', () => {
  test.each(['v2', 'v3', 'v4'])('of version %s of the interface, by whatever name its factory has', async (version) => {
    install(`thing-${version}`, provider(version));
    await expect(call(`thing-${version}`)).resolves.toMatchObject({
      text: 'Key test-key-0123456789',
      finishReason: 'stop',
    });
  });

  test.each([
    ['conditions', { type: 'module', exports: { '.': { types: './no.d.ts', import: './index.js' } } }],
    ['nested conditions', { type: 'module', exports: { node: { import: './index.js' }, default: './no.js' } }],
    ['a main alone', { type: 'module', main: 'index.js' }],
    ['nothing', { type: 'module' }],
  ])('whose manifest names its module by %s', async (_how, manifest) => {
    install('thing-manifest', provider('v4'), manifest);
    expect(findAdapter('thing-manifest', [folder])).toBe(path.join(folder, 'node_modules/thing-manifest/index.js'));
  });

  test('a further module of a package', () => {
    install('thing-further', provider('v4'), { type: 'module', exports: { '.': './no.js', './chat': './index.js' } });
    expect(findAdapter('thing-further/chat', [folder])).toMatch(/thing-further[\\/]index\.js$/);
  });

  test('the working folder comes before dsap', () => {
    install('@ai-sdk/anthropic', provider('v4'));
    const folders = adapterFolders();
    expect(findAdapter('@ai-sdk/anthropic', [folder, ...folders])).toContain(folder);
    expect(findAdapter('@ai-sdk/google', [folder, ...folders])).toMatch(/node_modules[\\/]@ai-sdk[\\/]google/);
    expect(folders[0]).toBe(process.cwd());
  });
});

describe('a package that does not serve is a fault of the configuration, in one line', () => {
  test.each([
    [
      'is not installed',
      '@ai-sdk/nowhere',
      undefined,
      /^endpoint main: the package @ai-sdk\/nowhere is not installed in .*; install it there: npm install @ai-sdk\/nowhere$/,
    ],
    [
      'is no adapter',
      'thing-none',
      'export const answer = 42;',
      /^endpoint main: thing-none is no provider adapter of the AI SDK: it exports no create… function .*$/,
    ],
    [
      'makes no models',
      'thing-empty',
      'export const createNothing = () => ({});',
      /^endpoint main: thing-empty is no provider adapter of the AI SDK/,
    ],
    [
      'breaks',
      'thing-broken',
      'throw new Error("needs a moon");',
      /^endpoint main: thing-broken cannot be loaded \(needs a moon\); install it again: npm install thing-broken$/,
    ],
    [
      'is too old',
      'thing-v1',
      provider('v1'),
      /^endpoint main: thing-v1 has version v1 .*, dsap understands v2, v3, v4; npm install thing-v1@latest$/,
    ],
    [
      'is too new',
      'thing-v9',
      provider('v9'),
      /^endpoint main: thing-v9 has version v9 .*; install an older version of it, or a newer dsap$/,
    ],
    [
      'has no such module',
      'thing-v4/no',
      provider('v4'),
      /^endpoint main: the package thing-v4 has no module thing-v4\/no$/,
    ],
    ['is a path', '../thing', undefined, /^endpoint main: \.\.\/thing is not the name of a package$/],
  ])('%s', async (_what, name, source, message) => {
    if (source !== undefined && !name.includes('/')) install(name, source);
    await expect(failureOf(call(name))).resolves.toMatchObject({
      kind: 'configuration',
      message: expect.stringMatching(message),
    });
  });

  test('a package that is installed later serves the next call of the same generator', async () => {
    const generator = anAdapterGenerator({ provider: 'thing-later' }, { folders: [folder] });
    await failureOf(generator.complete(aRequest()));
    install('thing-later', provider('v4'));
    await expect(generator.complete(aRequest())).resolves.toMatchObject({ finishReason: 'stop' });
  });

  test('what its factory throws is told', async () => {
    install('thing-throws', 'export const createThing = () => { throw new Error("AWS region is missing"); };');
    await expect(failureOf(call('thing-throws'))).resolves.toMatchObject({
      kind: 'configuration',
      message: 'endpoint main: AWS region is missing',
    });
  });

  test('nothing is loaded to find it', async () => {
    install('thing-side-effect', 'globalThis.wasLoaded = true;');
    findAdapter('thing-side-effect', [folder]);
    expect(globalThis).not.toHaveProperty('wasLoaded');
    await expect(loadAdapter('thing-side-effect', [folder])).resolves.toBeInstanceOf(Function);
  });
});

describe('only the worker reaches adapters', () => {
  /** The files that a module loads with it: its imports, but those of types alone and those made later. */
  function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, kind = '', from = ''] of source.matchAll(/^(?:import|export) (type )?[^;]*?from '(\.[^']+)';/gm))
      if (kind === '') loadedWith(path.join(path.dirname(file), from), seen);
    return seen;
  }
  const source = (file: string) => path.join(import.meta.dirname, '../../src', file);
  const adapters = ['adapter-generator.ts', 'adapter-package.ts'].map((name) => source(`generators/${name}`));

  test.each(['index.ts', 'client/client.ts', 'testing/index.ts'])('%s loads none of their files', (entry) => {
    const loaded = loadedWith(source(entry));
    expect(loaded.size).toBeGreaterThan(3);
    expect(adapters.filter((file) => loaded.has(file))).toEqual([]);
  });

  test('the worker loads them', () => {
    expect([...loadedWith(source('cli/start/start-workers.ts'))]).toEqual(expect.arrayContaining(adapters));
  });
});
