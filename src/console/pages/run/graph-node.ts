import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { GraphView } from '../../../api/inspection/graph-view.ts';
import { statusWord } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import { type Laid, LINE } from '../../parts/laid.ts';
import { stepPath } from '../../parts/paths.ts';
import { markOf } from '../../parts/states.ts';

export type Node = z.output<typeof GraphView>['nodes'][number];

/** What a node says of itself: its name, how it stands, and the attempts of a step. */
export function wordsOf(node: Node): readonly string[] {
  const { id, kind, status, attempts, epoch } = node;
  if (status === 'any') return [`from any ${kind}`];
  const inEpoch = epoch < 2 ? '' : ` · epoch ${epoch}`;
  return [
    visible(id).text,
    `${markOf(shownStatus(node))[0]} ${standingWord(node)}`,
    ...(attempts ? [`${attempts.used} of ${attempts.allowed} attempts${inEpoch}`] : []),
  ];
}

export function classOf(node: Node): string {
  return `node ${markOf(shownStatus(node))[1]}${node.goal ? ' goal' : ''}`;
}

/** As a status that has a sign of its own. */
function shownStatus({ asking, running, status }: Node): string {
  return asking ? 'escalated' : running ? 'running' : status;
}

function standingWord(node: Node): string {
  const { asking, running, status, kind, epoch } = node;
  const times = kind === 'state' && epoch > 1 ? ` · ${epoch}×` : '';
  return `${asking ? 'waits for a person' : running ? 'under way' : statusWord(status).toLowerCase()}${times}`;
}

interface Placed {
  readonly node: Node;
  readonly place: Laid['nodes'][number];
  readonly runId: string;
}

/** A node where the service has laid it. Of a state the step that runs in it is led to; a group of choices is none. */
export function GraphNode({ node, place: { outline, first }, runId }: Placed): JSX.Element {
  const lines = wordsOf(node);
  const step = node.kind === 'step' ? node.id : node.steps?.[0];
  const { swaps, why } = node;
  const more = [
    ...(why === undefined ? [] : [why]),
    ...(swaps ? [`${swaps.used} of ${swaps.max} winners given up`] : []),
  ];
  const content = [
    ...(more.length === 0 ? [] : [h('title', null, visible(more.join(', ')).text)]),
    h('d' in outline ? 'path' : 'rect', outline),
    ...lines.map((line, at) => h('text', { key: at, x: first.x, y: first.y + at * LINE }, line)),
  ];
  const own = {
    class: classOf(node),
    'data-key': `node ${node.id}`,
    ...(node.kind === 'step' && { 'data-step': true }),
    'aria-label': lines.join(', '),
  };
  return step === undefined || node.status === 'any'
    ? h('g', { ...own, role: 'img' }, content)
    : h('a', { ...own, href: stepPath(runId, step) }, content);
}
