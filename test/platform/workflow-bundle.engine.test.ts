// The workflows' bundle: its sources, read as text, and the bundle, evaluated as the SDK's reused context does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { PARTS_IN_BUNDLE } from '../../src/platform/workflow-bundle.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

test('a bundle that is kept is of these sources: whatever the workflow imports lies in a part whose text names it', () => {
  const found = importedFrom(path.join(SOURCES, 'workflows', 'index.ts'));
  const parts = new Set(found.map((file) => path.relative(SOURCES, file).split(path.sep)[0] ?? ''));
  expect([...parts].filter((part) => !PARTS_IN_BUNDLE.includes(part))).toEqual([]);
  expect(found.length).toBeGreaterThan(100);
});

test.each(['topologies/sequence/workflows.ts', 'temporal/fixtures/endless.ts'])(
  'one of another entry that is kept is of these sources, and of what lies beside it: %s',
  (entry) => {
    const file = fileURLToPath(new URL(`../${entry}`, import.meta.url));
    const elsewhere = importedFrom(file).filter((found) => path.dirname(found) !== path.dirname(file));
    const parts = new Set(elsewhere.map((found) => path.relative(SOURCES, found).split(path.sep)[0] ?? ''));
    expect([...parts].filter((part) => !PARTS_IN_BUNDLE.includes(part))).toEqual([]);
  },
);

test('the only packages in it are those of the SDK and the reader of exact numbers: no reader of definitions, nothing that checks their fields', () => {
  const bundle = readFileSync(process.env['TEST_WORKFLOW_BUNDLE'] ?? '', 'utf8');
  const packages = [...bundle.matchAll(/^\/\*{3}\/ ".*node_modules\/((?:@[^/"]+\/)?[^/"]+)/gm)].map(([, name]) => name);
  const ofTheSdk = ['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc'];
  expect(new Set(packages)).toEqual(new Set([...ofTheSdk, 'lossless-json']));
});

test('the workflows are bundled as they are written, not in the JavaScript of years ago', () => {
  expect(readFileSync(process.env['TEST_WORKFLOW_BUNDLE'] ?? '', 'utf8')).not.toContain('function _object_spread');
});

test('what a run loads was loaded for all runs before: none costs a module of ours anew (performance 5)', () => {
  const cache = new Map<string, unknown>();
  const modules = new Proxy(
    {},
    {
      get: (_, name: string) => cache.get(name),
      set: (_, name: string, module) => Boolean(cache.set(name, module)),
    },
  );
  const context = vm.createContext({
    __webpack_module_cache__: modules,
    TextEncoder,
    TextDecoder,
    URL,
    URLSearchParams,
  });
  vm.runInContext(readFileSync(process.env['TEST_WORKFLOW_BUNDLE'] ?? '', 'utf8'), context);
  vm.runInContext('__TEMPORAL__.preloadModules()', context);
  const shared = new Set(cache.keys());
  expect([...shared].filter((name) => name.includes('/src/')).length).toBeGreaterThan(100);
  vm.runInContext('__TEMPORAL__.importWorkflows(); __TEMPORAL__.importInterceptors()', context);
  expect([...cache.keys()].filter((name) => !shared.has(name))).toEqual([]);
});

/** The file and all that it imports for more than types, by whatever way. */
function importedFrom(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    const text = readFileSync(file, 'utf8');
    for (const [, to = ''] of text.matchAll(/^(?:import|export)(?! type)[^;]*?'(\.{1,2}\/[^']+)';/gm))
      seen.add(path.resolve(path.dirname(file), to));
  }
  return [...seen];
}
