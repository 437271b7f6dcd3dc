import { z } from 'zod';
import { safeParseNumbers } from '../../../text/parse-numbers.ts';
import { listed, quoted } from '../../feedback.ts';
import { sizeProblem } from '../../isolation/limits.ts';
import { createMeter, type Meter, TooMuchWork } from '../meter.ts';
import { bad, good, type Outcome, reworded } from '../outcome.ts';
import type { Workspace } from '../workspace.ts';
import { jsonAnswer } from './json-answer.ts';
import { type Change, changeDenial, type PatchPolicy } from './patch-policy.ts';
import { applyEdits } from './search-replace.ts';
import { applyDiff, type Texts } from './unified-diff.ts';

/** A workspace that a patch was applied to, and what the patch changed there, in the order of the paths. */
export interface Patched {
  readonly workspace: Workspace;
  readonly changes: readonly Change[];
}

/**
 * Applies the artifact of a patch step: JSON `{"edits": [{"file", "search", "replace"}]}` or `{"patch": "<unified diff>"}`, or a
 * unified diff as it is; prose and fences around it are skipped. It has to change something and to keep to the policy.
 */
export function applyPatch(workspace: Workspace, text: string, policy: PatchPolicy): Outcome<Patched> {
  const patch = readPatch(text);
  if (!patch.ok) return patch;
  const texts = textsOf(workspace, patch.value, createMeter());
  if (!texts.ok) return texts;
  const changes = changesOf(workspace, texts.value);
  const denials = [...changes.flatMap((change) => changeDenial(change, policy) ?? []), ...clashes(changes, workspace)];
  if (denials.length > 0) return bad(...listed(denials));
  if (changes.length === 0) return bad(NO_CHANGE);
  const patched = workspace.with(texts.value);
  if (!patched.ok) return reworded(patched, (problem) => `With the patch ${problem}.`);
  return good({ workspace: patched.value, changes });
}

/** What a patch step may answer, for feedback. */
const PATCH_FORMAT =
  'Answer with {"edits": [{"file": "path", "search": "whole lines of the file", "replace": "lines in their place"}]} or with a unified diff.';

const NO_CHANGE =
  'The patch changes nothing: every file would be as before. Change the code so that it does what is asked.';

const MAX_EDITS = 200;

const edit = z.object({ file: z.string(), search: z.string(), replace: z.string() });
const patchJson = z.object({ edits: z.array(edit).optional(), patch: z.string().optional() });

type Patch =
  | { readonly kind: 'edits'; readonly edits: readonly z.infer<typeof edit>[] }
  | { readonly kind: 'diff'; readonly diff: string };

function readPatch(text: string): Outcome<Patch> {
  const problem = sizeProblem(text);
  if (problem !== undefined) return bad(problem);
  const isJson = text.trimStart().startsWith('{');
  if (!isJson && /^(?:diff --git |--- \S|@@ )/m.test(text)) return good({ kind: 'diff', diff: text });
  if (text.trim() === '') return bad('The answer is empty.', PATCH_FORMAT);
  const value = jsonAnswer(text);
  if (value.ok) return readJson(value.value);
  return looksLikeDiff(text) ? bad(HALF_A_DIFF, PATCH_FORMAT) : bad(...value.problems, PATCH_FORMAT);
}

/** Lines that are added and removed, and no sign of JSON. */
function looksLikeDiff(text: string): boolean {
  return !text.trimStart().startsWith('{') && ['+', '-'].every((sign) => new RegExp(`^\\${sign}`, 'm').test(text));
}

const HALF_A_DIFF =
  'This is neither JSON nor a whole unified diff: lines begin with "+" and "-", but no line with "--- a/path", "+++ b/path" and "@@ … @@" says where they belong.';

function readJson(value: unknown): Outcome<Patch> {
  const read = safeParseNumbers(patchJson, value);
  if (!read.success) return bad(...listed(read.error.issues.map(sentence)), PATCH_FORMAT);
  const { edits = [], patch = '' } = read.data;
  if (edits.length > MAX_EDITS) return bad(`There are ${edits.length} edits; at most ${MAX_EDITS} are taken.`);
  if (edits.length > 0 && patch.trim() !== '') return bad('There are both "edits" and "patch". Give one of them.');
  if (edits.length > 0) return good({ kind: 'edits', edits });
  if (patch.trim() !== '') return good({ kind: 'diff', diff: patch });
  return bad('There are neither edits nor a patch.', PATCH_FORMAT);
}

function sentence({ path, message }: z.core.$ZodIssue): string {
  return `${path.length === 0 ? 'The value' : `/${path.join('/')}`}: ${message}.`;
}

function textsOf(workspace: Workspace, patch: Patch, meter: Meter): Outcome<Texts> {
  try {
    if (patch.kind === 'diff') return applyDiff(workspace, patch.diff, meter);
    return applyEdits(workspace, patch.edits, meter);
  } catch (error) {
    if (error instanceof TooMuchWork)
      return bad(`It was not tried further: ${error.message}. Make the change smaller.`);
    throw error;
  }
}

function changesOf(workspace: Workspace, texts: Texts): readonly Change[] {
  return [...texts].flatMap(([path, text]) => changeOf(path, workspace.get(path), text) ?? []).toSorted(byPath);
}

function changeOf(path: string, before: string | undefined, after: string | undefined): Change | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { path, kind: 'created', isEmptied: false };
  if (after === undefined) return { path, kind: 'removed', isEmptied: false };
  return { path, kind: 'changed', isEmptied: after === '' };
}

function byPath(left: Change, right: Change): number {
  return left.path < right.path ? -1 : 1;
}

/** Some file systems take names that differ in case only for one. */
function clashes(changes: readonly Change[], { paths }: Workspace): readonly string[] {
  const created = changes.filter(({ kind }) => kind === 'created');
  if (created.length === 0) return [];
  const known = new Map(paths.map((path) => [folded(path), path]));
  return created.flatMap(({ path }) => {
    const other = known.get(folded(path));
    return other === undefined ? [] : [`${quoted(path)} differs from ${quoted(other)} in case only. Which is meant?`];
  });
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
