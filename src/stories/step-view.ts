import { stepsLeft } from '../core/frontier.ts';
import { stepGraph, stepMermaid } from './graph.ts';
import type { TopologyView } from './topology-view.ts';

/** What is told of runs that have steps and nothing beside them; other topologies put theirs over it. */
export function stepView(kind: string): TopologyView {
  return {
    kind,
    state: (run) => ({ unresolved: stepsLeft(run), groups: [], baseCase: null, decompositions: [] }),
    said: async () => ({ objective: null }),
    graph: stepGraph,
    mermaid: stepMermaid,
    isPublished: () => true,
    choices: () => [],
    swaps: () => undefined,
    ending: () => undefined,
  };
}
