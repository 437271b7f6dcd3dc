/** What is told of a search: its groups beside its steps, what each choice came to, and where its base case stands. */

import { isSettled } from '../../core/frontier.ts';
import { searchIn } from '../../model/own-state.ts';
import type { GroupPlan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { RunState } from '../../model/run-state.ts';
import { type Graph, type GraphNode, stepGraph } from '../../stories/graph.ts';
import { stepView } from '../../stories/step-view.ts';
import type { GroupStanding, OwnState, TopologyView } from '../../stories/topology-view.ts';
import { baseCaseStanding, objectiveIn } from '../base-case/view.ts';
import { groupsOf, isPublished, unresolved } from './branches.ts';
import { choiceStories, swapsOf } from './choices.ts';
import { groupOf } from './group-state.ts';

export const andOrView: TopologyView = {
  ...stepView('and-or'),
  state,
  said: async (_run, stored) => ({ objective: objectiveIn(await stored.document()) }),
  graph,
  isPublished: (run, step) => isPublished(run.plan, run.state, step),
  choices: (run) => choiceStories(run.plan, run.state),
  swaps: (run) => (groupsOf(run.plan).length > 0 ? swapsOf(run.plan, run.state) : undefined),
};

function state(run: Run): OwnState {
  return {
    unresolved: unresolved(run.plan, run.state),
    groups: groupsOf(run.plan).map((group) => groupStanding(group, run.state)),
    baseCase: baseCaseStanding(run.state),
    decompositions: searchIn(run.state)?.decompositions ?? [],
  };
}

function groupStanding({ id, choices, speculative = false }: GroupPlan, of: RunState): GroupStanding {
  const { taken, failed, winner = null } = groupOf(of, id);
  return { id, choices, selected: taken, failed, winner, speculative };
}

/** A choice has a status of its own: what it came to for its group (R85). */
function graph(run: Run): Graph {
  const { goal } = run.plan;
  const groups = groupsOf(run.plan);
  const { nodes, edges } = stepGraph(run);
  const stories = new Map(choiceStories(run.plan, run.state).map((story) => [story.choice, story] as const));
  const { max } = swapsOf(run.plan, run.state);
  return {
    nodes: [
      ...nodes.map((node) => {
        const story = stories.get(node.id);
        if (!story) return node;
        const { orGroup, status, why } = story;
        return { ...node, orGroup, status, ...(why !== undefined && { why }) };
      }),
      ...groups.map((group) => ({ ...groupNode(group, run.state, max), goal: goal.includes(group.id) })),
    ],
    edges: [
      ...edges,
      ...groups.flatMap(({ id, choices }) => choices.map((from) => ({ from, to: id, optional: true }))),
    ],
  };
}

function groupNode({ id, share }: GroupPlan, of: RunState, max: number): Omit<GraphNode, 'goal'> {
  const { winner, taken, swaps = 0 } = groupOf(of, id);
  return {
    id,
    kind: 'group',
    status: isSettled(of, id) ? 'satisfied' : 'unsatisfied',
    epoch: taken.length > 0 || winner !== undefined ? 1 : 0,
    running: false,
    asking: false,
    ...(share !== undefined && { swaps: { used: swaps, max } }),
  };
}
