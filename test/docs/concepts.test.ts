// Pure: docs/concepts.md says who asks each kind of question, and where a run goes back upstream; those functions are where it says.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ESCALATION_KINDS } from '../../src/model/events/escalations.ts';

const page = readFileSync('docs/concepts.md', 'utf8');
const sectionOf = (heading: string) => new RegExp(`\n## ${heading}\n[^]*?(?=\n## )`).exec(page)?.[0] ?? '';
const cellsIn = (heading: string) =>
  sectionOf(heading)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const wordsIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const textsOf = (files: readonly string[]) => files.map((file) => readFileSync(path.join('src', file), 'utf8'));

const questions = cellsIn('Where a run asks a person').filter(([, kind = '']) => kind.startsWith('`'));
const askers = questions.map(
  ([, kind, asked, files]) => [wordsIn(kind)[0] ?? '', wordsIn(asked)[0] ?? '', wordsIn(files)] as const,
);

test('every kind has a row', () => {
  expect(askers.map(([kind]) => kind).toSorted()).toEqual([...ESCALATION_KINDS].toSorted());
});

test.each(askers)('%s is asked by %s', (_, asker, files) => {
  expect(textsOf(files).some((text) => text.includes(`${asker}(`))).toBe(true);
});

interface Opened {
  readonly type: string;
  readonly kind: string;
  readonly branch?: boolean;
}

test('the kinds that park their branch alone are those that do so in recorded runs', () => {
  const folder = 'test/recorded/stories';
  const found = new Map<string, boolean>();
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, kind, branch = false } = value as Opened;
    if (type === 'escalation.opened') found.set(kind, branch);
    for (const below of Object.values(value)) read(below);
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json')) read(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const said = new Map(questions.map(([, kind, , , , parks = '']) => [wordsIn(kind)[0] ?? '', parks] as const));
  expect(found.size).toBeGreaterThan(8);
  expect([...found].filter(([kind, branch]) => branch === said.get(kind)?.startsWith('the run'))).toEqual([]);
});

const stations = cellsIn('From a rejected verdict to the new attempt upstream')
  .filter(([, station = '']) => /^\d/.test(station))
  .map(([, station = '', functions, files]) => [station, wordsIn(functions), wordsIn(files)] as const);

test('the way upstream has eight stations', () => {
  expect(stations.map(([station]) => Number(station.split(' ')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each(stations)('%s: its functions are in its files, and each file has one of them', (_, functions, files) => {
  const texts = textsOf(files);
  const isIn = (name: string, text: string) =>
    new RegExp(`\\bfunction ${name}\\(|\\b${name}(?:: \\(|,$)`, 'm').test(text);
  expect(functions.filter((name) => !texts.some((text) => isIn(name, text)))).toEqual([]);
  expect(files.filter((_file, at) => !functions.some((name) => isIn(name, texts[at] ?? '')))).toEqual([]);
});
