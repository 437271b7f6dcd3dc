import { ANY, allowedOf, type Graph, type GraphNode, STATELESS } from '../../stories/graph.ts';

/** How a node stands, as a drawing shows it: `active` is under way, `asking` waits for a person, `good` settled well, `muted` settled without. */
type Tone = 'plain' | 'active' | 'asking' | 'good' | 'bad' | 'muted';

/** A step is a box, a group of alternatives a diamond, a state of a machine a box with round ends. */
export type Shape = 'step' | 'group' | 'state';

export interface DrawnNode {
  readonly id: string;
  /** The first is the heading. */
  readonly lines: readonly string[];
  /** Lines that there is room for, where these are more: what has yet to begin lies as it will when it has. */
  readonly room?: number;
  readonly tone: Tone;
  readonly shape: Shape;
  /** Part of what the run is for: with a bolder outline. */
  readonly goal?: boolean;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly dashed: boolean;
  readonly label?: string;
}

/** What there is to see of a graph, whatever its topology. Both ends of an edge are among the nodes; it may hold cycles. */
export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

const TONES: Readonly<Record<string, Tone>> = {
  satisfied: 'good',
  won: 'good',
  fatal: 'bad',
  failed: 'bad',
  current: 'active',
  visited: 'good',
  waived: 'muted',
  lost: 'muted',
};

/** The steps and groups of a run, or the states of its machine, as they stand, in the words and colours of the Mermaid flowchart. */
export function drawingOf({ nodes, edges }: Graph): Drawing {
  return {
    nodes: nodes.map((node) => ({
      id: node.id,
      lines: linesOf(node),
      ...(node.status === STATELESS && { room: node.attempts ? 3 : 2 }),
      tone: node.asking ? 'asking' : node.running ? 'active' : (TONES[node.status] ?? 'plain'),
      shape: node.kind,
      goal: node.goal,
    })),
    edges: edges.map(({ from, to, optional, taken = 0 }) => ({
      from,
      to,
      dashed: optional,
      ...(taken > 0 && { label: `${taken}×` }),
    })),
  };
}

function linesOf(node: GraphNode): readonly string[] {
  const { id, kind, status, epoch, running, asking, attempts } = node;
  const allowed = allowedOf(node);
  if (status === STATELESS) return [id, ...(allowed === undefined ? [] : [allowed])];
  return [
    status === ANY ? `any ${kind}` : id,
    `${asking ? 'asks a person' : running ? 'under way' : status}${timesOf(kind, epoch)}`,
    ...(attempts ? [`${attempts.used} of ${attempts.allowed} attempts`] : []),
  ];
}

/** A step by its epoch, a state by how often the run came there. */
function timesOf(kind: Shape, epoch: number): string {
  if (epoch === 0 || kind === 'group') return '';
  return kind === 'step' ? ` · epoch ${epoch}` : ` · ${epoch}×`;
}
