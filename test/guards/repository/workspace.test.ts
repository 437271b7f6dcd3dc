/** Pure: which files may be a workspace, and that a workspace is a value. */
import { parseWorkspace } from '../../../src/guards/repository/workspace.ts';
import { aWorkspace } from './a-workspace.ts';

test.each([
  'a.py',
  'src/deep/er/a b.py',
  '.hidden/x',
  'weird-ünïcode/名.py',
  'a..b/c...d',
  '.github/x',
  '__proto__',
  'git/x',
])('%j is a path of a workspace', (path) => {
  const workspace = aWorkspace({ [path]: 'text' });
  expect(workspace.paths).toEqual([path]);
  expect(workspace.get(path)).toBe('text');
  expect(Object.entries(workspace.toFiles())).toEqual([[path, 'text']]);
});

test.each([
  ['', 'is empty'],
  ['/etc/passwd', 'is absolute'],
  ['C:/x', 'is absolute'],
  ['../x', 'has a ".."'],
  ['a/../../x', 'has a ".."'],
  ['a//b', 'has an empty or "." part'],
  ['a/', 'has an empty or "." part'],
  ['./a', 'has an empty or "." part'],
  ['a\\b', 'has a backslash'],
  ['a\u0000b', 'has control characters'],
  ['a\nb', 'has control characters'],
  ['a\tb', 'has control characters'],
  ['a\u202eb', 'has control characters'],
  ['.git/config', 'git directory'],
  ['sub/.GIT/hooks/pre-commit', 'git directory'],
  ['.g\u200cit/config', 'has control characters'],
  ['GIT~1/config', 'git directory'],
  ['.git./config', 'ends in a dot or a space'],
  ['a /b', 'ends in a dot or a space'],
  ['x'.repeat(256), 'more than 255 bytes'],
  ['x/'.repeat(256) + 'x', 'longer than 512'],
])('guards 2.4: the path %j is refused', (path, problem) => {
  expect(parseWorkspace({ [path]: '' })).toEqual({ ok: false, problems: [expect.stringContaining(problem)] });
  const added = aWorkspace({ 'a.py': '' }).with(new Map([[path, 'x']]));
  expect(added).toEqual({ ok: false, problems: [expect.stringContaining(problem)] });
});

const KIB = 1024;

test.each<[string, unknown, string]>([
  ['no object', [], 'not an object'],
  ['null', null, 'not an object'],
  ['a text that is a number', { a: 1 }, '"a" is not a text'],
  ['half a character', { a: '\ud800' }, 'half a character'],
  ['a file that is also a folder', { 'a/b': '', a: '' }, '"a/b" is inside "a", which is a file'],
  ['2,001 files', Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`f${i}`, ''])), 'at most 2000'],
  ['a file of more than 1 MiB', { a: 'x'.repeat(KIB * KIB + 1) }, 'has 1048577 bytes'],
  [
    'more than 8 MiB together',
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, 'x'.repeat(1000 * KIB)])),
    'at most 8388608',
  ],
])('%s is no workspace', (_, files, problem) => {
  expect(parseWorkspace(files)).toEqual({ ok: false, problems: [expect.stringContaining(problem)] });
});

test('a change makes another workspace and leaves the first as it was', () => {
  const before = aWorkspace({ 'a.py': '1', 'b.py': '2' });
  const after = before.with(
    new Map([
      ['a.py', 'changed'],
      ['b.py', undefined],
      ['c/d.py', ''],
    ]),
  );
  expect(after.ok && after.value.toFiles()).toEqual({ 'a.py': 'changed', 'c/d.py': '' });
  expect(before.toFiles()).toEqual({ 'a.py': '1', 'b.py': '2' });
});
