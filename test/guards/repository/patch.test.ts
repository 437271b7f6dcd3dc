/** Pure: the forms of a patch, and what none may do (guards 2.4). */
import { applyPatch } from '../../../src/guards/repository/patch/patch.ts';
import { aWorkspace } from './a-workspace.ts';

const POLICY = {
  isProtected: (path: string) => path === 'tests/test_a.py',
  isAllowed: (path: string) => path === 'tox.ini',
};

const FILES = { 'src/a.py': 'x = 1\ny = 2\nz = 3\n', 'tests/test_a.py': 'import a\n', 'README.md': '# A\n' };

function patched(text: string) {
  const applied = applyPatch(aWorkspace(FILES), text, POLICY);
  if (!applied.ok) return applied.problems.join('\n');
  const { workspace, changes } = applied.value;
  return changes.map(({ kind, path }) => `${kind} ${path}: ${workspace.get(path) ?? 'gone'}`).join('\n');
}

const edits = (...all: readonly object[]) => JSON.stringify({ edits: all });
const DIFF = '--- a/src/a.py\n+++ b/src/a.py\n@@ -1,3 +1,3 @@\n x = 1\n-y = 2\n+y = 4\n z = 3\n';
const CHANGED = 'changed src/a.py: x = 1\ny = 4\nz = 3\n';
const EDIT = { file: 'src/a.py', search: 'y = 2', replace: 'y = 4' };

test.each([
  ['edits', edits(EDIT)],
  ['edits with words beside them', edits({ ...EDIT, why: 'because' })],
  ['edits in a fence', `I change y.\n\n\`\`\`json\n${edits(EDIT)}\n\`\`\`\n`],
  ['a diff in JSON', JSON.stringify({ patch: DIFF })],
  ['a diff in JSON with no edits', JSON.stringify({ patch: DIFF, edits: [] })],
  ['a fenced diff in JSON', JSON.stringify({ patch: `\`\`\`diff\n${DIFF}\`\`\`` })],
  ['a diff', DIFF],
  ['a diff in a fence', `Mended:\n\`\`\`diff\n${DIFF}\`\`\`\nThat is all.`],
  ['a diff whose last line feed is lost', DIFF.trim()],
])('S3-G-4: a patch as %s is applied', (_, text) => {
  expect(patched(text)).toBe(CHANGED);
});

test('the changes are told file by file', () => {
  const text = edits(
    EDIT,
    { file: 'src/b.py', search: '', replace: 'b\n' },
    { file: 'tox.ini', search: '', replace: 't' },
  );
  expect(patched(text)).toBe(`${CHANGED}\ncreated src/b.py: b\n\ncreated tox.ini: t`);
  const rename = 'diff --git a/README.md b/docs.md\nrename from README.md\nrename to docs.md\n';
  expect(patched(rename)).toBe('removed README.md: gone\ncreated docs.md: # A\n');
});

test.each([
  ['nothing', '', 'The answer is empty.'],
  ['prose', 'Change y to 4.', 'Not valid JSON'],
  ['a diff without headers', ' x = 1\n-y = 2\n+y = 4\n', 'neither JSON nor a whole unified diff'],
  ['broken JSON', '{"edits": [', 'Not valid JSON'],
  ['neither', '{}', 'There are neither edits nor a patch.'],
  ['both', JSON.stringify({ edits: [EDIT], patch: DIFF }), 'There are both "edits" and "patch".'],
  ['an edit without its replacement', edits({ file: 'src/a.py', search: 'y' }), '/edits/0/replace'],
  ['edits that are no list', '{"edits": {}}', '/edits'],
  ['201 edits', edits(...Array.from({ length: 201 }, () => EDIT)), 'at most 200'],
  ['a diff of nothing', '--- a/src/a.py\n', 'There is no diff'],
  [
    'an edit and its contrary',
    edits(EDIT, { ...EDIT, search: 'y = 4', replace: 'y = 2' }),
    'The patch changes nothing',
  ],
])('S3-G-4: %s is no patch', (_, text, words) => {
  expect(patched(text)).toContain(words);
});

const CREATED = [
  ['conftest.py', 'configures the tests'],
  ['tests/deep/CONFTEST.py', 'configures the tests'],
  ['pytest.ini', 'configures the tests'],
  ['.pytest.ini', 'configures the tests'],
  ['setup.cfg', 'configures the tests'],
  ['sub/pyproject.toml', 'configures the tests'],
  ['sitecustomize.py', 'start of every Python program'],
  ['src/usercustomize.py', 'start of every Python program'],
  ['x.pth', 'start of every Python program'],
  ['pytest.py', 'hide the test framework'],
  ['unittest/__init__.py', 'hide the test framework'],
  ['dsap_harness/reporting.py', 'hide the test framework'],
  ['json.py', 'hide a module of the standard library'],
  ['.github/workflows/x.yml', 'continuous integration'],
  ['.gitlab-ci.yml', 'continuous integration'],
  ['Jenkinsfile', 'continuous integration'],
  ['setup.py', 'configures packages'],
  ['requirements.txt', 'configures packages'],
  ['dev-requirements.in', 'configures packages'],
  ['requirements/test.txt', 'configures packages'],
  ['package.json', 'configures packages'],
  ['.npmrc', 'configures packages'],
  ['pip.conf', 'configures packages'],
  ['poetry.lock', 'configures packages'],
  ['package-lock.json', 'configures packages'],
  ['.gitattributes', 'configures git'],
  ['.gitmodules', 'configures git'],
  ['.git/hooks/post-checkout', 'git directory'],
  ['../evil.py', 'has a ".."'],
  ['/etc/cron.d/evil', 'is absolute'],
  ['src/A.py', 'differs from "src/a.py" in case only'],
  ['src/a.py/x.py', '"src/a.py/x.py" is inside "src/a.py"'],
  ['tests/test_a.py', 'is a test and must stay as it is'],
] as const;

test.each(CREATED)('guards 2.4: no patch writes %s, as edits or as a diff', (path, words) => {
  const isThere = path in FILES;
  const edit = isThere ? { search: 'import a', replace: 'import b' } : { search: '', replace: 'x\n' };
  expect(patched(edits({ file: path, ...edit }))).toContain(words);
  const from = isThere
    ? `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-import a\n`
    : `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n`;
  expect(patched(`${from}+x\n`)).toContain(words);
});

test.each([
  'src/unit_test_helpers.py',
  'src/packages.json',
  'docs/conftest.md',
  'requirements.py',
  '.gitignore',
  'tox.ini',
])('guards 2.4: %s is a file like any other, or allowed', (path) => {
  expect(patched(edits({ file: path, search: '', replace: 'x' }))).toBe(`created ${path}: x`);
});

test.each([
  [
    'a test is renamed',
    'diff --git a/tests/test_a.py b/x.py\nrename from tests/test_a.py\nrename to x.py\n',
    'is a test',
  ],
  ['a name leaves the tree', 'diff --git a/README.md b/../x\nrename from README.md\nrename to ../x\n', 'has a ".."'],
  ['a name comes from outside', 'diff --git a/../x b/x\ncopy from ../x\ncopy to x\n', 'The path "../x" has a ".."'],
  ['a file is emptied', edits({ file: 'README.md', search: '# A', replace: '' }), 'would be left empty'],
  ['a file is deleted', '--- a/README.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-# A\n', 'deletes a whole file'],
  ['a link is changed', `diff --git a/l b/l\nindex 1234567..89abcde 120000\n${DIFF}`, 'symbolic link'],
  ['a file becomes larger than any may be', edits({ ...EDIT, replace: 'x'.repeat(1024 * 1024) }), 'has 10485'],
])('guards 2.4: a patch is refused when %s', (_, text, words) => {
  expect(patched(text)).toContain(words);
});

test('S3-G-4: changes in a file of 6,000 lines', () => {
  const line = (index: number) => `    value_${index} = compute(${index})`;
  const text = Array.from({ length: 6_000 }, (_, index) => `${line(index)}\n`).join('');
  const all = Array.from({ length: 200 }, (_, index) => ({
    file: 'big.py',
    search: line(index * 30).trim(),
    replace: `value_${index * 30} = $&`,
  }));
  const applied = applyPatch(aWorkspace({ 'big.py': text }), edits(...all), POLICY);
  const lines = applied.ok ? applied.value.workspace.get('big.py')?.split('\n') : [];
  expect([lines?.[0], lines?.[1], lines?.[5_970]]).toEqual(['    value_0 = $&', line(1), '    value_5970 = $&']);
});

test('hostile: of 200 edits that stand nowhere in a file of 1 MiB, the first five are told', () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ file: 'x', search: `zz ${index}`, replace: '' }));
  const applied = applyPatch(aWorkspace({ x: ' ab cd\n'.repeat(140_000) }), edits(...all), POLICY);
  expect(applied.ok ? [] : applied.problems).toHaveLength(5);
});

describe('report 33: the file that a patch means', () => {
  const files = {
    'src/app.py': 'x = 1\n',
    'src/crlf.py': 'a\r\nx = 1\r\nb\r\n',
    'src/mixed.py': 'a\r\nx = 1\nb\r\n',
    'src/twin.py': 'x = 1\n',
    'lib/twin.py': 'x = 1\n',
    'tests/test_a.py': 'x = 1\n',
    'my notes.txt': 'x = 1\n',
    'n\u00f6.py': 'x = 1\n',
    'a/own.py': 'x = 1\n',
  };
  const hunk = '@@ -1 +1 @@\n-x = 1\n+x = 2\n';
  const named = (old: string, other = old, body = hunk) => `--- ${old}\n+++ ${other}\n${body}`;
  const inMiddle = '@@ -1,3 +1,3 @@\n a\n-x = 1\n+x = 2\n b\n';
  const made = (text: string) => {
    const applied = applyPatch(aWorkspace(files), text, POLICY);
    if (!applied.ok) return applied.problems.join('\n');
    return applied.value.changes.map(({ path }) => `${path}: ${applied.value.workspace.get(path)}`).join('\n');
  };

  test.each([
    ['no prefixes', named('src/app.py'), 'src/app.py'],
    ['one prefix', named('a/src/app.py', 'src/app.py'), 'src/app.py'],
    ['"./"', named('./src/app.py'), 'src/app.py'],
    ['a bare name', named('app.py'), 'src/app.py'],
    ['a bare name with prefixes', named('a/app.py', 'b/app.py'), 'src/app.py'],
    ['other prefixes', named('old/src/app.py', 'new/src/app.py'), 'src/app.py'],
    ['times behind a tab', named('src/app.py\t2026-11-22 10:00:00.000000000 +0100'), 'src/app.py'],
    [
      'times behind a space',
      named('a/src/app.py 2026-11-22 10:00:00', 'b/src/app.py 2026-11-22 10:01:00 +0100'),
      'src/app.py',
    ],
    ['a name with a space', named('my notes.txt'), 'my notes.txt'],
    ['a quoted name', named('"n\\303\\266.py"'), 'n\u00f6.py'],
    ['a folder that is called a', named('a/own.py'), 'a/own.py'],
    [
      'a git header without prefixes',
      `diff --git src/app.py src/app.py\nindex 1..2 100644\n${named('src/app.py')}`,
      'src/app.py',
    ],
    ['CR LF throughout', named('a/src/app.py', 'b/src/app.py').replaceAll('\n', '\r\n'), 'src/app.py'],
    ['CR LF in the hunk alone', named('a/src/app.py', 'b/src/app.py', hunk.replaceAll('\n', '\r\n')), 'src/app.py'],
    [
      'CR LF and a git header',
      `diff --git a/src/app.py b/src/app.py\n${named('a/src/app.py', 'b/src/app.py')}`.replaceAll('\n', '\r\n'),
      'src/app.py',
    ],
    ['edits of a bare name', edits({ file: 'app.py', search: 'x = 1', replace: 'x = 2' }), 'src/app.py'],
  ])('%s', (_, text, path) => {
    expect(made(text)).toBe(`${path}: x = 2\n`);
  });

  test.each([
    ['LF', inMiddle],
    ['CR LF', inMiddle.replaceAll('\n', '\r\n')],
  ])('lines of a hunk that end in %s take the ends of the file', (_, body) => {
    expect(made(named('src/crlf.py', 'src/crlf.py', body))).toBe('src/crlf.py: a\r\nx = 2\r\nb\r\n');
  });

  test('a new file from a patch with CR LF throughout ends its lines in LF', () => {
    const text = '--- /dev/null\n+++ src/new.py\n@@ -0,0 +1 @@\n+x = 2\n'.replaceAll('\n', '\r\n');
    expect(made(text)).toBe('src/new.py: x = 2\n');
  });

  test('a patch may still change what ends the lines', () => {
    const body = '@@ -1,3 +1,3 @@\n-a\r\n-x = 1\r\n-b\r\n+a\n+x = 2\n+b\n';
    expect(made(named('src/crlf.py', 'src/crlf.py', body))).toBe('src/crlf.py: a\nx = 2\nb\n');
  });

  test.each([
    [
      'a bare name that two files have',
      named('twin.py'),
      '"twin.py" can mean "lib/twin.py", "src/twin.py". Write all of the path: "--- a/lib/twin.py"',
    ],
    [
      'edits of a name that two files have',
      edits({ file: 'twin.py', search: 'x = 1', replace: 'x = 2' }),
      'there is no such file. Did you mean',
    ],
    ['a file that is not there', named('apps.py'), 'There is no file "apps.py". Did you mean "src/app.py"?'],
    ['a folder that is not there', named('lib/app.py'), 'There is no file "lib/app.py". Did you mean "src/app.py"?'],
    ['two files', named('src/app.py', 'src/twin.py'), 'name different files'],
    ['a path outside', named('../src/app.py'), 'has a ".."'],
    ['a path outside behind a prefix', named('a/../../src/app.py', 'b/../../src/app.py'), 'has a ".."'],
    ['an absolute path', named('/src/app.py'), 'is absolute'],
    ['a bare test', named('test_a.py'), 'is a test and must stay as it is'],
    ['a deletion', named('app.py', '/dev/null'), 'deletes a whole file'],
    [
      'a rename of a bare name',
      'diff --git app.py b.py\nrename from app.py\nrename to b.py\n',
      'There is no file "app.py"',
    ],
    ['lines with both ends', named('src/mixed.py', 'src/mixed.py', inMiddle), 'Answer with "edits"'],
    ['a name that cannot be read', named('"src/app.py'), 'write the path as a/path/to/file'],
  ])('%s is refused in words', (_, text, words) => {
    expect(made(text)).toContain(words);
  });
});
