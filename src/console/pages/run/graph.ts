import { h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { counted } from '../../../api/report/words.ts';
import { DrawnGraph, type GraphOfRun } from '../../parts/drawn-graph.ts';
import { runPath } from '../../parts/paths.ts';

/** Steps beyond which a drawing tells less than the list, and takes longer (console 2.2). */
export const MOST_DRAWN = 60;

interface OfGraph {
  readonly overview: OverviewView;
  /** Left out where it was not asked for, or takes longer than a page waits. */
  readonly drawn?: GraphOfRun | undefined;
}

/** What depends on what: the service's drawing with its nodes as links. A large one is drawn when it is asked for. */
export function Graph({ overview, drawn }: OfGraph): JSX.Element {
  return h('section', { id: 'graph', class: 'panel', 'aria-label': 'Graph' }, [
    h('h2', null, 'Graph'),
    h('p', { class: 'news' }),
    drawn ? h(DrawnGraph, { graph: drawn, runId: overview.run.id }) : h(Elsewhere, overview),
  ]);
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
