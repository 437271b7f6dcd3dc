import { type Project, projectOf } from '../../scripts/figures/project.ts';

/** A small tree of files, by path. */
export function tree(texts: Readonly<Record<string, string>>): Project {
  return projectOf(new Map(Object.entries(texts)));
}

export function lines(count: number): string {
  return 'let x;\n'.repeat(count);
}
