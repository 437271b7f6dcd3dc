import type { GuardCatalogue, Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import type { LeafSketch } from '../parse/sketch-guard.ts';
import type { Subject } from '../schema/subject.ts';
import { cannotJudge } from './cannot-judge.ts';

/** Guards exist, accept their options, and have ids of their own within the step (design 3.2, R60). */
export function* checkGuards({ sketch }: Pick<Subject, 'sketch'>, guards: GuardCatalogue): Generator<Issue> {
  const names = guards.list().map((row) => row.name);
  for (const step of sketch.steps) {
    yield* duplicates(step);
    yield* confirmations(step);
    for (const leaf of step.leaves) {
      if (guards.has(leaf.use)) yield* optionIssues(leaf, guards);
      else yield unknownGuard(leaf, names);
    }
  }
}

/** What guards may be written with and not be meant: options that do nothing, and guards that cannot judge what is made (R125). */
export function* warnOfGuards({ sketch }: Pick<Subject, 'sketch'>, guards: GuardCatalogue): Generator<Issue> {
  const rows = new Map(guards.list().map((row) => [row.name, row] as const));
  for (const { raw, leaves } of sketch.steps) {
    const output = fieldOf(fieldOf(raw, 'generator'), 'output');
    for (const leaf of leaves) {
      const pointer = below(leaf.pointer, 'with');
      for (const issue of guards.warn(leaf.use, fieldOf(leaf.raw, 'with')))
        yield { ...issue, pointer: `${pointer}${issue.pointer}` };
      const problem = cannotJudge(rows.get(leaf.use)?.judges, output);
      if (problem === undefined) continue;
      const detail = `"${leaf.use}" judges ${problem}; it will reject every artifact of this step. Change the output or the guard.`;
      yield { pointer: below(leaf.pointer, 'use'), code: 'cannot_judge', detail };
    }
  }
}

function* optionIssues(leaf: LeafSketch, guards: GuardCatalogue): Generator<Issue> {
  const written = fieldOf(leaf.raw, 'with');
  const options = written === undefined ? {} : written;
  for (const issue of guards.check(leaf.use, options)) {
    yield { ...issue, pointer: `${below(leaf.pointer, 'with')}${issue.pointer}` };
  }
}

function unknownGuard(leaf: LeafSketch, names: readonly string[]): Issue {
  const detail = `There is no guard "${leaf.use}".${suggestion(leaf.use, names)} Guards: ${names.join(', ')}.`;
  return { pointer: below(leaf.pointer, 'use'), code: 'unknown_guard', detail };
}

function* duplicates(step: StepSketch): Generator<Issue> {
  const first = new Map<string, string>();
  for (const leaf of step.leaves) {
    const earlier = first.get(leaf.id);
    if (earlier === undefined) {
      first.set(leaf.id, leaf.pointer);
      continue;
    }
    const pointer = below(leaf.pointer, fieldOf(leaf.raw, 'id') === undefined ? 'use' : 'id');
    const detail = `The leaf at ${earlier} has the id "${leaf.id}" too; give one of them an id of its own.`;
    yield { pointer, code: 'duplicate_guard_id', detail: `${detail} Taken: ${listing(first.keys())}.` };
  }
}

/** Generated criteria are confirmed by a person or by another leaf of the step (R18, R81). */
function* confirmations(step: StepSketch): Generator<Issue> {
  const ids = new Set(step.leaves.map((leaf) => leaf.id));
  for (const leaf of step.leaves) {
    const confirm = fieldOf(leaf.raw, 'confirm');
    if (typeof confirm !== 'string' || confirm === 'human' || (ids.has(confirm) && confirm !== leaf.id)) continue;
    const detail = `"${confirm}" is neither "human" nor another guard leaf of the step. Ids: ${listing(ids)}.`;
    yield { pointer: below(leaf.pointer, 'confirm'), code: 'unknown_guard_id', detail };
  }
}
