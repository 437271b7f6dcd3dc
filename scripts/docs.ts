// Writes anew what is generated in docs/: the tables, and the tests that show a rule: npm run docs.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { regenerated } from './docs/regenerated.ts';
import { withTests } from './docs/rules-page.ts';
import { sourcesIn } from './docs/sources.ts';

const FOLDER = new URL('../docs/', import.meta.url);

for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.md'))) {
  const file = new URL(name, FOLDER);
  const page = await readFile(file, 'utf8');
  const fresh = name === 'rules.md' ? withTests(page, sourcesIn('test')) : regenerated(page);
  if (fresh === page) continue;
  await writeFile(file, fresh);
  console.log(`docs/${name} is written anew`);
}
