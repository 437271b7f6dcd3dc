import { isReserved } from '../../../definitions/parse/names.ts';
import { declaredEdges } from '../../../definitions/parse/sketch.ts';
import { type Subject, unknownStep, type WrittenGroup } from '../../../definitions/schema/subject.ts';
import { cycleThrough, type DataGraph } from '../../../model/graph.ts';
import { asksModel } from '../../../model/plan.ts';
import type { GuardCatalogue, Issue } from '../../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../../text/loose.ts';
import { listing, suggestion } from '../../../text/nearest.ts';
import { below } from '../../../text/pointer.ts';
import { checkBaseCase } from '../../base-case/check.ts';
import { asksFor, PREPARING } from './preparing-steps.ts';

/** What and-or adds to a definition (design 3.1, 3.2). */
export function* checkAndOr(subject: Subject, guards: GuardCatalogue): Generator<Issue> {
  yield* checkGroups(subject);
  yield* checkRivals(subject);
  yield* checkDecompositions(subject);
  yield* checkUnknowns(subject);
  yield* checkPreparingIds(subject);
  yield* checkBaseCase(subject, guards);
}

function* checkGroups({ groups, sketch }: Subject): Generator<Issue> {
  const steps = new Set(sketch.steps.flatMap(({ id }) => id ?? []));
  const taken = new Map<string, string>();
  for (const group of groups) {
    yield* checkGroupId(group, steps);
    if (group.choices.length === 0) {
      const detail = `The group "${group.id}" has no choices; list them, or write "orGroup: ${group.id}" at the steps.`;
      yield { pointer: group.pointer, code: 'empty_group', detail };
    }
    for (const choice of group.choices) {
      const other = taken.get(choice.value);
      if (!steps.has(choice.value)) yield unknownStep(choice, steps);
      else if (other !== undefined) {
        const detail = `"${choice.value}" is a choice of "${other}" already; a step is a choice once.`;
        yield { pointer: choice.pointer, code: 'duplicate_choice', detail };
      }
      taken.set(choice.value, group.id);
    }
    yield* checkCosts(group);
  }
}

/** Of a group one choice wins: what waits for another one of it never can (design 3.2). */
function* checkRivals({ groups, sketch, graph }: Subject): Generator<Issue> {
  const steps = new Map(sketch.steps.flatMap((step) => (step.id === undefined ? [] : [[step.id, step] as const])));
  const alternatives = new Set(groups.map(({ id }) => id));
  for (const { id, choices } of groups) {
    const all = new Set(choices.map(({ value }) => value));
    for (const { value: choice, pointer } of choices) {
      const rivals = new Set([...all].filter((other) => other !== choice));
      const rivalOf = needed(graph, alternatives, rivals);
      const rival = rivalOf(choice);
      // A circle is told as such.
      if (rival === undefined || cycleThrough(graph, choice) !== undefined) continue;
      const step = steps.get(choice);
      const edge = step && declaredEdges(step).find((reference) => rivalOf(reference.value) !== undefined);
      const detail = `"${choice}" waits for "${rival}", which is another choice of "${id}": only one of them wins, so it could never run.`;
      yield { pointer: edge?.pointer ?? pointer, code: 'never_runs', detail };
    }
  }
}

/** Which of these a step or group cannot do without, directly or not; of a group only what all its choices need. */
function needed(
  { ids, indexes, parents }: DataGraph,
  alternatives: ReadonlySet<string>,
  these: ReadonlySet<string>,
): (id: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const find = (id: string): string | undefined => {
    if (these.has(id)) return id;
    if (known.has(id)) return known.get(id);
    known.set(id, undefined);
    const found = (parents[indexes.get(id) ?? -1] ?? []).map((at) => find(ids[at] ?? ''));
    const isNeeded = !alternatives.has(id) || !found.includes(undefined);
    known.set(id, isNeeded ? found.find((each) => each !== undefined) : undefined);
    return known.get(id);
  };
  return find;
}

function* checkGroupId({ id, pointer }: WrittenGroup, steps: ReadonlySet<string>): Generator<Issue> {
  if (isReserved(id)) yield { pointer, code: 'reserved_id', detail: `"${id}" is reserved; choose another id.` };
  if (steps.has(id)) {
    yield { pointer, code: 'duplicate_step_id', detail: `A step is called "${id}" too; ids are unique.` };
  }
}

function* checkCosts({ choices, options, pointer }: WrittenGroup): Generator<Issue> {
  const names = choices.map(({ value }) => value);
  const costs = fieldOf(options, 'costs');
  if (typeof costs !== 'object' || costs === null) return;
  for (const choice of Object.keys(costs)) {
    if (names.includes(choice)) continue;
    const detail = `"${choice}" is no choice of the group.${suggestion(choice, names)} Choices: ${listing(names)}.`;
    yield { pointer: below(pointer, 'costs', choice), code: 'unknown_choice', detail };
  }
}

function* checkDecompositions({ document, sketch }: Subject): Generator<Issue> {
  for (const [at, raw] of itemsOf(fieldOf(document, 'steps')).entries()) {
    const pointer = below('/steps', at);
    const isBroken = fieldOf(raw, 'decompose') === true;
    if (fieldOf(raw, 'maxChildren') !== undefined && !isBroken) {
      const detail = '"maxChildren" goes with "decompose: true".';
      yield { pointer: below(pointer, 'maxChildren'), code: 'not_a_decomposition', detail };
    }
    if (isBroken && sketch.steps[at]?.kind !== 'llm') {
      const detail = 'Only a step of generator kind llm can be broken down: its model proposes the parts.';
      yield { pointer: below(pointer, 'decompose'), code: 'not_a_decomposition', detail };
    }
  }
}

function* checkUnknowns({ document, sketch }: Subject): Generator<Issue> {
  for (const [at, raw] of itemsOf(fieldOf(document, 'steps')).entries()) {
    if (!asksFor(fieldOf(raw, 'unknown')) || asksModel(sketch.steps[at]?.kind ?? '')) continue;
    const detail = 'Only a step of generator kind llm or agent has a probe: its model is what finds out.';
    yield { pointer: below('/steps', at, 'unknown'), code: 'not_explorable', detail };
  }
}

/** Nobody else has the id of a step that follows from another one. */
function* checkPreparingIds({ document, sketch, groups }: Subject): Generator<Issue> {
  const steps = sketch.steps.flatMap(({ id, pointer }) =>
    id === undefined ? [] : [[id, below(pointer, 'id')] as const],
  );
  const ids = new Map([...groups.map(({ id, pointer }) => [id, pointer] as const), ...steps]);
  for (const raw of itemsOf(fieldOf(document, 'steps'))) {
    const id = fieldOf(raw, 'id');
    if (typeof id !== 'string') continue;
    for (const [field, { idOf, does }] of Object.entries(PREPARING)) {
      const taken = ids.get(idOf(id));
      if (!asksFor(fieldOf(raw, field)) || taken === undefined) continue;
      const detail = `"${idOf(id)}" is the step that ${does} "${id}"; choose another id.`;
      yield { pointer: taken, code: 'reserved_id', detail };
    }
  }
}
