import type { Compiled } from '../../model/plan.ts';
import { type Sketch, sketchOf } from '../parse/sketch.ts';
import type { Definition } from '../schema/definition.ts';
import { topologyOfDocument } from '../topology-document.ts';

/**
 * What the workflow knows of a definition that `checkDefinition` has accepted: defaults written out, durations in milliseconds,
 * every data edge of R64. The bound takes the written policies (R26). Of a document with a form of its own the topology compiles more than
 * a definition says: `checkDefinition` answers that plan.
 */
export function compilePlan(
  definition: Definition,
  defaultModel?: string,
  sketch: Sketch = sketchOf(definition),
): Compiled {
  return topologyOfDocument(definition).compile({ definition }, { defaultModel, sketch });
}
