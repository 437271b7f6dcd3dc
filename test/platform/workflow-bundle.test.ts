// The sources of the workflows' bundle, read as text.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PARTS_IN_BUNDLE } from '../../src/platform/workflow-bundle.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

test('a bundle that is kept is of these sources: whatever the workflow imports lies in a part whose text names it', () => {
  const found = importedFrom(path.join(SOURCES, 'workflows', 'index.ts'));
  const parts = new Set(found.map((file) => path.relative(SOURCES, file).split(path.sep)[0] ?? ''));
  expect([...parts].filter((part) => !PARTS_IN_BUNDLE.includes(part))).toEqual([]);
  expect(found.length).toBeGreaterThan(100);
});

/** The file and all that it imports for more than types, by whatever way. */
function importedFrom(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    const text = readFileSync(file, 'utf8');
    for (const [, to = ''] of text.matchAll(/^(?:import|export)(?! type)[^;]*?'(\.{1,2}\/[^']+)';/gm))
      seen.add(path.resolve(path.dirname(file), to));
  }
  return [...seen];
}
