// `./bin/node scripts/compare-patches.ts [count] [seed]`: damaged patches as git, the guards' own reader and the package `diff` apply them.
// What agrees with git gives the same text, or refuses what git refuses; whatever applies where git refuses is the worse fault.
import { applyPatch as applyWithPackage, createTwoFilesPatch, parsePatch } from 'diff';
import { applyPatch } from '../src/guards/repository/patch/patch.ts';
import { aWorkspace } from '../test/guards/repository/a-workspace.ts';
import { gitApply } from '../test/guards/repository/git-oracle.ts';
import { damaged, WOUNDS } from '../test/guards/repository/wounds.ts';
import { markdownTable } from './table.ts';

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const LINES = ['a', 'b', '', ' x', '-- y', '++ z', '@@ -1 +1 @@', '$&', 'c', 'd', 'e'];
const PLAIN = { isProtected: () => false, isAllowed: () => false };

/** Mulberry32: the same numbers for the same seed. */
function createNumbers(from: number): (below: number) => number {
  let state = from;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const number = createNumbers(seed);
const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value => {
  const found = values[number(values.length)];
  if (found === undefined) throw new Error('there is nothing to pick');
  return found;
};

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** A file, and the same with one to four of its lines changed. */
function aChange(): { readonly before: string; readonly after: string } {
  const lines = Array.from({ length: 4 + number(40) }, () => pick(LINES));
  const changed = [...lines];
  for (let edits = 1 + number(4); edits > 0; edits -= 1)
    changed.splice(number(changed.length + 1), number(2), ...(number(4) > 0 ? [pick(LINES)] : []));
  return { before: textOf(lines), after: textOf(changed) };
}

function byOurs(before: string, patch: string): string | undefined {
  const applied = applyPatch(aWorkspace({ x: before }), patch, PLAIN);
  return applied.ok ? applied.value.workspace.get('x') : undefined;
}

function byPackage(before: string, patch: string): string | undefined {
  try {
    const files = parsePatch(patch);
    if (
      files.length === 0 ||
      files.some(({ oldFileName, newFileName }) => oldFileName !== 'a/x' || newFileName !== 'b/x')
    )
      return undefined;
    let text: string | false = before;
    for (const file of files) text = text === false ? false : applyWithPackage(text, file);
    return text === false ? undefined : text;
  } catch {
    return undefined;
  }
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

const READERS = { 'the guards': byOurs, '`diff`': byPackage };
const tally = Object.fromEntries(
  Object.keys(READERS).map((name) => [name, { same: 0, stricter: 0, lenient: 0, other: 0, ms: 0 }]),
);

for (let done = 0; done < count; ) {
  const { before, after } = aChange();
  if (before === after || after === '') continue;
  done += 1;
  const whole = createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, { context: 3 });
  let patch = whole;
  for (let wounds = 1 + number(2); wounds > 0; wounds -= 1) patch = damaged(patch, [number(1_000), pick(WOUNDS)]);
  // Where counts do not fit, git may believe them or the lines; each is what git makes of it.
  const git = [[], ['--recount']].map((how) => gitApply({ x: before }, patch, how, 'x')).filter(isText);
  for (const [name, read] of Object.entries(READERS)) {
    const row = tally[name];
    if (!row) continue;
    const began = performance.now();
    const got = read(before, patch);
    row.ms += performance.now() - began;
    if (got === undefined ? git.length === 0 : git.includes(got)) row.same += 1;
    else if (got === undefined) row.stricter += 1;
    else if (git.length === 0) row.lenient += 1;
    else row.other += 1;
  }
}

const rows = Object.entries(tally).map(([name, { same, stricter, lenient, other, ms }]) => [
  name,
  ...[same, stricter, lenient, other].map(String),
  (ms / count).toFixed(2),
]);
process.stdout.write(
  `${count} damaged patches, seed ${seed}\n\n${markdownTable(['reader', 'as git', 'refuses what git applies', 'applies what git refuses', 'another text', 'ms each'], rows)}\n`,
);
