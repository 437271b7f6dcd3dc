import { listed, quoted } from '../../feedback.ts';
import type { Meter } from '../meter.ts';
import { absent, bad, type Failed, good, type Outcome, reworded, together } from '../outcome.ts';
import type { Workspace } from '../workspace.ts';
import type { Hunk } from './diff-hunk.ts';
import { parseSections, type Section } from './diff-sections.ts';
import { meantPaths } from './nearest-paths.ts';
import { placeHunk } from './place-hunk.ts';
import { findFile, pathProblem } from './workspace-path.ts';

/** Texts by path after a patch; undefined for a file that was renamed away. */
export type Texts = ReadonlyMap<string, string | undefined>;

/**
 * The texts of the files after a unified diff, section by section, each applied to what those before it left. Context must be in the
 * file exactly, but for what ends its lines; only line numbers and counts may be wrong, and only where the context tells the place.
 * Throws `TooMuchWork`.
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
    files.set(after.value.path, after.value.lines);
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

interface Changed {
  readonly path: string;
  readonly lines: Lines;
}

function applySection(section: Section, now: Now, paths: readonly string[], meter: Meter): Outcome<Changed> {
  const target = section.kind === 'change' ? changedFile(section.readings, now, paths) : good(section.path);
  if (!target.ok) return target;
  const path = target.value;
  const from = 'from' in section ? section.from : path;
  for (const each of [from, path]) {
    const problem = pathProblem(each);
    if (problem !== undefined) return bad(`The path ${quoted(each)} ${problem}.`);
  }
  if (section.kind !== 'change' && now(path) !== undefined) {
    return bad(`${quoted(path)} is there already. Change it with "--- a/${path}", or take another name.`);
  }
  const before = section.kind === 'new' ? [] : now(from);
  if (before === undefined) return noFile(from, paths);
  const after = applyHunks(before, section.hunks, meter);
  return after.ok ? good({ path, lines: after.value }) : reworded(after, (each) => `${quoted(path)}: ${each}`);
}

/** The file that a header means which may lack `a/`, `b/` or its folders: one of that path, else the only one that ends in it. */
function changedFile(readings: readonly string[], now: Now, paths: readonly string[]): Outcome<string> {
  const [written = ''] = readings;
  const problem = pathProblem(written);
  if (problem !== undefined) return bad(`The path ${quoted(written)} ${problem}.`);
  const found = findFile(readings, (path) => now(path) !== undefined, paths);
  if (found.length === 0) return noFile(written, paths);
  const [path = written] = found;
  if (found.length === 1) return good(path);
  const all = listed(
    found.map((each) => quoted(each)),
    5,
  ).join(', ');
  return bad(`${quoted(written)} can mean ${all}. Write all of the path: "--- a/${path}" and "+++ b/${path}".`);
}

function noFile(path: string, paths: readonly string[]): Failed {
  return absent(`There is no file ${quoted(path)}.${meantPaths(path, paths)} A new file needs "--- /dev/null".`);
}

function applyHunks(file: Lines, hunks: readonly Hunk[], meter: Meter): Outcome<Lines> {
  meter.spend(file.length);
  const pieces: Lines[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const place = placeHunk(file, hunk, from, meter);
    if (!place.ok) return reworded(place, (problem) => `the hunk in line ${hunk.line} of the patch ${problem}`);
    pieces.push(file.slice(from, place.value.at), place.value.lines);
    from = place.value.at + hunk.old.length;
  }
  return good([...pieces, file.slice(from)].flat());
}

function linesOf(text: string | undefined): Lines | undefined {
  return text === undefined ? undefined : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}
