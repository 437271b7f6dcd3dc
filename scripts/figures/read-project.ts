import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Project, projectOf } from './project.ts';

const CODE = '{src,test,bench,scripts,examples}/**/*.{ts,js,mjs,py}';

/** The code files below a root, as they lie there now, committed or not. */
export async function readProject(root: string): Promise<Project> {
  const found: string[] = [];
  for await (const file of glob(CODE, { cwd: root, exclude: (name) => name === 'node_modules' })) found.push(file);
  const names = found.map((name) => name.split(path.sep).join('/')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(root, name), 'utf8')));
  return projectOf(new Map(names.map((name, index) => [name, texts[index] ?? ''])));
}
