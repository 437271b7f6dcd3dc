import { z } from 'zod';
import { groupOf } from '../../domain/and-or/evolve.ts';
import { stateOf } from '../../domain/draft.ts';
import { isSettled } from '../../domain/frontier.ts';
import type { GroupPlan, StepPlan } from '../../domain/plan.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { RunRow } from '../../domain/store.ts';
import { component } from '../components.ts';

export const GraphView = component(
  'Graph',
  z.object({
    runId: z.string(),
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['step', 'group', 'state']),
        status: z.string(),
        epoch: z.int().describe('of a state, how often the run came there'),
        running: z.boolean(),
        goal: z.boolean(),
        orGroup: z.string().optional(),
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
  const { steps, goal, groups = [] } = record.plan;
  return {
    runId: record.id,
    nodes: [
      ...steps.map((step) => ({ ...stepNode(step, state), goal: goal.includes(step.id) })),
      ...groups.map((group) => ({ ...groupNode(group, state), goal: goal.includes(group.id) })),
    ],
    edges: [
      ...steps.flatMap(({ id, requires, optionalRequires }) => [
        ...requires.map((from) => ({ from, to: id, optional: false })),
        ...optionalRequires.map((from) => ({ from, to: id, optional: true })),
      ]),
      ...groups.flatMap(({ id, choices }) => choices.map((from) => ({ from, to: id, optional: true }))),
    ],
  };
}

/** A choice that has not won, or was not taken, has a status of its own. */
function stepNode({ id, orGroup }: StepPlan, state: RunState) {
  const { sigma, epoch, call } = stateOf(state, id);
  const node = { id, kind: 'step' as const, epoch, running: call !== undefined };
  if (orGroup === undefined) return { ...node, status: sigma };
  const { taken, failed, winner } = groupOf(state, orGroup);
  const lost = winner !== undefined && winner !== id ? 'lost' : undefined;
  const status = failed.includes(id) ? 'failed' : (lost ?? (taken.includes(id) ? sigma : 'untried'));
  return { ...node, orGroup, status };
}

function groupNode({ id }: GroupPlan, state: RunState) {
  const { winner, taken } = groupOf(state, id);
  const status = isSettled(state, id) ? 'satisfied' : 'unsatisfied';
  return {
    id,
    kind: 'group' as const,
    status,
    epoch: taken.length > 0 || winner !== undefined ? 1 : 0,
    running: false,
  };
}

/** The same as a Mermaid flowchart. Step ids are letters, digits, `_` and `-`, so nothing needs escaping. */
export function mermaidOf({ nodes, edges }: z.infer<typeof GraphView>): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map(
      ({ id, kind, status, running }) =>
        `  ${names.get(id)}${kind === 'group' ? '{' : '['}"${id}<br/>${running ? 'under way' : status}"${kind === 'group' ? '}' : ']'}:::${status}`,
    ),
    ...edges.map(({ from, to, optional }) => `  ${names.get(from)} ${optional ? '-.->' : '-->'} ${names.get(to)}`),
    '  classDef satisfied fill:#d3f2dc',
    '  classDef fatal fill:#f6d0cd',
    '  classDef waived fill:#eeeeee',
    ...(nodes.some(({ kind }) => kind === 'group')
      ? ['  classDef failed fill:#f6d0cd', '  classDef lost fill:#eeeeee']
      : []),
    '',
  ].join('\n');
}
