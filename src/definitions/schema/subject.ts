import { type DataGraph, dataGraph } from '../../model/graph.ts';
import type { GuardCatalogue, Issue } from '../../ports/catalogues.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { type WrittenGroup, writtenGroups } from '../../topologies/and-or/document/groups.ts';
import { declaredEdges, type Reference, type Sketch, sketchOf } from '../parse/sketch.ts';
import { guardTemplatesIn } from './template-table.ts';

/** A document as the semantic checks see it. */
export interface Subject {
  readonly document: unknown;
  readonly sketch: Sketch;
  /** Ids of steps and then of groups, each once, in declared order. */
  readonly ids: ReadonlySet<string>;
  readonly groups: readonly WrittenGroup[];
  /** Over the declared edges; of steps with the same id, the first. */
  readonly graph: DataGraph;
}

export function subjectOf(document: unknown, guards: Pick<GuardCatalogue, 'list'>): Subject {
  const sketch = sketchOf(document, guardTemplatesIn(guards));
  const dependsOn = new Map<string, readonly string[]>();
  for (const step of sketch.steps) {
    if (step.id !== undefined && !dependsOn.has(step.id)) {
      dependsOn.set(
        step.id,
        declaredEdges(step).map((edge) => edge.value),
      );
    }
  }
  const groups = writtenGroups(document);
  for (const { id, choices } of groups) {
    if (!dependsOn.has(id))
      dependsOn.set(
        id,
        choices.map(({ value }) => value),
      );
  }
  const graph = dataGraph([...dependsOn].map(([id, edges]) => ({ id, dependsOn: edges })));
  return { document, sketch, ids: new Set(dependsOn.keys()), graph, groups };
}

export function unknownStep(reference: Reference, ids: ReadonlySet<string>): Issue {
  const detail = `There is no step "${reference.value}".${suggestion(reference.value, ids)} Steps: ${listing(ids)}.`;
  return { pointer: reference.pointer, code: 'unknown_step', detail };
}
