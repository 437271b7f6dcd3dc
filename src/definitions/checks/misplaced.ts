import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';
import { topologyDocuments } from '../topology-document.ts';

/** Fields of the common form that belong to another topology than the document's (design 3.1). */
export function* misplaced({ document, sketch, topology }: Subject): Generator<Issue> {
  for (const { kind, fields } of topologyDocuments()) {
    if (fields === undefined || kind === topology.kind) continue;
    for (const field of fields.ofDocument) if (fieldOf(document, field) !== undefined) yield belongsTo(kind, '', field);
    for (const { raw, pointer } of sketch.steps)
      for (const field of fields.ofStep) if (fieldOf(raw, field) !== undefined) yield belongsTo(kind, pointer, field);
  }
}

function belongsTo(kind: string, pointer: string, field: string): Issue {
  const detail = `"${field}" belongs to topology ${kind}; write "topology: ${kind}", or take it out.`;
  return { pointer: below(pointer, field), code: 'wrong_topology', detail };
}
