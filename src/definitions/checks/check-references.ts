import { cycleThrough, upstream } from '../../model/graph.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { listing } from '../../text/nearest.ts';
import { declaredEdges, type Reference, type StepSketch } from '../parse/sketch.ts';
import { type Subject, unknownStep } from '../schema/subject.ts';

/** Every step that is named exists, there are no cycles, and backtrack targets lie upstream (design 3.2, R64). */
export function* checkReferences(subject: Subject): Generator<Issue> {
  for (const step of subject.sketch.steps) {
    yield* unknown(subject, [...declaredEdges(step), ...step.context, ...targetsOf(step)]);
    yield* checkTargets(subject, step);
    yield* checkContext(subject, step);
  }
  yield* unknown(subject, subject.sketch.goal ?? []);
  yield* checkCycles(subject);
}

function* unknown({ ids }: Subject, references: readonly Reference[]): Generator<Issue> {
  for (const reference of references) if (!ids.has(reference.value)) yield unknownStep(reference, ids);
}

function targetsOf(step: StepSketch): readonly Reference[] {
  return [...step.backtrackTo, ...step.backtrackByGuard.flatMap((route) => route.targets)];
}

function* checkTargets({ ids, graph }: Subject, step: StepSketch): Generator<Issue> {
  const targets = targetsOf(step).filter((target) => ids.has(target.value));
  if (step.id === undefined || targets.length === 0) return;
  const above = upstream(graph, step.id);
  for (const { value, pointer } of targets) {
    if (above.has(value) && value !== step.id) continue;
    const detail = `"${value}" is not upstream of "${step.id}", so going back to it cannot help. Upstream: ${listing(above)}.`;
    yield { pointer, code: 'not_upstream', detail };
  }
}

function* checkContext({ ids }: Subject, step: StepSketch): Generator<Issue> {
  if (step.context.length === 0) return;
  const shown = new Set([...declaredEdges(step).map((edge) => edge.value), ...step.names.map((name) => name.step)]);
  for (const { value, pointer } of step.context) {
    if (!ids.has(value) || shown.has(value)) continue;
    const detail = `The step does not depend on "${value}"; add it to requires or take it out. Dependencies: ${listing(shown)}.`;
    yield { pointer, code: 'not_a_dependency', detail };
  }
}

/** One issue per cycle, at the edge by which its first step enters it. */
function* checkCycles({ sketch, graph, ids }: Subject): Generator<Issue> {
  const told = new Set<string>();
  for (const step of sketch.steps) {
    if (step.id === undefined || told.has(step.id) || !ids.has(step.id)) continue;
    const cycle = cycleThrough(graph, step.id);
    if (cycle === undefined) continue;
    for (const id of cycle) told.add(id);
    const edge = declaredEdges(step).find((reference) => reference.value === cycle[1]);
    const detail = `These steps wait for each other: ${cycle.join(' → ')}. Take out one of the edges.`;
    yield { pointer: edge?.pointer ?? step.pointer, code: 'cycle', detail };
  }
}
