/** Pure: search and replace over whole lines (guards 2.4). */
import fc from 'fast-check';
import { createMeter } from '../../../src/guards/repository/meter.ts';
import { applyEdits, type Edit } from '../../../src/guards/repository/patch/search-replace.ts';
import { cases } from '../../support/properties.ts';
import { aWorkspace } from './a-workspace.ts';

function edit(text: string, ...edits: readonly Omit<Edit, 'file'>[]) {
  const applied = applyEdits(
    aWorkspace({ 'src/a.py': text }),
    edits.map((each) => ({ file: 'src/a.py', ...each })),
    createMeter(),
  );
  return applied.ok ? applied.value.get('src/a.py') : { problems: applied.problems };
}

const CODE = 'def f(x):\n    if x:\n        return 1\n    return 2\n';

test.each([
  ['a line', CODE, '    return 2', '    return 3', CODE.replace('2', '3')],
  ['final line feeds mean nothing', CODE, '    return 2\n', '    return 3', CODE.replace('2', '3')],
  ['nor do those of the replacement', CODE, '    return 2', '    return 3\n', CODE.replace('2', '3')],
  ['several lines for one', 'a\nb\nc\n', 'b', 'x\n\ny', 'a\nx\n\ny\nc\n'],
  ['lines taken away', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
  ['the last line taken away', 'a\nb', 'b', '', 'a'],
  ['the first line', 'a\nb\n', 'a', 'A', 'A\nb\n'],
  ['a file without a final line feed', 'a\nb', 'b', 'B\nC', 'a\nB\nC'],
  ['a file without a final line feed, in its middle', 'a\nb', 'a', 'A', 'A\nb'],
  ['blank lines at the end count', 'a\n\nb\n', 'a\n\n', 'A\n', 'A\nb\n'],
  ['CR LF stays CR LF', 'a\r\nb\r\nc\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\nc\r\n'],
  ['CR LF in the search text too', 'a\r\nb\r\nc', 'b\r\nc', 'x\r\ny', 'a\r\nx\r\ny'],
  ['LF stays LF when the answer has CR LF', 'a\nb\nc\n', 'b', 'x\r\ny', 'a\nx\ny\nc\n'],
  ['mixed ends: those of the place', 'a\r\nb\nc\n', 'b', 'x\ny', 'a\r\nx\ny\nc\n'],
  ['spaces at the ends of lines', 'a  \nb\t\nc\n', 'a\nb', 'x', 'x\nc\n'],
  ['spaces at the ends of the search text', 'a\nb\nc\n', 'a \nb\t', 'x', 'x\nc\n'],
  ['exact before white space', 'a \na\n', 'a', 'b', 'a \nb\n'],
  [
    'indented less than the file',
    CODE,
    'if x:\n    return 1',
    'if x:\n\n    return 9',
    CODE.replace('1', '9').replace('x:\n  ', 'x:\n\n  ').replace('def f(x):\n\n', 'def f(x):\n'),
  ],
  ['indented more than the file', 'if x:\n    y\n', '    if x:\n        y', '    if z:\n        y', 'if z:\n    y\n'],
  ['tabs', '\tif x:\n\t\ty\n', 'if x:\n\ty', 'if z:\n\ty', '\tif z:\n\t\ty\n'],
  ['patterns of String.replace', 'a\nb\n', 'b', "$& $1 $$ $` $' \\1", "a\n$& $1 $$ $` $' \\1\n"],
  ['patterns in the search text', 'a $& b\n(.*)\n', '(.*)', 'x', 'a $& b\nx\n'],
])('S3-G-4: %s', (_, text, search, replace, expected) => {
  expect(edit(text, { search, replace })).toBe(expected);
});

test('S3-G-4: each edit sees what those before it left', () => {
  expect(edit('a\nb\n', { search: 'a', replace: 'b2' }, { search: 'b2\nb', replace: 'c' })).toBe('c\n');
});

test('an empty search text makes a file, and fills an empty one', () => {
  const workspace = aWorkspace({ 'empty.py': '' });
  const edits = [
    { file: 'new/a.py', search: '', replace: 'x = 1\n' },
    { file: 'new/a.py', search: 'x = 1', replace: 'x = 2' },
    { file: 'empty.py', search: '', replace: 'y' },
  ];
  const applied = applyEdits(workspace, edits, createMeter());
  expect(applied.ok && [...applied.value]).toEqual([
    ['new/a.py', 'x = 2\n'],
    ['empty.py', 'y'],
  ]);
});

test.each([
  ['nowhere', CODE, '    return 3', 'x', ['not in the file, which has 4 lines', '4|     return 2']],
  ['everywhere', 'a\nb\na\n', 'a', 'x', ['more than once, at the lines 1, 3', 'Add lines']],
  ['twice when white space is ignored', 'a \na\t\n', 'a', 'x', ['at the lines 1, 2']],
  ['part of a line', 'value = compute(1)  # why\n', 'compute(1)', 'x', ['only a part of line 1: give all']],
  ['escaped twice', 'a\nb\n', 'a\\nb', 'x', ['"\\n" as two characters']],
  ['the same as its replacement', 'a\n', 'a', 'a', ['"search" and "replace" are the same']],
  ['empty where there is a file', 'a\n', '', 'x', ['"search" is empty, but the file is there']],
  ['without one common shift', 'if x:\n    y\n', ' if x:\n    y', 'z', ['not in the file', '1| if x:\n2|     y']],
  ['deeper than a replacement can be', 'if x:\n    y\n', '  if x:\n      y', 'z', ['"replace" is not', '1| if x:']],
])(
  'S3-G-4: a search text that stands %s is refused with the lines that are there',
  (_, text, search, replace, words) => {
    const refused = edit(text, { search, replace });
    expect(refused).toEqual({ problems: [expect.stringContaining('Edit 1 of "src/a.py"')] });
    for (const word of words) expect(JSON.stringify(refused)).toContain(JSON.stringify(word).slice(1, -1));
  },
);

test('S3-G-4: a file that is not there is refused with the names that are near', () => {
  const workspace = aWorkspace({ 'src/parser.py': 'a\n', 'src/deep/util.py': 'b\n' });
  const edits = [
    { file: 'src/parsr.py', search: 'a', replace: 'b' },
    { file: 'utli.py', search: 'b', replace: 'c' },
    { file: '../util.py', search: '', replace: 'c' },
  ];
  expect(applyEdits(workspace, edits, createMeter())).toEqual({
    ok: false,
    mode: 'hallucinated_reference',
    problems: [
      'Edit 1 of "src/parsr.py": there is no such file. Did you mean "src/parser.py"? For a new file leave "search" empty.',
      'Edit 2 of "utli.py": there is no such file. Did you mean "src/deep/util.py"? For a new file leave "search" empty.',
      'Edit 3 of "../util.py": the path has a ".."; it must stay inside the repository.',
    ],
  });
});

const line = fc.stringMatching(/^[ a-c$&1'`\\]{0,6}$/);
const lines = fc.array(line, { maxLength: 8 });

test('S3-G-4: an edit whose lines stand once exactly splices the text', () => {
  fc.assert(
    fc.property(
      lines,
      fc.array(line, { minLength: 1, maxLength: 4 }),
      lines,
      lines,
      (before, wanted, after, instead) => {
        const all = [...before, ...wanted, ...after];
        const places = [...all.keys()].filter((at) => wanted.every((each, index) => all[at + index] === each));
        fc.pre(places.length === 1 && wanted.join() !== instead.join());
        const text = (some: readonly string[]) => some.map((each) => `${each}\n`).join('');
        fc.pre(text(wanted) !== text(instead));
        const result = edit(text(all), { search: text(wanted), replace: text(instead) });
        expect(result).toBe(text(before) + text(instead) + text(after));
      },
    ),
    cases(),
  );
});

test('whatever the texts are, an edit applies or is refused, and keeps the ends of the lines around it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r', '\r\n', '$&') });
  fc.assert(
    fc.property(text, text, text, (file, search, replace) => {
      const result = edit(file, { search, replace });
      if (typeof result !== 'string' || file === '' || result === '') return;
      if (file.endsWith('\n')) expect(result.endsWith('\n')).toBe(true);
      if (!file.includes('\r')) expect(result.includes('\r\n')).toBe(false);
    }),
    cases(),
  );
});

test('hostile: a replacement of a million lines is one', () => {
  const replace = '\n'.repeat(1_000_000);
  expect(edit('a\nb\n', { search: 'a', replace })).toBe(`${replace}b\n`);
});

test.each([
  ['a search text that almost matches everywhere', '\n'.repeat(1_000_000), `${'\n'.repeat(20_000)}x`],
  ['long runs of spaces', `${' '.repeat(900_000)}x\n`, `${' '.repeat(900_000)}y`],
])('hostile: %s ends', (_, text, search) => {
  const work = () => edit(text, { search, replace: 'z' });
  try {
    expect(work()).toEqual({ problems: [expect.stringContaining('not in the file')] });
  } catch (error) {
    expect(error).toMatchObject({ name: 'TooMuchWork' });
  }
});
