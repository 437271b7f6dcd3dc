import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
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
  const types = tight(readFileSync(path.join(root, 'src/client/generated/api.ts'), 'utf8'));
  const modules = [...globSync('*.d.ts', { cwd: from }), '../text/exact-number.d.ts'].toSorted();
  const texts = modules.map((file) => readFileSync(path.join(from, file), 'utf8').replaceAll(/^ +(?!\*)/gm, ''));
  writeFileSync(path.join(to, 'client.d.ts'), oneModule(texts, texts[modules.indexOf('client.d.ts')] ?? '', types));
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
 * Returns the declarations of all modules as one module, without those that nobody outside can name: every further file costs the tarball bytes.
 * `main` is the one of `modules` that others import; what it exports from another module is exported. Throws for a name that is declared twice.
 */
function oneModule(modules: readonly string[], main: string, types: string): string {
  const declared = new Map<string, ts.Statement>();
  const wanted = new Set<string>();
  for (const text of [types, ...modules]) {
    const source = ts.createSourceFile('module.d.ts', text, ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (ts.isExportDeclaration(statement) && text === main) for (const name of namesIn(statement)) wanted.add(name);
      const name = nameOf(statement);
      if (name === undefined) continue;
      if (declared.has(name)) throw new Error(`Two modules of the client declare ${name}.`);
      declared.set(name, statement);
      if (text === main && isExported(statement)) wanted.add(name);
    }
  }
  const exported = new Set(wanted);
  for (const name of wanted) for (const used of namesIn(declared.get(name))) if (declared.has(used)) wanted.add(used);
  const kept = [...declared].filter(([name]) => wanted.has(name));
  const texts = kept.map(([name, statement]) => {
    const text = statement.getFullText().trim();
    return exported.has(name) ? text : text.replace(/^export /m, '');
  });
  return `${texts.join('\n')}\nexport {};\n`;
}

function nameOf(statement: ts.Statement): string | undefined {
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed ? statement.name?.text : undefined;
}

function isExported(statement: ts.Statement): boolean {
  return ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword;
}

/** Every identifier in it. */
function namesIn(node: ts.Node | undefined): readonly string[] {
  const names: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.push(each.text);
    ts.forEachChild(each, visit);
  };
  if (node) visit(node);
  return names;
}

/** Generated types without what is there for readers, comments and spaces: they are most of the package. Texts stay. */
function tight(types: string): string {
  const idle = /"[^"]*"|^ *(?:\/\*\*.*\*\/|\/\/.*)$|^ +|\n|(?<=[:;|?]) | (?=[|{])/gm;
  return types.replaceAll(idle, (found) => (found.startsWith('"') ? found : ''));
}
