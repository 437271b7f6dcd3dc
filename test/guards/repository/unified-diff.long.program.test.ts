/** Pure, but for git as the judge of which patches apply (guards 2.4): ours may only be stricter. */
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { createMeter } from '../../../src/guards/repository/meter.ts';
import { applyPatch } from '../../../src/guards/repository/patch/patch.ts';
import { applyDiff } from '../../../src/guards/repository/patch/unified-diff.ts';
import { cases, FEW_TIMES } from '../../support/properties.ts';
import { aWorkspace } from './a-workspace.ts';
import { FILES, type Git, GOOD, MORE, NAMES, SHAPES } from './diff-shapes.ts';
import { gitApply, HAS_GIT } from './git-oracle.ts';
import { damaged, WOUNDS } from './wounds.ts';

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
  const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...WOUNDS)), {
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
