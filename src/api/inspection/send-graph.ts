import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { LayOut } from '../../drawing/layout.ts';
import { drawingOf } from '../../drawing/seen/drawing.ts';
import { DRAWING_POLICY } from '../../drawing/seen/style.ts';
import { drawn } from '../../drawing/seen/svg.ts';
import type { Run } from '../../model/run.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { graphView } from './graph-view.ts';

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

interface Drawable {
  readonly run: Run;
  /** Of the drawing, for who does not see it. */
  readonly title: string;
  /** What the JSON form says beside nodes and edges. */
  readonly facts: object;
}

/** Answers with the graph of a run in one of its three forms. */
export async function sendGraph(
  reply: FastifyReply,
  format: z.output<typeof GraphQuery>['format'],
  { run, title, facts }: Drawable,
  layOut: LayOut,
): Promise<FastifyReply> {
  const view = topologyViewOf(run.plan.topology);
  const graph = view.graph(run);
  if (format === 'json') return reply.send({ ...facts, ...graphView(graph) });
  if (format === 'mermaid') return reply.type('text/plain; charset=utf-8').send(view.mermaid(graph));
  reply.header('content-security-policy', DRAWING_POLICY).type('image/svg+xml; charset=utf-8');
  return reply.send(await drawn(title, drawingOf(graph), layOut));
}
