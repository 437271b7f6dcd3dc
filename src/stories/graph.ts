/** The graph of a run as it stands, for people: what is seen of it, whatever its topology. */
import { stateOf } from '../core/state/lookup.ts';
import type { StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { RunState } from '../model/run-state.ts';
import { attemptsOf, isAsked } from './node-facts.ts';

export const NODE_KINDS = ['step', 'group', 'state'] as const;

/** The status of a node that stands for every node of its kind. */
export const ANY = 'any';

/** The status of a node of a definition, in which nothing stands in any way. */
export const STATELESS = '';

export interface GraphNode {
  readonly id: string;
  readonly kind: (typeof NODE_KINDS)[number];
  readonly status: string;
  readonly epoch: number;
  readonly running: boolean;
  /** A person is asked. */
  readonly asking: boolean;
  readonly attempts?: { readonly used: number; readonly allowed: number };
  readonly goal: boolean;
  readonly orGroup?: string;
  readonly why?: string;
  readonly swaps?: { readonly used: number; readonly max: number };
  /** The steps that run in a state. */
  readonly steps?: readonly string[];
}

interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly optional: boolean;
  /** How often a transition was made. */
  readonly taken?: number;
}

/** Both ends of an edge are among the nodes; it may hold cycles. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The steps of a run with what each depends on, as they stand. */
export function stepGraph({ plan, state }: Run): Graph {
  const { steps, goal } = plan;
  return {
    nodes: steps.map((step) => ({ ...stepNode(step, state), goal: goal.includes(step.id) })),
    edges: steps.flatMap(({ id, requires, optionalRequires }) => [
      ...requires.map((from) => ({ from, to: id, optional: false })),
      ...optionalRequires.map((from) => ({ from, to: id, optional: true })),
    ]),
  };
}

function stepNode(step: StepPlan, state: RunState) {
  const { id } = step;
  const { sigma, epoch, call } = stateOf(state, id);
  const running = call !== undefined;
  const attempts = attemptsOf(step, state);
  return { id, kind: 'step' as const, status: sigma, epoch, running, asking: isAsked(state, [id]), attempts };
}

/** What a definition's graph has of a run's: nothing of how it stands. */
export function withoutState({ nodes, edges }: Graph): Graph {
  const bare = { epoch: 0, running: false, asking: false };
  return {
    nodes: nodes.map((node) => ({ ...node, ...bare, status: node.status === ANY ? ANY : STATELESS })),
    edges: edges.map(({ from, to, optional }) => ({ from, to, optional })),
  };
}

/** How often a step may be tried, as a definition says it; undefined of a node that is none. */
export function allowedOf({ kind, attempts }: GraphNode): string | undefined {
  return kind === 'step' && attempts
    ? `up to ${attempts.allowed} attempt${attempts.allowed === 1 ? '' : 's'}`
    : undefined;
}

/** How a node stands, in the words of every drawing; empty where there is nothing to say. */
export function standingOf(node: GraphNode): string {
  const { asking, running, status, attempts } = node;
  if (status === STATELESS) return allowedOf(node) ?? '';
  const word = asking ? 'asks a person' : running ? 'under way' : status;
  return attempts ? `${word} · ${attempts.used} of ${attempts.allowed} attempts` : word;
}

/** The class of a node of a flowchart. */
export function styleOf({ asking, status }: GraphNode): string {
  return status === STATELESS ? '' : `:::${asking ? 'asking' : status}`;
}

/**
 * The same as a Mermaid flowchart, steps as boxes and groups as diamonds. Step ids are letters, digits, `_` and `-`, so nothing needs
 * escaping.
 */
export function stepMermaid({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map(
      (node) =>
        `  ${names.get(node.id)}${node.kind === 'group' ? '{' : '['}"${[node.id, standingOf(node)].filter((line) => line !== '').join('<br/>')}"${node.kind === 'group' ? '}' : ']'}${styleOf(node)}`,
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
