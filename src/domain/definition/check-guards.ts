import type { GuardCatalogue, Issue } from '../catalogues.ts';
import { fieldOf } from './loose.ts';
import { listing, suggestion } from './nearest.ts';
import { below } from './pointer.ts';
import type { StepSketch } from './sketch.ts';
import type { LeafSketch } from './sketch-guard.ts';
import type { Subject } from './subject.ts';

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
