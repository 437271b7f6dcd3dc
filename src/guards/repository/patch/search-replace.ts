import { quoted } from '../../feedback.ts';
import type { Meter } from '../meter.ts';
import { absent, bad, type Failed, good, type Outcome, reworded, together } from '../outcome.ts';
import type { Workspace } from '../workspace.ts';
import { type EditedFile, editFile } from './edited-file.ts';
import type { Place, Shift } from './match-lines.ts';
import { nearestLines, numbered } from './nearest-lines.ts';
import { meantPaths } from './nearest-paths.ts';
import { bareLines } from './text-lines.ts';
import { findFile, pathProblem } from './workspace-path.ts';

/** Takes whole lines out of a file and puts others in their place; a final line feed of either text means nothing. */
export interface Edit {
  readonly file: string;
  /** Empty for a file that is not there yet. */
  readonly search: string;
  /** Empty to take the lines away. */
  readonly replace: string;
}

/**
 * The texts of the files after all edits, each applied to what those before it left. Every search text must stand in its file at
 * exactly one place; line endings and the end of the file stay as they were. Throws `TooMuchWork`.
 */
export function applyEdits(
  workspace: Workspace,
  edits: readonly Edit[],
  meter: Meter,
): Outcome<ReadonlyMap<string, string>> {
  const files = new Map<string, EditedFile>();
  const failures: Failed[] = [];
  for (const [index, edit] of edits.entries()) {
    const path = meantFile(edit, files, workspace);
    const before = files.get(path) ?? opened(workspace.get(path), meter);
    const after = before === undefined ? created(edit, workspace, meter) : edited(before, edit, meter);
    if (after.ok) files.set(path, after.value);
    else failures.push(reworded(after, (problem) => `Edit ${index + 1} of ${quoted(edit.file)}: ${problem}`));
    if (failures.length === MAX_PROBLEMS) break;
  }
  if (failures.length > 0) return together(failures);
  return good(new Map([...files].map(([path, file]) => [path, file.text()])));
}

/** The path of an edit, or of the only file whose path ends in it; an edit that makes a file means its own path. */
function meantFile({ file, search }: Edit, files: ReadonlyMap<string, EditedFile>, workspace: Workspace): string {
  if (search === '' || pathProblem(file) !== undefined) return file;
  const [found = file, ...others] = findFile([file], (path) => workspace.has(path) || files.has(path), workspace.paths);
  return others.length === 0 ? found : file;
}

/** Further edits are not looked at: each problem comes with lines of a file. */
const MAX_PROBLEMS = 5;

function opened(text: string | undefined, meter: Meter): EditedFile | undefined {
  return text === undefined ? undefined : editFile(text, meter);
}

function created({ file, search, replace }: Edit, { paths }: Workspace, meter: Meter): Outcome<EditedFile> {
  const problem = pathProblem(file);
  if (problem !== undefined) return bad(`the path ${problem}.`);
  if (search === '') return good(editFile(replace, meter));
  return absent(`there is no such file.${meantPaths(file, paths)} For a new file leave "search" empty.`);
}

function edited(file: EditedFile, { search, replace }: Edit, meter: Meter): Outcome<EditedFile> {
  if (search === '') {
    if (file.lines().length === 0) return good(editFile(replace, meter));
    return bad('"search" is empty, but the file is there already. Give the lines to replace.');
  }
  if (search === replace) return bad('"search" and "replace" are the same, so it changes nothing.');
  const wanted = bareLines(search);
  const places = file.find(wanted);
  const [place] = places;
  if (place === undefined) return absent(notFound(file.lines(), wanted));
  if (places.length > 1) return bad(tooOften(places));
  const replacement = reindented(bareLines(replace), place.shift);
  if (replacement === undefined) return bad(notIndented(file.lines(), place, wanted.length));
  file.replace(place.at, wanted.length, replacement);
  return good(file);
}

/** The lines with the shift that the search text needed; undefined where a line cannot be shifted that far. */
function reindented(texts: readonly string[], shift: Shift | undefined): readonly string[] | undefined {
  if (shift === undefined) return texts;
  const { kind, indent } = shift;
  if (kind === 'deeper') return texts.map((text) => (text.trim() === '' ? text : indent + text));
  const fits = texts.every((text) => text.trim() === '' || text.startsWith(indent));
  return fits ? texts.map((text) => (text.trim() === '' ? text : text.slice(indent.length))) : undefined;
}

function notFound(texts: readonly string[], wanted: readonly string[]): string {
  const nearest = nearestLines(texts, wanted);
  return [
    `the search text is not in the file, which has ${texts.length} lines. ${advice(texts, wanted)}`,
    ...(nearest.length === 0 ? [] : ['The nearest lines are:', ...nearest]),
  ].join('\n');
}

function advice(texts: readonly string[], wanted: readonly string[]): string {
  const [only = '', ...others] = wanted;
  if (only.trim() === '' || others.length > 0) return WHOLE_LINES;
  const within = texts.findIndex((line) => line.includes(only.trim()));
  if (within >= 0) return `It is only a part of line ${within + 1}: give all of the line.`;
  return only.includes('\\n') ? ESCAPED_TWICE : WHOLE_LINES;
}

const ESCAPED_TWICE = 'It holds "\\n" as two characters where its lines should break: escape a line break once.';

const WHOLE_LINES = 'Copy whole lines from the file, character by character and with their indentation.';

function tooOften(places: readonly Place[]): string {
  const lines = places.map(({ at }) => at + 1).join(', ');
  return `the search text stands in the file more than once, at the lines ${lines}. Add lines before or after it until it stands there once.`;
}

function notIndented(texts: readonly string[], { at }: Place, count: number): string {
  return [
    'the search text is indented deeper than in the file, and "replace" is not. Copy the indentation of these lines:',
    ...numbered(texts, at, Math.min(count, 12)),
  ].join('\n');
}
