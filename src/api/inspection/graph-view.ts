import { z } from 'zod';
import { type Graph, NODE_KINDS } from '../../stories/graph.ts';
import { component } from '../reference/components.ts';

export const GraphView = component(
  'Graph',
  z.object({
    runId: z.string(),
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
      }),
    ),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        optional: z.boolean().describe('of a transition, that it has a condition'),
        taken: z.int().optional().describe('how often a transition was made'),
      }),
    ),
  }),
);

/** Of a definition: as a run of it stands that has just been created. */
export const DefinitionGraphView = component('DefinitionGraph', GraphView.omit({ runId: true }));

export function graphView({ nodes, edges }: Graph): z.input<typeof DefinitionGraphView> {
  return {
    nodes: nodes.map(({ steps, ...node }) => ({ ...node, ...(steps && { steps: [...steps] }) })),
    edges: [...edges],
  };
}
