import { readFileSync } from 'node:fs';
import type { Template } from './template.ts';

/** A project as it is begun. */
export interface Project {
  readonly template: Template;
  /** As package.json has it. */
  readonly name: string;
  /** On which dsap it depends, as package.json has it. */
  readonly dsap: string;
}

/** Runs TypeScript tests on every Node since 20, which itself runs none before 22.18. */
const TSX = '4.23.15';

/** Where the files of a template come from, by where they go: a file of the template's own, or of all. */
const FROM = {
  'parts.ts': 'own/parts.ts',
  'dsap.config.yaml': 'shared/dsap.config.yaml',
  'tsconfig.json': 'shared/tsconfig.json',
  'docker-compose.yml': 'shared/docker-compose.yml',
  '.github/workflows/test.yml': 'shared/ci.yml',
  '.gitignore': 'shared/gitignore',
} as const;

/** The files of a project with their texts, by path. */
export function projectFiles({ template, name, dsap }: Project): ReadonlyMap<string, string> {
  const text = (from: string): string =>
    readFileSync(new URL(`../../../templates/${from.replace(/^own\b/, template)}`, import.meta.url), 'utf8');
  const readme = `# ${name}\n\n${text('own/README.md')}${text('shared/README.md').replaceAll('{template}', template)}`;
  return new Map([
    ['package.json', `${JSON.stringify(manifest(name, dsap), undefined, 2)}\n`],
    [`workflows/${template}.yaml`, text(`own/workflows/${template}.yaml`)],
    [`test/${template}.test.ts`, text(`own/test/${template}.test.ts`)],
    ['README.md', readme],
    ...Object.entries(FROM).map(([file, from]) => [file, text(from)] as const),
  ]);
}

function manifest(name: string, dsap: string): object {
  return {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: { start: 'dsap dev', test: 'node --import tsx --test test/*.test.ts' },
    dependencies: { dsap },
    devDependencies: { tsx: TSX },
  };
}
