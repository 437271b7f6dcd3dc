import { TABLES } from './tables.ts';

const GENERATED = /<!-- generated: (\w+) -->\n[\s\S]*?<!-- end -->/g;

/** The page with all that stands between its markers written anew. Throws for a table that there is not. */
export function regenerated(page: string): string {
  return page.replaceAll(GENERATED, (_, name: string) => {
    const made = TABLES[name];
    if (!made) throw new Error(`There is no table "${name}"; there are ${Object.keys(TABLES).join(', ')}.`);
    return `<!-- generated: ${name} -->\n\n${made()}\n\n<!-- end -->`;
  });
}
