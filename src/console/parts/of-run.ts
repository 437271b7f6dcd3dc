import { type ComponentChildren, h } from 'preact';
import type { OverviewView } from '../../api/overview/view.ts';
import type { Screen } from '../frame.ts';
import { runPath } from './paths.ts';
import { State } from './states.ts';
import { Foreign, ShortId } from './texts.ts';

/** A page that does something to a run: it begins with the way back, how the run stands, and a heading of a verb and the run. */
export function ofRun(verb: string, run: OverviewView['run'], content: readonly ComponentChildren[]): Screen {
  return {
    title: `${verb} ${run.id}`,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, [
        h('a', { href: runPath(run.id) }, h(ShortId, { id: run.id })),
        ' · ',
        h(Foreign, { text: run.workflow.name }),
        ' · ',
        h(State, { status: run.status }),
      ]),
      h('h1', null, [`${verb} `, h(Foreign, { text: run.id })]),
      ...content,
    ],
  };
}
