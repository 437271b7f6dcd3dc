import { stripVTControlCharacters } from 'node:util';
import { createStyle, oneLine, tableOf } from '../../examples/terminal.ts';

test.each([
  ['a  b\nc', 20, 'a b c'],
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['abcd efg', 6, 'abcd…'],
  ['', 6, ''],
])('%j on one line of %d characters is %j', (text, width, line) => {
  expect(oneLine(text, width)).toBe(line);
});

test('a table is aligned, and the same without colour but for the colour', () => {
  const columns = [
    { title: 'name', cell: (row: readonly [string, number]) => row[0] },
    { title: 'n', align: 'right', cell: (row: readonly [string, number]) => String(row[1]) },
  ] as const;
  const rows = [
    ['long name', 1],
    ['b', 20],
  ] as const;
  const plain = tableOf(columns, rows, createStyle(false));
  expect(plain).toEqual(['name        n', '─────────  ──', 'long name   1', 'b          20']);
  const painted = tableOf(columns, rows, createStyle(true)).join('\n');
  expect(painted).not.toBe(plain.join('\n'));
  expect(stripVTControlCharacters(painted)).toBe(plain.join('\n'));
});
