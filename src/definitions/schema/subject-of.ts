import { dataGraph } from '../../model/graph.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';
import { declaredEdges, sketchOf } from '../parse/sketch.ts';
import { groupsIn, topologyOfDocument } from '../topology-document.ts';
import type { Subject } from './subject.ts';
import { guardTemplatesIn } from './template-table.ts';

/** A document, whatever its form and however wrong in parts, as the semantic checks see it: in the common form. */
export function subjectOf(written: unknown, guards: Pick<GuardCatalogue, 'list'>): Subject {
  const topology = topologyOfDocument(written);
  const document = topology.form.toCommon(written);
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
  const groups = groupsIn(document);
  for (const { id, choices } of groups) {
    if (!dependsOn.has(id))
      dependsOn.set(
        id,
        choices.map(({ value }) => value),
      );
  }
  const graph = dataGraph([...dependsOn].map(([id, edges]) => ({ id, dependsOn: edges })));
  return { document, topology, sketch, ids: new Set(dependsOn.keys()), graph, groups };
}
