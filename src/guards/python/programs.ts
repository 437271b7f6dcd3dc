import { readdirSync, readFileSync } from 'node:fs';

/** The Python programs of this folder that are started. */
export type ProgramName = 'syntax' | 'imports' | 'lint' | 'tester' | 'subject' | 'canary' | 'red' | 'compiling';

/** Those, and what one of them may import before; all others are what these import. */
type Root = ProgramName | 'practising';

/** The package that they are in a sandbox. */
export const PACKAGE = 'dsap_harness';

const FOLDER = new URL('./programs/', import.meta.url);

const TEXTS: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.py'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(new URL(path, FOLDER), 'utf8')]),
);

export function programText(path: string): string {
  const text = TEXTS.get(path);
  if (text === undefined) throw new Error(`There is no program ${path}.`);
  return text;
}

/** The sources of programs with all that they import, by path. */
export function programFiles(...names: readonly Root[]): Readonly<Record<string, string>> {
  const needed = new Set(names.map((name) => `${name}.py`));
  for (const path of needed) {
    for (const imported of importedBy(programText(path))) needed.add(imported);
  }
  return Object.fromEntries([...needed].map((path) => [`${PACKAGE}/${path}`, programText(path)]));
}

const IMPORT = /^[ \t]*from dsap_harness(?<folder>[.\w]*) import (?<names>\w+(?:, \w+)*)/gm;

/** `from dsap_harness.a import b` needs a.py, or a/b.py where `a` is a folder. */
function importedBy(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(({ groups: { folder = '', names = '' } = {} }) => {
    const base = folder.slice(1).replaceAll('.', '/');
    if (TEXTS.has(`${base}.py`)) return [`${base}.py`];
    return names.split(', ').map((name) => `${base === '' ? '' : `${base}/`}${name}.py`);
  });
}
