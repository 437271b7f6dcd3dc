import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { DefinitionGraphView, GraphView } from '../../api/inspection/graph-view.ts';
import { counted, statusWord } from '../../api/report/words.ts';
import { visible } from '../../text/visible.ts';
import { stepPath } from './paths.ts';
import { markOf } from './states.ts';

export type GraphOfRun = z.output<typeof GraphView>;
export type GraphOfDefinition = z.output<typeof DefinitionGraphView>;
type Node = GraphOfRun['nodes'][number];
/** A node without its place, which does not change while the run goes on. */
export type NodeStatus = Omit<Node, 'center' | 'width' | 'height'>;

/** Pixels around the graph, between two lines of text, and from the middle of a line down to its baseline. */
const MARGIN = 12;
const LINE = 17;
const BASELINE = 4;

interface DrawnGraph {
  readonly graph: GraphOfDefinition;
  /** Nodes lead to the steps of this run; left out of a definition, whose nodes have no status. */
  readonly runId?: string;
}

/** A graph at the places that the service computed. Nodes of a run's graph are links to their steps. */
export function DrawnGraph({ graph: { width, height, nodes, edges }, runId }: DrawnGraph): JSX.Element {
  const [wide, high] = [Math.ceil(width) + 2 * MARGIN, Math.ceil(height) + 2 * MARGIN];
  return h(
    'div',
    { class: 'drawn', tabIndex: 0, role: 'group', 'aria-label': `Graph of ${counted(nodes.length, 'node')}` },
    h('svg', { width: wide, height: high, viewBox: `${-MARGIN} ${-MARGIN} ${wide} ${high}` }, [
      h('defs', null, h('marker', TIP, h('path', { class: 'tip', d: 'M0 .5L8 4L0 7.5z' }))),
      h(
        'g',
        { class: 'edges', 'marker-end': 'url(#tip)' },
        edges.map(({ curve, optional }, at) =>
          h('path', { key: at, d: pathOf(curve), ...(optional && { class: 'dashed' }) }),
        ),
      ),
      ...edges.flatMap(({ label, taken = 0 }, at) =>
        label === undefined || runId === undefined
          ? []
          : [h('text', { key: at, class: 'label', x: label.x, y: label.y + BASELINE }, `${taken}×`)],
      ),
      ...nodes.map((node) => h(DrawnNode, { key: node.id, node, runId })),
    ]),
  );
}

const TIP = {
  id: 'tip',
  viewBox: '0 0 8 8',
  refX: 8,
  refY: 4,
  markerWidth: 8,
  markerHeight: 8,
  markerUnits: 'userSpaceOnUse',
  orient: 'auto',
};

function pathOf([start, ...rest]: GraphOfRun['edges'][number]['curve']): string {
  const written = ({ x, y }: { readonly x: number; readonly y: number }) => `${x} ${y}`;
  return start === undefined ? '' : `M${written(start)}C${rest.map(written).join(' ')}`;
}

/** The lines of a run's node: its name, its status, and the attempts of a step. */
export function linesOf(node: NodeStatus): readonly string[] {
  const { id, kind, status, attempts, epoch } = node;
  if (status === 'any') return [`from any ${kind}`];
  const inEpoch = epoch < 2 ? '' : ` · epoch ${epoch}`;
  return [
    visible(id).text,
    `${markOf(shownStatus(node))[0]} ${statusLine(node)}`,
    ...(attempts ? [`${attempts.used} of ${attempts.allowed} attempts${inEpoch}`] : []),
  ];
}

/** The lines of a definition's node, which has no status yet. */
function linesOfDefinition({ id, kind, status, attempts }: Node): readonly string[] {
  if (status === 'any') return [`from any ${kind}`];
  return [visible(id).text, ...(kind === 'step' && attempts ? [`up to ${counted(attempts.allowed, 'attempt')}`] : [])];
}

export function classOf(node: NodeStatus): string {
  return `node ${markOf(shownStatus(node))[1]}${node.goal ? ' goal' : ''}`;
}

/** As a status that has a sign of its own. */
function shownStatus({ asking, running, status }: NodeStatus): string {
  return asking ? 'escalated' : running ? 'running' : status;
}

function statusLine(node: NodeStatus): string {
  const { asking, running, status, kind, epoch } = node;
  const times = kind === 'state' && epoch > 1 ? ` · ${epoch}×` : '';
  return `${asking ? 'waits for a person' : running ? 'under way' : statusWord(status).toLowerCase()}${times}`;
}

/** A state leads to the step that runs in it; a group of alternatives is no link. */
function DrawnNode({ node, runId }: { readonly node: Node; readonly runId?: string | undefined }): JSX.Element {
  const { swaps, why, center } = node;
  const lines = runId === undefined ? linesOfDefinition(node) : linesOf(node);
  const first = center.y - ((lines.length - 1) * LINE) / 2 + BASELINE;
  const more = [
    ...(why === undefined ? [] : [why]),
    ...(swaps && runId !== undefined ? [`${swaps.used} of ${swaps.max} winners given up`] : []),
  ];
  const content = [
    ...(more.length === 0 ? [] : [h('title', null, visible(more.join(', ')).text)]),
    h(Outline, node),
    ...lines.map((line, at) => h('text', { key: at, x: center.x, y: first + at * LINE }, line)),
  ];
  const label = { 'aria-label': lines.join(', ') };
  if (runId === undefined) return h('g', { class: `node${node.goal ? ' goal' : ''}`, role: 'img', ...label }, content);
  const own = {
    class: classOf(node),
    'data-key': `node ${node.id}`,
    ...(node.kind === 'step' && { 'data-step': true }),
    ...label,
  };
  const step = node.kind === 'step' ? node.id : node.steps?.[0];
  return step === undefined || node.status === 'any'
    ? h('g', { ...own, role: 'img' }, content)
    : h('a', { ...own, href: stepPath(runId, step) }, content);
}

/** A step is a box, a group of alternatives a diamond, a state of a machine a box with round ends. */
function Outline({ kind, center: { x, y }, width, height }: Node): JSX.Element {
  const [left, top] = [x - width / 2, y - height / 2];
  if (kind === 'group') return h('path', { d: `M${x} ${top}L${left + width} ${y}L${x} ${top + height}L${left} ${y}z` });
  return h('rect', { x: left, y: top, width, height, rx: kind === 'state' ? height / 2 : 5 });
}
