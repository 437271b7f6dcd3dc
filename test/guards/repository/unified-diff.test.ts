/** Pure, but for git as the judge of which patches apply (guards 2.4): ours may only be stricter. */
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { createMeter } from '../../../src/guards/repository/meter.ts';
import { applyPatch } from '../../../src/guards/repository/patch/patch.ts';
import { applyDiff } from '../../../src/guards/repository/patch/unified-diff.ts';
import { cases, FEW_TIMES } from '../../support/properties.ts';
import { aWorkspace } from './a-workspace.ts';
import { gitApply, HAS_GIT } from './git-oracle.ts';

const FILE = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('');
const FILES = {
  'src/a.py': FILE,
  'src/crlf.py': FILE.replaceAll('\n', '\r\n'),
  'src/open.py': 'one\ntwo',
  'src/same.py': 'a\nb\n'.repeat(6),
  'top.py': 'one\ntwo\nthree\n',
  'with space.py': 'one\ntwo\n',
  'blank.py': 'one\ntwo\n\nfour\n',
};

const BODY = ' line 9\n-line 10\n+LINE 10\n line 11\n';
const NAMES = '--- a/src/a.py\n+++ b/src/a.py\n';
const GOOD = `${NAMES}@@ -9,3 +9,3 @@\n${BODY}`;
const CHANGED = FILE.replace('line 10\n', 'LINE 10\n');

type Git = 'accepts' | 'with --recount' | 'refuses';

/** How it is called, the patch, the file that shows what came of it with its text or what is said of it, and what git does. */
type Row = readonly [name: string, patch: string, path: string, result: string | RegExp, git: Git];

/** The 22 shapes of guards 2.4. */
const SHAPES: readonly Row[] = [
  ['correct', GOOD, 'src/a.py', CHANGED, 'accepts'],
  ['wrong line numbers, right context', GOOD.replace('-9,3', '-19,3'), 'src/a.py', CHANGED, 'accepts'],
  ['in a Markdown fence', `Here it is:\n\n\`\`\`diff\n${GOOD}\`\`\`\nDone.\n`, 'src/a.py', CHANGED, 'accepts'],
  ['a new file', '--- /dev/null\n+++ b/src/new.py\n@@ -0,0 +1,2 @@\n+x\n+y\n', 'src/new.py', 'x\ny\n', 'accepts'],
  ['counts too high', GOOD.replace('-9,3 +9,3', '-9,7 +9,9'), 'src/a.py', CHANGED, 'with --recount'],
  ['counts too low', GOOD.replace('-9,3 +9,3', '-9,2 +9,2'), 'src/a.py', CHANGED, 'with --recount'],
  ['a truncated tail', GOOD.replace('9,3 @@', '9,6 @@'), 'src/a.py', CHANGED, 'with --recount'],
  ['path traversal', GOOD.replaceAll('src/a.py', '../../etc/x'), 'src/a.py', /has a "\.\."/, 'refuses'],
  ['an absolute path', GOOD.replaceAll('src/a.py', '/etc/x'), 'src/a.py', /is absolute/, 'refuses'],
  [
    'inside the git directory',
    '--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+x\n',
    'src/a.py',
    /git directory/,
    'refuses',
  ],
  [
    'writing through a link it has just made',
    'diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+/tmp\n\\ No newline at end of file\n--- /dev/null\n+++ b/link/x\n@@ -0,0 +1 @@\n+x\n',
    'src/a.py',
    /symbolic link/,
    'refuses',
  ],
  ['LF where the file has CR LF', GOOD.replaceAll('a.py', 'crlf.py'), 'src/crlf.py', /Answer with "edits"/, 'refuses'],
  ['other white space', GOOD.replace(' line 9', '  line 9'), 'src/a.py', /not in the file(.|\n)*9\| line 9/, 'refuses'],
  ['no prefixes', GOOD.replace(/ [ab]\//g, ' '), 'src/a.py', /write the path as a\//, 'refuses'],
  [
    'a symbolic link',
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n',
    'src/a.py',
    /symbolic link/,
    'accepts',
  ],
  [
    'an executable bit',
    'diff --git a/src/a.py b/src/a.py\nold mode 100644\nnew mode 100755\n',
    'src/a.py',
    /changes a file mode/,
    'accepts',
  ],
  [
    'a submodule',
    `diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..${'1'.repeat(7)}\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}\n`,
    'src/a.py',
    /submodule/,
    'accepts',
  ],
  [
    'deleting a whole file',
    'diff --git a/top.py b/top.py\ndeleted file mode 100644\n--- a/top.py\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-two\n-three\n',
    'top.py',
    /deletes a whole file/,
    'accepts',
  ],
  [
    'a conftest.py',
    '--- /dev/null\n+++ b/tests/conftest.py\n@@ -0,0 +1 @@\n+x = 1\n',
    'src/a.py',
    /configures the tests/,
    'accepts',
  ],
  [
    'binary content',
    `diff --git a/i.png b/i.png\nnew file mode 100644\nindex ${'0'.repeat(40)}..8352675d67aed6625ece79af41c27fdb4ee2e867\nGIT binary patch\nliteral 3\nKcmZQzWC8#H2LJ>B\n\nliteral 0\nHcmV?d00001\n\n`,
    'src/a.py',
    /binary content/,
    'accepts',
  ],
  ['context that is not there', GOOD.replace(' line 9', ' line nine'), 'src/a.py', /The nearest lines are/, 'refuses'],
  ['a file that is not there', GOOD.replaceAll('a.py', 'aa.py'), 'src/a.py', /Did you mean "src\/a\.py"/, 'refuses'],
];

/** What else models write, and where ours is stricter than git. */
const MORE: readonly Row[] = [
  ['no final line feed of the patch', GOOD.trimEnd(), 'src/a.py', CHANGED, 'refuses'],
  ['a mail signature', `${GOOD}-- \n2.39.5\n`, 'src/a.py', CHANGED, 'accepts'],
  ['the git header', `diff --git a/src/a.py b/src/a.py\nindex 1..2 100644\n${GOOD}`, 'src/a.py', CHANGED, 'accepts'],
  ['times after the names', GOOD.replace('a.py\n', 'a.py\t2026-11-22\n'), 'src/a.py', CHANGED, 'accepts'],
  ['words after the counts', GOOD.replace('@@\n', '@@ def f():\n'), 'src/a.py', CHANGED, 'accepts'],
  [
    'nothing but the top of a file',
    GOOD.replaceAll('src/a', 'top').replace(/@@[^]*/, '@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'),
    'top.py',
    'ONE\ntwo\nthree\n',
    'accepts',
  ],
  [
    'the end of a file',
    `${NAMES}@@ -29,2 +29,3 @@\n line 29\n line 30\n+line 31\n`,
    'src/a.py',
    `${FILE}line 31\n`,
    'accepts',
  ],
  [
    'two hunks',
    `${GOOD}@@ -20,2 +20,1 @@\n-line 20\n line 21\n`,
    'src/a.py',
    CHANGED.replace('line 20\n', ''),
    'accepts',
  ],
  [
    'two sections for one file',
    `${GOOD}${NAMES}@@ -9,3 +9,3 @@\n line 9\n-LINE 10\n+x\n line 11\n`,
    'src/a.py',
    FILE.replace('line 10\n', 'x\n'),
    'accepts',
  ],
  [
    'an empty file',
    'diff --git a/p/__init__.py b/p/__init__.py\nnew file mode 100644\nindex 0000000..e69de29\n',
    'p/__init__.py',
    '',
    'accepts',
  ],
  [
    'a rename',
    'diff --git a/top.py b/src/top.py\nsimilarity index 90%\nrename from top.py\nrename to src/top.py\n--- a/top.py\n+++ b/src/top.py\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n',
    'src/top.py',
    'ONE\ntwo\nthree\n',
    'accepts',
  ],
  [
    'a copy',
    'diff --git a/top.py b/twin.py\ncopy from top.py\ncopy to twin.py\n',
    'twin.py',
    'one\ntwo\nthree\n',
    'accepts',
  ],
  [
    'a name with a space',
    'diff --git a/with space.py b/with space.py\n--- a/with space.py\t\n+++ b/with space.py\t\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n',
    'with space.py',
    '1\ntwo\n',
    'accepts',
  ],
  [
    'a quoted name',
    'diff --git "a/n\\303\\266.py" "b/n\\303\\266.py"\nnew file mode 100644\n--- /dev/null\n+++ "b/n\\303\\266.py"\n@@ -0,0 +1 @@\n+x\n',
    'nö.py',
    'x\n',
    'accepts',
  ],
  [
    'no line feed at the end, marked',
    '--- a/src/open.py\n+++ b/src/open.py\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n',
    'src/open.py',
    'one\n2',
    'accepts',
  ],
  [
    'no line feed at the end, added',
    '--- a/src/open.py\n+++ b/src/open.py\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n',
    'src/open.py',
    'one\n2\n',
    'accepts',
  ],
  [
    'no line feed at the end, not marked',
    '--- a/src/open.py\n+++ b/src/open.py\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    'src/open.py',
    /No newline at end of file/,
    'refuses',
  ],
  [
    'removed lines that look like headers',
    '--- /dev/null\n+++ b/q.sql\n@@ -0,0 +1,2 @@\n+-- a/x\n+++ b/x\n',
    'q.sql',
    '-- a/x\n++ b/x\n',
    'accepts',
  ],
  [
    'context at two places, the right line',
    '--- a/src/same.py\n+++ b/src/same.py\n@@ -3,3 +3,3 @@\n a\n-b\n+B\n a\n',
    'src/same.py',
    `a\nb\na\nB\n${'a\nb\n'.repeat(4)}`,
    'accepts',
  ],
  [
    'counts that do not fit, and a blank line at the end',
    `${GOOD.replace('-9,3 +9,3', '-9,7 +9,9')}\n`,
    'src/a.py',
    /not in the file(.|\n)*blank lines at its end count as context/,
    'refuses',
  ],
  [
    'counts that do not fit, and a blank line at the end that is in the file',
    '--- a/blank.py\n+++ b/blank.py\n@@ -1,9 +1,9 @@\n one\n-two\n+2\n\n',
    'blank.py',
    'one\n2\n\nfour\n',
    'with --recount',
  ],
  ['counts that fit, and a blank line at the end', `${GOOD}\n`, 'src/a.py', CHANGED, 'accepts'],
  [
    'blank context whose space is lost',
    '--- a/n.py\n+++ b/n.py\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n',
    'src/a.py',
    /There is no file "n\.py"/,
    'refuses',
  ],
  [
    'a dummy line number',
    GOOD.replace('-9,3', '-1,3'),
    'src/a.py',
    /says that it begins at line 1.*stand at line 9/,
    'refuses',
  ],
  [
    'no context after the change',
    `${NAMES}@@ -9,2 +9,2 @@\n line 9\n-line 10\n+x\n`,
    'src/a.py',
    /Put unchanged lines after the last/,
    'refuses',
  ],
  [
    'no context after a change at the first line',
    `${NAMES}@@ -1,1 +1,1 @@\n-line 1\n+x\n`,
    'src/a.py',
    /ends with a change, which it may only at the end of the file\. Put unchanged lines after the last change\. Its lines stand at line 1\.$/,
    'refuses',
  ],
  [
    'a dummy line number, and no context after the change',
    `${NAMES}@@ -1,2 +1,2 @@\n line 9\n-line 10\n+x\n`,
    'src/a.py',
    /says that it begins at line 1, but it does not\. .* It also ends with a change.*stand at line 9/,
    'refuses',
  ],
  [
    'a blank line between hunks',
    `${GOOD}\n@@ -20,2 +20,1 @@\n-line 20\n line 21\n`,
    'src/a.py',
    /begins a hunk, but right before it/,
    'refuses',
  ],
  ['a hunk without a file', `@@ -9,3 +9,3 @@\n${BODY}`, 'src/a.py', /begins a hunk, but right before it/, 'refuses'],
  ['a hunk without numbers', GOOD.replace('-9,3 +9,3', '...'), 'src/a.py', /with the numbers of its lines/, 'refuses'],
  ['carriage returns everywhere', GOOD.replaceAll('\n', '\r\n'), 'src/a.py', /end in carriage returns/, 'refuses'],
  [
    'a new file that is there',
    '--- /dev/null\n+++ b/top.py\n@@ -0,0 +1 @@\n+x\n',
    'top.py',
    /is there already/,
    'refuses',
  ],
  [
    'stricter: headers that disagree',
    `diff --git a/src/b.py b/src/b.py\n${GOOD}`,
    'src/a.py',
    /name different files/,
    'accepts',
  ],
  [
    'a new file without its mode',
    'diff --git a/n.py b/n.py\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n',
    'src/a.py',
    /new file mode 100644/,
    'refuses',
  ],
  [
    'a new file that is executable',
    'diff --git a/n.py b/n.py\nnew file mode 100755\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n',
    'src/a.py',
    /with another mode/,
    'accepts',
  ],
  [
    'stricter: no context at all',
    `${NAMES}@@ -9,0 +10 @@\n+x\n`,
    'src/a.py',
    /no line of the file to be placed by/,
    'accepts',
  ],
  [
    'stricter: context at two places, the wrong line',
    '--- a/src/same.py\n+++ b/src/same.py\n@@ -2,3 +2,3 @@\n a\n-b\n+B\n a\n',
    'src/same.py',
    /at the lines 1, 3, 5, 7, 9/,
    'accepts',
  ],
  [
    'stricter: hunks out of order',
    `${NAMES}@@ -20,2 +20,1 @@\n-line 20\n line 21\n@@ -9,3 +9,3 @@\n${BODY}`,
    'src/a.py',
    /Put hunks in the order/,
    'accepts',
  ],
  [
    'stricter: no prefixes at the top',
    '--- top.py\n+++ top.py\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n',
    'top.py',
    /write the path as a\//,
    'accepts',
  ],
  [
    'stricter: a new file without /dev/null',
    '--- a/n.py\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n',
    'top.py',
    /needs "--- \/dev\/null"/,
    'accepts',
  ],
  [
    'stricter: nothing changes',
    `${NAMES}@@ -9,3 +9,3 @@\n line 9\n-line 10\n+line 10\n line 11\n`,
    'src/a.py',
    /changes nothing/,
    'accepts',
  ],
  ['stricter: lines below the counted ones', `${GOOD}+more\n`, 'src/a.py', /Put unchanged lines after/, 'accepts'],
];

const PLAIN = { isProtected: () => false, isAllowed: () => false };

test.each([...SHAPES, ...MORE])('S3-G-4, guards 2.4: %s', (_, patch, path, result) => {
  const applied = applyPatch(aWorkspace(FILES), patch, PLAIN);
  const got = applied.ok ? applied.value.workspace.get(path) : applied.problems.join('\n');
  if (typeof result === 'string') expect(got).toBe(result);
  else expect([applied.ok, got]).toEqual([false, expect.stringMatching(result)]);
});

const withGit = HAS_GIT ? test : test.skip;

withGit.each([...SHAPES, ...MORE])('guards 2.4, git of the same: %s', (_, patch, path, result, git) => {
  const plain = gitApply(FILES, patch, [], path);
  const recounted = gitApply(FILES, patch, ['--recount'], path);
  const said: Git = plain !== undefined ? 'accepts' : recounted !== undefined ? 'with --recount' : 'refuses';
  expect(said).toBe(git);
  if (typeof result === 'string' && git !== 'refuses') expect(plain ?? recounted).toBe(result);
});

const line = fc.constantFrom('a', 'b', '', ' x', '-- y', '++ z', '@@ -1 +1 @@', '$&');
const file = fc.array(line, { maxLength: 25 }).map((lines) => lines.map((each) => `${each}\n`).join(''));

test('S3-G-4: what a diff program writes gives the other text, or is refused for context that is not unique', () => {
  fc.assert(
    fc.property(file, file, fc.boolean(), (before, after, hasFeed) => {
      fc.pre(before !== '' && after !== '' && before !== after);
      const other = hasFeed ? after : after.slice(0, -1);
      fc.pre(other !== '' && other !== before);
      const diff = createTwoFilesPatch('a/x', 'b/x', before, other, undefined, undefined, { context: 3 });
      const applied = applyDiff(aWorkspace({ x: before }), diff, createMeter());
      expect(applied.ok && applied.value.get('x')).toBe(other);
    }),
    cases(),
  );
});

withGit('guards 2.4: on damaged patches ours is never more lenient than git, and where both apply they agree', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'twice', 'space', 'swap', 'count')), {
    maxLength: 2,
  });
  fc.assert(
    fc.property(file, file, damage, (before, after, wounds) => {
      fc.pre(before !== '' && after !== '' && before !== after);
      const diff = createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, { context: 3 });
      const hurt = wounds.reduce(damaged, diff);
      const applied = applyPatch(aWorkspace({ x: before }), hurt, PLAIN);
      if (!applied.ok) return;
      const theirs = [['--recount'], []].map((options) => gitApply({ x: before }, hurt, options, 'x'));
      expect(theirs).toContain(applied.value.workspace.get('x'));
    }),
    cases(300, FEW_TIMES),
  );
});

function damaged(diff: string, [at, kind]: [number, string]): string {
  const lines = diff.trimEnd().split('\n');
  const index = at % lines.length;
  const text = lines[index] ?? '';
  if (kind === 'drop') lines.splice(index, 1);
  if (kind === 'twice') lines.splice(index, 0, text);
  if (kind === 'space') lines[index] = ` ${text}`;
  if (kind === 'swap') lines.splice(index, 2, lines[index + 1] ?? '', text);
  if (kind === 'count') lines[index] = text.replace(/^@@ -(\d+)/, (_, start: string) => `@@ -${Number(start) + 1}`);
  return `${lines.join('\n')}\n`;
}

test.each([
  ['100,000 hunks', NAMES + '@@ -9 +9 @@\n-a\n+b\n'.repeat(100_000), /more than 1000 hunks/],
  ['100,000 files', GOOD.replaceAll('a.py', 'b.py').repeat(100_000 / 9), /more than 1000 hunks/],
  ['a count of a billion', GOOD.replace('9,3 @@', '9,999999999 @@'), /^$/],
  ['a count that is no number', GOOD.replace('9,3 @@', '9,99999999999999999999 @@'), /numbers of its lines/],
  ['100,000 headers', 'diff --git a/x b/x\n'.repeat(100_000), /changes nothing; after it come/],
  [
    'a hunk that almost matches everywhere',
    `${NAMES.replaceAll('a.py', 'same.py')}@@ -5,3 +5,3 @@\n${' \n'.repeat(50_000)}-x\n+y\n \n`,
    /not in the file/,
  ],
])('hostile: %s ends', (_, patch, said) => {
  const applied = applyPatch(aWorkspace(FILES), patch, PLAIN);
  expect(applied.ok ? '' : applied.problems.join('\n')).toMatch(said);
});

test('hostile: hunks made to match almost everywhere in a large file are given up, not tried for ever', () => {
  const hunk = `@@ -5,3 +5,3 @@\n${' \n'.repeat(1_000)}-x\n+y\n \n`;
  const patch = `--- a/x\n+++ b/x\n${hunk.repeat(500)}`;
  const applied = applyPatch(aWorkspace({ x: '\n'.repeat(1_000_000) }), patch, PLAIN);
  expect(applied).toEqual({ ok: false, problems: [expect.stringContaining('its lines stand in too many places')] });
});
