import { z } from 'zod';
import { propertyOf } from '../../expressions/values.ts';
import { hopeless, rejected } from '../feedback.ts';
import type { GuardAnswer, GuardContext } from '../guard.ts';
import { bad, type Failed, good, type Outcome } from './outcome.ts';
import { applyPatch, type Patched } from './patch/patch.ts';
import type { PatchPolicy } from './patch/patch-policy.ts';
import { fileOfTest, isTestFile } from './test-names.ts';
import { parseWorkspace, type Workspace } from './workspace.ts';

const PLACE = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;

/** Options of every guard of the repository pipeline: where the repository comes from. */
export const workspaceOptions = {
  files: z
    .string()
    .regex(PLACE, 'Write a path into the input such as files or repository.files.')
    .describe('Where the input holds the repository, texts by path; files when left out.')
    .optional(),
  after: z
    .array(z.string().min(1))
    .max(20)
    .describe('Steps whose accepted patches the repository already has, in order.')
    .optional(),
};

/** Options of the guards that apply a patch. */
export const patchOptions = {
  ...workspaceOptions,
  allow: z
    .array(z.string().min(1))
    .max(200)
    .describe('Files that a patch may touch although they are tests, or configure tests, packages or the like.')
    .optional(),
};

const workspaceFields = z.object(workspaceOptions);
const patchFields = z.object(patchOptions);
type WorkspaceOptions = z.infer<typeof workspaceFields>;
type PatchOptions = z.infer<typeof patchFields>;

/** Undefined where the input has no repository at all. What is wrong with one no attempt can mend. */
export function workspaceOf(context: GuardContext, options: WorkspaceOptions): Outcome<Workspace> | undefined {
  const { files = 'files', after = [] } = options;
  const value = inputAt(context, files);
  if (value === undefined) return undefined;
  const parsed = parseWorkspace(value);
  if (!parsed.ok) return bad(`The repository at input.${files} cannot be used:`, ...parsed.problems);
  return after.reduce<Outcome<Workspace>>(
    (base, step) => (base.ok ? withAccepted(base.value, step, context) : base),
    parsed,
  );
}

/** As `workspaceOf`, for guards that judge nothing without a repository. */
export function repositoryOf(context: GuardContext, options: WorkspaceOptions): Outcome<Workspace> {
  const { files = 'files' } = options;
  return workspaceOf(context, options) ?? bad(`There is no repository at input.${files}: give texts by path there.`);
}

function withAccepted(workspace: Workspace, step: string, context: GuardContext): Outcome<Workspace> {
  const patch = dependencyOf(context, step);
  if (!patch.ok) return patch;
  const patched = applyPatch(workspace, patch.value, { isProtected: () => false, isAllowed: () => true });
  return patched.ok
    ? good(patched.value.workspace)
    : bad(`The patch of "${step}" does not apply:`, ...patched.problems);
}

/** The text of an artifact that a guard judges by. */
export function dependencyOf({ dependencies }: GuardContext, name: string): Outcome<string> {
  const text = Object.hasOwn(dependencies, name) ? dependencies[name] : undefined;
  if (text !== undefined) return good(text);
  return bad(`There is no artifact "${name}" to judge by. Require that step, or name it in "guardArtifacts".`);
}

/**
 * The repository before and after the patch that is judged; else the verdict of a guard that can go no further. The patch may not touch
 * the tests that are there, nor the files of `judging`.
 */
export function patchedRepository(
  context: GuardContext,
  options: PatchOptions,
  judging: readonly string[] = [],
): { readonly before: Workspace; readonly patched: Patched } | { readonly verdict: GuardAnswer } {
  const before = repositoryOf(context, options);
  if (!before.ok) return { verdict: hopeless(...before.problems) };
  const kept = [...judging, ...(testsOf(context, 'failToPass') ?? []), ...(testsOf(context, 'passToPass') ?? [])];
  const patched = applyPatch(before.value, context.artifact.text, policyOf(before.value, kept, options));
  return patched.ok ? { before: before.value, patched: patched.value } : { verdict: rejectedAs(patched) };
}

function rejectedAs({ problems, mode }: Failed): GuardAnswer {
  return { ...rejected(...problems), ...(mode !== undefined && { data: { mode } }) };
}

function policyOf(workspace: Workspace, judging: readonly string[], { allow = [] }: PatchOptions): PatchPolicy {
  const files = new Set(judging.map(fileOfTest));
  const allowed = new Set(allow);
  return {
    isProtected: (path) => files.has(path) || (workspace.has(path) && isTestFile(path)),
    isAllowed: (path) => allowed.has(path),
  };
}

/** The names of tests in a list of the input; undefined where there is no such list. */
export function testsOf(context: GuardContext, place: string): readonly string[] | undefined {
  const value = inputAt(context, place);
  if (!Array.isArray(value)) return undefined;
  return value.filter((name) => typeof name === 'string');
}

function inputAt({ input }: GuardContext, place: string): unknown {
  return place.split('.').reduce<unknown>((value, key) => propertyOf(value, key), input);
}
