// Pure: docs/concepts.md says of each kind of question who asks it, and those functions are where it says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ESCALATION_KINDS } from '../../src/model/events/escalations.ts';

const page = readFileSync('docs/concepts.md', 'utf8');
const section = /\n## Where a run asks a person\n[^]*?(?=\n## )/.exec(page)?.[0] ?? '';
const wordsIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map(wordsIn))
  .map(([, kind, asked, files]) => [kind?.[0] ?? '', asked?.[0] ?? '', files ?? []] as const);

test('every kind has a row', () => {
  expect(rows.map(([kind]) => kind).toSorted()).toEqual([...ESCALATION_KINDS].toSorted());
});

test.each(rows)('%s is asked by %s', (_, asker, files) => {
  const texts = files.map((file) => readFileSync(path.join('src', file), 'utf8'));
  expect(texts.some((text) => text.includes(`${asker}(`))).toBe(true);
});
