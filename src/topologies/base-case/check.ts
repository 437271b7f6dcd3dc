import { judgedAmong } from '../../definitions/checks/check-judged.ts';
import { isOpinion } from '../../definitions/checks/opinions.ts';
import { type BaseCaseDefinition, type BaseCaseLeaf, baseCaseSchema } from '../../definitions/schema/base-case.ts';
import { type Subject, unknownStep } from '../../definitions/schema/subject.ts';
import { guardOf, leavesOfBaseCase } from '../../definitions/scope/base-case-leaves.ts';
import type { GuardCatalogue, Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { below } from '../../text/pointer.ts';
import { holds } from './base-case.ts';
import { compileBaseCase } from './compile.ts';

const POINTER = '/objective/baseCase';

/** The base case can be evaluated by a machine, and no judge's word is enough for it (S1-4.1-b, R11). */
export function* checkBaseCase(subject: Subject, guards: GuardCatalogue): Generator<Issue> {
  const { document, ids } = subject;
  const parsed = safeParseNumbers(baseCaseSchema, fieldOf(fieldOf(document, 'objective'), 'baseCase'));
  if (!parsed.success) return;
  for (const { name, leaf } of leavesOfBaseCase(parsed.data)) {
    const pointer = `/objective/${name}`;
    if ('on' in leaf && leaf.on !== undefined && !ids.has(leaf.on))
      yield unknownStep({ value: leaf.on, pointer: below(pointer, 'on') }, ids);
    const path = 'file' in leaf ? leaf.file : 'notFile' in leaf ? leaf.notFile : undefined;
    if (path !== undefined && !isWithin(path)) {
      const detail = `"${path}" leads out of the workspace; give a path within it, such as src/main.py.`;
      yield { pointer: below(pointer, 'file' in leaf ? 'file' : 'notFile'), code: 'invalid_path', detail };
    }
    const guard = guardOf(leaf);
    if (guard) yield* guardIssues(guard, below(pointer, ...('guard' in leaf ? ['guard'] : [])), guards);
  }
  if (isJudgedAlone(parsed.data, judgedAmong(guards), opinionsIn(subject))) {
    const detail =
      'A model alone could call the run complete: a judge may reject, but not accept alone, and what a model says as verifier or probe is no more than that. Put it in "all" with a check that can be run, or an assertion.';
    yield { pointer: POINTER, code: 'judged_alone', detail };
  }
}

function* guardIssues(
  guard: { readonly use: string; readonly with?: unknown },
  pointer: string,
  guards: GuardCatalogue,
): Generator<Issue> {
  if (!guards.has(guard.use)) {
    const detail = `There is no guard "${guard.use}" here. Guards: ${guards
      .list()
      .map(({ name }) => name)
      .join(', ')}.`;
    yield { pointer: below(pointer, 'use'), code: 'unknown_guard', detail };
    return;
  }
  const instead = INSTEAD_OF.get(guard.use);
  if (instead !== undefined) {
    const detail = `A base case does not wait for the guard "${guard.use}": ${instead}`;
    yield { pointer: below(pointer, 'use'), code: 'not_supported', detail };
    return;
  }
  for (const issue of guards.check(guard.use, guard.with ?? {})) {
    yield { ...issue, pointer: `${below(pointer, 'with')}${issue.pointer}` };
  }
}

/** Guards whose answer comes from outside, at some time; and what a base case writes in their place. */
const INSTEAD_OF: ReadonlyMap<string, string> = new Map([
  ['human', 'to ask a person write {"assertion": "what is to be confirmed"}.'],
  ['external', 'give it to a step, and let the base case look at what was accepted of that step by another guard.'],
]);

/** Steps that are a model's word, and groups that one of them may win (R106). */
function opinionsIn({ sketch, groups }: Subject): ReadonlySet<string> {
  const steps = new Set(sketch.steps.flatMap((step) => (step.id !== undefined && isOpinion(step) ? [step.id] : [])));
  const mayWin = groups.filter(({ choices }) => choices.some(({ value }) => steps.has(value)));
  return new Set([...steps, ...mayWin.map(({ id }) => id)]);
}

function isJudgedAlone(tree: BaseCaseDefinition, guards: ReadonlySet<string>, opinions: ReadonlySet<string>): boolean {
  const isJudged = (leaf: BaseCaseLeaf) =>
    'rubric' in leaf || ('guard' in leaf && (guards.has(leaf.guard.use) || opinions.has(leaf.on)));
  const judged = new Set(leavesOfBaseCase(tree).flatMap(({ name, leaf }) => (isJudged(leaf) ? [name] : [])));
  return judged.size > 0 && holds(compileBaseCase(tree), ({ leaf }) => judged.has(leaf)) === true;
}

function isWithin(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..');
}
