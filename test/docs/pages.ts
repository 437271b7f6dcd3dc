import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

export interface Page {
  readonly name: string;
  readonly text: string;
}

/** README.md and every page of `docs/`. */
export function pages(): readonly Page[] {
  const docs = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted();
  return ['README.md', ...docs.map((file) => `docs/${file.replaceAll('\\', '/')}`)].map((name) => ({
    name,
    text: readFileSync(new URL(name, ROOT), 'utf8'),
  }));
}
