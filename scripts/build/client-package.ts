import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript-5';

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
  for (const file of globSync('*.d.ts', { cwd: from })) copyFileSync(path.join(from, file), path.join(to, file));
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

/**
 * Generated types without what is there for readers, and with each operation at its path, where alone it is asked for: they are most of the
 * package.
 */
function tight(types: string): string {
  const bare = types.replaceAll(/^ *(?:\/\*\*.*\*\/|\/\/.*)$|^ +|\n/gm, '');
  const tree = ts.createSourceFile('api.ts', bare, ts.ScriptTarget.Latest);
  const operations = tree.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === 'operations');
  if (operations === undefined || !ts.isInterfaceDeclaration(operations))
    throw new Error('The types have no operations.');
  const texts = new Map(
    operations.members
      .filter(ts.isPropertySignature)
      .map(({ name, type }) => [name.getText(tree), type?.getText(tree)]),
  );
  const others = bare.slice(0, operations.getStart(tree)) + bare.slice(operations.end);
  const inlined = others.replaceAll(/operations\["(\w+)"\]/g, (whole, name) => texts.get(name) ?? whole);
  return inlined.replaceAll(/("[^"]*")| *([{}:;|&,<>?=()[\]]) */g, '$1$2').replaceAll(';}', '}');
}
