import { z } from 'zod';
import type { Boxes, Layout } from '../../drawing/layout.ts';
import { type Graph, NODE_KINDS } from '../../stories/graph.ts';
import { component } from '../reference/components.ts';

const Point = z.object({ x: z.number(), y: z.number() });

export const GraphView = component(
  'Graph',
  z.object({
    runId: z.string(),
    width: z.number().describe('of the whole layout, in pixels; all coordinates count from its left and its top'),
    height: z.number(),
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(NODE_KINDS),
        status: z.string().describe('of a choice: untried, trying, won, failed or lost'),
        epoch: z.int().describe('of a state, how often the run came there'),
        running: z.boolean(),
        asking: z
          .boolean()
          .describe('a person is asked, about it or, in the present state of a machine, about the run'),
        attempts: z
          .object({ used: z.int(), allowed: z.int() })
          .optional()
          .describe("of a step, those of its present epoch; of a machine's present state, those of the step under way"),
        goal: z.boolean(),
        orGroup: z.string().optional(),
        why: z.string().optional().describe('of a choice, what it came to'),
        swaps: z
          .object({ used: z.int(), max: z.int() })
          .optional()
          .describe(
            'of a group: how often its winner made way for another choice, and how often the run may swap in all',
          ),
        steps: z.array(z.string()).optional().describe('the steps that run in a state'),
        center: Point,
        width: z.number().describe('of the box of a step or state, or of the diamond of a group'),
        height: z.number(),
      }),
    ),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        optional: z.boolean().describe('of a transition, that it has a condition'),
        taken: z.int().optional().describe('how often a transition was made'),
        curve: z.array(Point).describe('a start, then three points for each cubic Bézier curve'),
        label: Point.optional().describe('the center of the label of a transition that was made'),
      }),
    ),
  }),
);

/** Of a definition: as a run of it stands that has just been created. */
export const DefinitionGraphView = component('DefinitionGraph', GraphView.omit({ runId: true }));

/** A graph as the API shows it, with where each node and edge lies. `boxes` and `layout` are in the graph's order. */
export function graphView(
  { nodes, edges }: Graph,
  boxes: Boxes,
  { width, height, ...layout }: Layout,
): z.input<typeof DefinitionGraphView> {
  return {
    width: rounded(width),
    height: rounded(height),
    nodes: nodes.map(({ steps, ...node }, at) => ({
      ...node,
      ...(steps && { steps: [...steps] }),
      center: roundedPoint(layout.nodes[at] ?? { x: 0, y: 0 }),
      width: rounded(boxes.nodes[at]?.width ?? 0),
      height: rounded(boxes.nodes[at]?.height ?? 0),
    })),
    edges: edges.map((edge, at) => {
      const { curve = [], label } = layout.edges[at] ?? {};
      return { ...edge, curve: curve.map(roundedPoint), ...(label && { label: roundedPoint(label) }) };
    }),
  };
}

function roundedPoint({ x, y }: Layout['nodes'][number]): z.input<typeof Point> {
  return { x: rounded(x), y: rounded(y) };
}

/** To a tenth of a pixel. */
function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
