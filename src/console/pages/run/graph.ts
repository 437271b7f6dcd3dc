import { h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { counted } from '../../../api/report/words.ts';

/** Steps beyond which a drawing tells less than the list, and takes longer (console 2.2). */
const MOST_DRAWN = 60;

/** What depends on what, as the service draws it; the steps with their states stand beside it as text. */
export function Graph({ run: { id }, steps }: OverviewView): JSX.Element {
  const href = `/v1/runs/${encodeURIComponent(id)}/graph?format=svg`;
  const content =
    steps.length > MOST_DRAWN
      ? h('p', null, h('a', { href }, `Draw the graph of ${counted(steps.length, 'step')}`))
      : h(
          'a',
          { href, class: 'drawn' },
          h('img', {
            src: href,
            loading: 'lazy',
            alt: `Graph of ${counted(steps.length, 'step')}, which are listed under Steps`,
          }),
        );
  return h('section', { id: 'graph', class: 'panel', 'aria-label': 'Graph' }, [h('h2', null, 'Graph'), content]);
}
