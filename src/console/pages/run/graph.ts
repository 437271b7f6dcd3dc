import { h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { counted } from '../../../api/report/words.ts';
import type { Laid } from '../../parts/laid.ts';
import { runPath } from '../../parts/paths.ts';
import { GraphNode, type Node } from './graph-node.ts';

/** Steps beyond which a drawing tells less than the list, and takes longer (console 2.2). */
export const MOST_DRAWN = 60;

/** A run's graph as the service drew it; `nodes` stand in the order of the places. */
export interface Drawn {
  readonly laid: Laid;
  readonly nodes: readonly Node[];
}

interface OfGraph {
  readonly overview: OverviewView;
  /** Left out where it was not asked for, or takes longer than a page waits. */
  readonly drawn?: Drawn | undefined;
}

/** What depends on what: the service's drawing with its nodes as links. A large one is drawn when it is asked for. */
export function Graph({ overview, drawn }: OfGraph): JSX.Element {
  return h('section', { id: 'graph', class: 'panel', 'aria-label': 'Graph' }, [
    h('h2', null, 'Graph'),
    h('p', { class: 'news' }),
    drawn ? h(Inline, { drawn, id: overview.run.id }) : h(Elsewhere, overview),
  ]);
}

function Inline({ drawn: { laid, nodes }, id }: { readonly drawn: Drawn; readonly id: string }): JSX.Element {
  const { width, height, viewBox, edges, labels } = laid;
  const name = `Graph of ${counted(nodes.length, 'node')}`;
  return h(
    'div',
    { class: 'drawn', tabIndex: 0, role: 'group', 'aria-label': name },
    h('svg', { width, height, viewBox }, [
      h(
        'defs',
        null,
        h(
          'marker',
          {
            id: 'tip',
            viewBox: '0 0 8 8',
            refX: 8,
            refY: 4,
            markerWidth: 8,
            markerHeight: 8,
            markerUnits: 'userSpaceOnUse',
            orient: 'auto',
          },
          h('path', { class: 'tip', d: 'M0 .5L8 4L0 7.5z' }),
        ),
      ),
      h(
        'g',
        { class: 'edges', 'marker-end': 'url(#tip)' },
        edges.map(({ curve, dashed }, at) => h('path', { key: at, d: curve, ...(dashed && { class: 'dashed' }) })),
      ),
      ...labels.map(({ x, y, text }, at) => h('text', { key: at, class: 'label', x, y }, text)),
      ...nodes.flatMap((node, at) => {
        const place = laid.nodes[at];
        return place ? [h(GraphNode, { key: node.id, node, place, runId: id })] : [];
      }),
    ]),
  );
}

/** The way to a drawing that the page does not wait for. */
function Elsewhere({ run: { id }, steps }: OverviewView): JSX.Element {
  const href = `${runPath(id)}?graph=drawn#graph`;
  const picture = `/v1/runs/${encodeURIComponent(id)}/graph?format=svg`;
  if (steps.length > MOST_DRAWN)
    return h('p', null, [
      `${counted(steps.length, 'step')} are listed under Steps. `,
      h('a', { href }, 'Draw the graph'),
      ' · ',
      h('a', { href: picture }, 'as a picture'),
    ]);
  return h('div', { class: 'drawn' }, [
    h('p', null, ['A picture of the graph. ', h('a', { href }, 'Draw it with links to its steps')]),
    h('img', {
      src: picture,
      loading: 'lazy',
      alt: `Graph of ${counted(steps.length, 'step')}, which are listed under Steps`,
    }),
  ]);
}
