import { z } from 'zod';
import { isSettled, stateOf } from '../../engine.ts';
import type { GroupPlan, StepPlan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { type ChoiceStory, choiceStories, swapsOf } from '../../topologies/and-or/document/choices.ts';
import { groupOf } from '../../topologies/and-or/group-state.ts';
import { component } from '../reference/components.ts';
import { attemptsOf, isAsked } from '../runs/node-facts.ts';

export const GraphView = component(
  'Graph',
  z.object({
    runId: z.string(),
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['step', 'group', 'state']),
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

/** The steps of a run with what each depends on, as they stand. */
export function graphView({ record, state }: RunRow): z.infer<typeof GraphView> {
  const { steps, goal, groups = [] } = record.plan;
  const stories = new Map(choiceStories(record.plan, state).map((story) => [story.choice, story] as const));
  const { max } = swapsOf(record.plan, state);
  return {
    runId: record.id,
    nodes: [
      ...steps.map((step) => ({ ...stepNode(step, state, stories.get(step.id)), goal: goal.includes(step.id) })),
      ...groups.map((group) => ({ ...groupNode(group, state, max), goal: goal.includes(group.id) })),
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

/** A choice has a status of its own: what it came to for its group (R85). */
function stepNode(step: StepPlan, state: RunState, story?: ChoiceStory) {
  const { id, orGroup } = step;
  const { sigma, epoch, call } = stateOf(state, id);
  const running = call !== undefined;
  const attempts = attemptsOf(step, state);
  const node = { id, kind: 'step' as const, epoch, running, asking: isAsked(state, [id]), attempts };
  if (orGroup === undefined || !story) return { ...node, status: sigma };
  return { ...node, orGroup, status: story.status, ...(story.why !== undefined && { why: story.why }) };
}

function groupNode({ id, share }: GroupPlan, state: RunState, max: number) {
  const { winner, taken, swaps = 0 } = groupOf(state, id);
  const status = isSettled(state, id) ? 'satisfied' : 'unsatisfied';
  return {
    id,
    kind: 'group' as const,
    status,
    epoch: taken.length > 0 || winner !== undefined ? 1 : 0,
    running: false,
    asking: false,
    ...(share !== undefined && { swaps: { used: swaps, max } }),
  };
}

type Node = z.infer<typeof GraphView>['nodes'][number];

/** How a node stands, in the words of every drawing. */
export function standingOf({ asking, running, status, attempts }: Node): string {
  const word = asking ? 'asks a person' : running ? 'under way' : status;
  return attempts ? `${word} · ${attempts.used} of ${attempts.allowed} attempts` : word;
}

/** The same as a Mermaid flowchart. Step ids are letters, digits, `_` and `-`, so nothing needs escaping. */
export function mermaidOf({ nodes, edges }: z.infer<typeof GraphView>): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map(
      (node) =>
        `  ${names.get(node.id)}${node.kind === 'group' ? '{' : '['}"${node.id}<br/>${standingOf(node)}"${node.kind === 'group' ? '}' : ']'}:::${node.asking ? 'asking' : node.status}`,
    ),
    ...edges.map(({ from, to, optional }) => `  ${names.get(from)} ${optional ? '-.->' : '-->'} ${names.get(to)}`),
    '  classDef satisfied fill:#d3f2dc',
    '  classDef fatal fill:#f6d0cd',
    '  classDef waived fill:#eeeeee',
    '  classDef asking fill:#ffedc2',
    ...(nodes.some(({ kind }) => kind === 'group')
      ? ['  classDef won fill:#d3f2dc', '  classDef failed fill:#f6d0cd', '  classDef lost fill:#eeeeee']
      : []),
    '',
  ].join('\n');
}
