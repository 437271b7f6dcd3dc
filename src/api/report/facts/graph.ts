import type { LayOut } from '../../../drawing/layout.ts';
import { drawingOf } from '../../../drawing/seen/drawing.ts';
import { drawn } from '../../../drawing/seen/svg.ts';
import type { RunRow } from '../../../ports/store/runs.ts';
import { topologyViewOf } from '../../../stories/topology-view.ts';
import { runIn } from '../../runs/told-run.ts';
import type { GraphFacts } from '../report.ts';

/** Nodes and edges of a graph that is drawn; larger ones are nothing to look at, and the steps are listed anyway. */
const MOST = { nodes: 200, edges: 800 };
/** Milliseconds: a report lies the same, however busy the machine is. */
const PATIENCE = 60_000;

export async function tellGraph(row: RunRow, layOut: LayOut): Promise<GraphFacts> {
  const run = runIn(row);
  const view = topologyViewOf(run.plan.topology);
  const graph = view.graph(run);
  const nodes = graph.nodes.length;
  if (nodes > MOST.nodes || graph.edges.length > MOST.edges) return { svg: null, mermaid: null, nodes };
  const svg = await drawn(`Graph of run ${row.record.id}`, drawingOf(graph), layOut, PATIENCE);
  return { svg, mermaid: view.mermaid(graph), nodes };
}
