// docs/requirements.md: each requirement stands in the title of a test, or has a reason beside it.
import { existsSync, readFileSync } from 'node:fs';
import { isNamed } from '../../scripts/citations.ts';

interface Row {
  readonly id: string;
  readonly what: string;
  /** Files of tests, or why there is none. */
  readonly shown: string;
}

const ROW = /^\| (?<id>[US]\d?x?-[^|]+?) \| (?<what>[^|]+?) \| (?<shown>[^|]+?) \|$/;
const rows: readonly Row[] = readFileSync('docs/requirements.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const { id = '', what = '', shown = '' } = ROW.exec(line)?.groups ?? {};
    return id === '' ? [] : [{ id, what, shown }];
  });

const FILE = /`(?<file>test\/[^`]+)`/g;
const filesOf = ({ shown }: Row) => [...shown.matchAll(FILE)].map(({ groups }) => groups?.['file'] ?? '');

test('there is a row for each of the 299 requirements, and none twice', () => {
  expect(rows).toHaveLength(299);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(299);
});

test.each(rows.filter((row) => filesOf(row).length > 0))(
  '$id stands in the title of a test in each file that is named',
  (row) => {
    const missing = filesOf(row).filter((file) => !existsSync(file) || !isNamed(readFileSync(file, 'utf8'), row.id));
    expect(missing).toEqual([]);
  },
);

test('where no test is named, a sentence says why', () => {
  const bare = rows.filter((row) => filesOf(row).length === 0);
  expect(bare.filter(({ shown }) => !/^[A-Z].{30,}\.$/.test(shown))).toEqual([]);
  expect(bare.length).toBeLessThan(10);
});
