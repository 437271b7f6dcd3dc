import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { boxesOf, type LayOut } from '../../drawing/layout.ts';
import { drawingOf } from '../../drawing/seen/drawing.ts';
import { DRAWING_POLICY } from '../../drawing/seen/style.ts';
import { drawn } from '../../drawing/seen/svg.ts';
import type { Run } from '../../model/run.ts';
import { type Graph, withoutState } from '../../stories/graph.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { type DefinitionGraphView, graphView } from './graph-view.ts';

export const GraphQuery = z.object({ format: z.enum(['json', 'mermaid', 'svg']).default('json') });

export function graphAnswer<Json extends z.ZodType>(json: Json) {
  return {
    description: 'The graph, in the format asked for',
    content: {
      'application/json': { schema: json },
      'text/plain': { schema: z.string().describe('A Mermaid flowchart') },
      'image/svg+xml': { schema: z.string().describe('A drawing') },
    },
  };
}

interface Facts {
  /** What the JSON form says beside nodes and edges. */
  readonly facts: object;
}

interface Drawable {
  readonly run: Run;
  /** Left out of a run: of a definition nothing stands in any way, and none is drawn. */
  readonly isDefinition?: true;
  /** Of the drawing, for who does not see it. */
  readonly title: string;
}

/** Answers with the graph of a run in one of its three forms. */
export async function sendGraph(
  reply: FastifyReply,
  format: z.output<typeof GraphQuery>['format'],
  of: Drawable & Facts,
  layOut: LayOut,
): Promise<FastifyReply> {
  if (format === 'json') return reply.send({ ...of.facts, ...(await laidOutGraph(of, layOut)) });
  if (format === 'mermaid') {
    return reply.type('text/plain; charset=utf-8').send(topologyViewOf(of.run.plan.topology).mermaid(seenOf(of)));
  }
  reply.header('content-security-policy', DRAWING_POLICY).type('image/svg+xml; charset=utf-8');
  return reply.send(await drawn(of.title, drawingOf(seenOf(of)), layOut));
}

/** Nodes and edges with where the drawing has them. */
export async function laidOutGraph(of: Drawable, layOut: LayOut): Promise<z.input<typeof DefinitionGraphView>> {
  const boxes = boxesOf(drawingOf(seenOf(of)));
  return graphView(topologyViewOf(of.run.plan.topology).graph(of.run), boxes, await layOut(boxes));
}

function seenOf({ run, isDefinition }: Drawable): Graph {
  const graph = topologyViewOf(run.plan.topology).graph(run);
  return isDefinition ? withoutState(graph) : graph;
}
