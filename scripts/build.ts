// Builds what the package carries into dist/: `npm run build`. docs/decisions/2026-11-25-package.md says what is made how.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripped as programScript } from '../src/guards/typescript/stripped.ts';
import { cacheDirectory } from '../src/platform/cache-directory.ts';
import { buildIslands } from '../src/platform/island-files.ts';
import { workflowBundle } from '../src/platform/workflow-bundle.ts';
import { writeClientPackage } from './build/client-package.ts';
import { writeDeclarations } from './build/declarations.ts';
import { packedBundle } from './build/packed-bundle.ts';
import { servedDocuments } from './build/served-documents.ts';
import { stripped } from './build/stripped.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(ROOT, 'dist');

/** What sandboxes run, as scripts: the Node of a package may be one that takes no types away. */
const PROGRAMS = 'src/guards/typescript/programs/**/*.ts';
const MODULES = ['src/**/*.ts', 'examples/*.ts', 'examples/*/*.ts'];
const NO_MODULES = [PROGRAMS, 'src/console/islands/**', 'examples/own-parts/*'];
/** What is read as it is: beside those what the database is made of, the definitions with the models that answer them, and what `dsap init` writes. */
const DATA = [
  'src/**/*.{mjs,py,sql}',
  'definitions/**/*.yaml',
  'examples/*/{definition,card,alignment}.yaml',
  'templates/**/*.*',
  'templates/shared/gitignore',
];
/** What others import. */
const ENTRIES = ['src/index.ts', 'src/client/client.ts', 'src/testing/index.ts', 'src/testing/matchers.ts'];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
function write(file: string, text: string): void {
  const target = path.join(DIST, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const { version } = JSON.parse(read('package.json'));
rmSync(DIST, { recursive: true, force: true });
for (const file of globSync(MODULES, { cwd: ROOT, exclude: NO_MODULES })) {
  const { code, map } = stripped(file, read(file));
  const target = file.replace(/\.ts$/, '.js');
  write(target, code);
  if (map !== undefined) write(`${target}.map`, map);
}
for (const file of globSync(PROGRAMS, { cwd: ROOT })) write(file.replace(/\.ts$/, '.mjs'), programScript(read(file)));
for (const file of globSync(DATA, { cwd: ROOT })) write(file, read(file));
writeDeclarations({ root: ROOT, dist: DIST, entries: ENTRIES });
await buildIslands(path.join(DIST, 'src/console/islands/built'));
const { codePath } = await workflowBundle({ cacheDirectory: cacheDirectory(process.env) });
write('src/workflows/bundle.js', packedBundle(readFileSync(codePath, 'utf8'), ROOT));
const { openapi, workflowSchema } = await servedDocuments(version);
write('openapi.json', openapi);
write('workflow.schema.json', workflowSchema);
// What lies in dist/ reads its version as the sources do.
write('package.json', JSON.stringify({ name: 'dsap', version, type: 'module' }));
await writeClientPackage(ROOT, DIST, version);
