import { z } from 'zod';
import { stateOf } from '../../domain/draft.ts';
import type { RunRow } from '../../domain/store.ts';
import { component } from '../components.ts';

export const GraphView = component(
  'Graph',
  z.object({
    runId: z.string(),
    nodes: z.array(
      z.object({
        id: z.string().describe('a step; of a state machine, a state'),
        status: z.string(),
        epoch: z.int().describe('of a state, how often the run came there'),
        running: z.boolean(),
        goal: z.boolean(),
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

/** The steps of a run with what each depends on, as they stand. */
export function graphView({ record, state }: RunRow): z.infer<typeof GraphView> {
  const { steps, goal } = record.plan;
  return {
    runId: record.id,
    nodes: steps.map(({ id }) => {
      const { sigma, epoch, call } = stateOf(state, id);
      return { id, status: sigma, epoch, running: call !== undefined, goal: goal.includes(id) };
    }),
    edges: steps.flatMap(({ id, requires, optionalRequires }) => [
      ...requires.map((from) => ({ from, to: id, optional: false })),
      ...optionalRequires.map((from) => ({ from, to: id, optional: true })),
    ]),
  };
}

/** The same as a Mermaid flowchart. Step ids are letters, digits, `_` and `-`, so nothing needs escaping. */
export function mermaidOf({ nodes, edges }: z.infer<typeof GraphView>): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map(
      ({ id, status, running }) => `  ${names.get(id)}["${id}<br/>${running ? 'under way' : status}"]:::${status}`,
    ),
    ...edges.map(({ from, to, optional }) => `  ${names.get(from)} ${optional ? '-.->' : '-->'} ${names.get(to)}`),
    '  classDef satisfied fill:#d3f2dc',
    '  classDef fatal fill:#f6d0cd',
    '  classDef waived fill:#eeeeee',
    '',
  ].join('\n');
}
