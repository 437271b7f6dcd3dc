import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Lays the client out as a package of its own at `dist/client`: one module of what `dsap/client` is too, small enough for a page, with its
 * declarations.
 */
export async function writeClientPackage(root: string, dist: string, version: string): Promise<void> {
  const from = path.join(dist, 'src/client');
  const to = path.join(dist, 'client');
  await build({
    entryPoints: [path.join(root, 'src/client/client.ts')],
    outfile: path.join(to, 'client.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const file of globSync('*.d.ts', { cwd: from }))
    writeFileSync(path.join(to, file), readFileSync(path.join(from, file), 'utf8').replaceAll(/^ +(?!\*)/gm, ''));
  mkdirSync(path.join(to, 'generated'), { recursive: true });
  const types = readFileSync(path.join(root, 'src/client/generated/api.ts'), 'utf8');
  writeFileSync(path.join(to, 'generated/api.d.ts'), tight(types));
  const manifest = {
    name: 'dsap-client',
    version,
    description: 'A client of the workflow service dsap, for Node and browsers',
    license: 'UNLICENSED',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': { types: './client.d.ts', default: './client.js' }, './package.json': './package.json' },
  };
  writeFileSync(path.join(to, 'package.json'), JSON.stringify(manifest));
  copyFileSync(path.join(root, 'src/client/README.md'), path.join(to, 'README.md'));
}

/** Generated types without what is there for readers, comments and spaces: they are most of the package. Texts stay. */
function tight(types: string): string {
  const idle = /"[^"]*"|^ *(?:\/\*\*.*\*\/|\/\/.*)$|^ +|\n|(?<=[:;|?]) | (?=[|{])/gm;
  return types.replaceAll(idle, (found) => (found.startsWith('"') ? found : ''));
}
