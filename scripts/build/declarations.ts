import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `./x.ts` of an import, an export or an inline `import("./x.ts")`. */
const OWN_IMPORT = /(?<=(?:from |import\()["'])(?<file>\.{1,2}\/[^"']+)\.ts(?=["'])/g;

export interface Declarations {
  readonly root: string;
  /** Where they go, at the paths of their sources. */
  readonly dist: string;
  /** The modules that others import, by their paths in the sources. */
  readonly entries: readonly string[];
}

/** Writes the declarations of the entries and of what these name, and of nothing else. */
export function writeDeclarations({ root, dist, entries }: Declarations): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'dsap-declarations-'));
  try {
    const project = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      declaration: true,
      emitDeclarationOnly: true,
      noEmit: false,
      rootDir: root,
      outDir: folder,
      types: ['node'],
      typeRoots: [path.join(root, 'node_modules/@types')],
    };
    const files = entries.map((entry) => path.join(root, entry));
    writeFileSync(
      project,
      JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--project', project], { stdio: 'inherit' });
    const needed = new Set(entries.map(declarationOf));
    for (const file of needed) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      for (const [, target = ''] of text.matchAll(OWN_IMPORT))
        needed.add(path.join(path.dirname(file), `${target}.d.ts`));
      const written = path.join(dist, file);
      mkdirSync(path.dirname(written), { recursive: true });
      writeFileSync(written, text.replaceAll(OWN_IMPORT, '$<file>.js'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function declarationOf(source: string): string {
  return source.replace(/\.ts$/, '.d.ts');
}
