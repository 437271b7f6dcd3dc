import { quoted } from '../../feedback.ts';
import type { Meter } from '../meter.ts';
import { absent, bad, type Failed, good, type Outcome, reworded, together } from '../outcome.ts';
import type { Workspace } from '../workspace.ts';
import type { Hunk } from './diff-hunk.ts';
import { parseSections, type Section } from './diff-sections.ts';
import { meantPaths } from './nearest-paths.ts';
import { placeHunk } from './place-hunk.ts';
import { pathProblem } from './workspace-path.ts';

/** Texts by path after a patch; undefined for a file that was renamed away. */
export type Texts = ReadonlyMap<string, string | undefined>;

/**
 * The texts of the files after a unified diff, section by section, each applied to what those before it left. Context must be in the
 * file exactly; only line numbers and counts may be wrong, and only where the context tells the place. Throws `TooMuchWork`.
 */
export function applyDiff(workspace: Workspace, diff: string, meter: Meter): Outcome<Texts> {
  const sections = parseSections(diff);
  if (!sections.ok) return sections;
  if (sections.value.length === 0) return bad(NO_DIFF);
  const files = new Map<string, Lines | undefined>();
  const now = (path: string) => (files.has(path) ? files.get(path) : linesOf(workspace.get(path)));
  const failures: Failed[] = [];
  for (const section of sections.value) {
    const after = applySection(section, now, workspace.paths, meter);
    if (!after.ok) {
      failures.push(after);
      if (failures.length === MAX_PROBLEMS) break;
      continue;
    }
    if (section.kind === 'rename') files.set(section.from, undefined);
    files.set(section.path, after.value);
  }
  if (failures.length > 0) return together(failures);
  return good(new Map([...files].map(([path, lines]) => [path, lines?.join('')])));
}

/** Further sections are not looked at: each problem may come with lines of a file. */
const MAX_PROBLEMS = 5;

const NO_DIFF = 'There is no diff: nothing begins with "--- a/path" and "+++ b/path".';

/** Each with the line feed that ends it; the last may have none. */
type Lines = readonly string[];

type Now = (path: string) => Lines | undefined;

function applySection(section: Section, now: Now, paths: readonly string[], meter: Meter): Outcome<Lines> {
  const from = 'from' in section ? section.from : section.path;
  for (const path of [from, section.path]) {
    const problem = pathProblem(path);
    if (problem !== undefined) return bad(`The path ${quoted(path)} ${problem}.`);
  }
  if (section.kind !== 'change' && now(section.path) !== undefined) {
    return bad(
      `${quoted(section.path)} is there already. Change it with "--- a/${section.path}", or take another name.`,
    );
  }
  const before = section.kind === 'new' ? [] : now(from);
  if (before === undefined) {
    return absent(`There is no file ${quoted(from)}.${meantPaths(from, paths)} A new file needs "--- /dev/null".`);
  }
  const after = applyHunks(before, section.hunks, meter);
  return after.ok ? after : reworded(after, (each) => `${quoted(section.path)}: ${each}`);
}

function applyHunks(file: Lines, hunks: readonly Hunk[], meter: Meter): Outcome<Lines> {
  meter.spend(file.length);
  const pieces: Lines[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const place = placeHunk(file, hunk, from, meter);
    if (!place.ok) return reworded(place, (problem) => `the hunk in line ${hunk.line} of the patch ${problem}`);
    pieces.push(file.slice(from, place.value), hunk.new);
    from = place.value + hunk.old.length;
  }
  return good([...pieces, file.slice(from)].flat());
}

function linesOf(text: string | undefined): Lines | undefined {
  return text === undefined ? undefined : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}
