import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import { costWord, counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { runPath, stepPath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { Foreign, Time } from '../../parts/texts.ts';
import { Budget } from './budget.ts';
import { Graph } from './graph.ts';

export interface RunScreen {
  readonly overview: OverviewView;
  readonly budget: z.output<typeof BudgetView>;
  /** What a correction has done, where the page is opened at one. */
  readonly correction?: JSX.Element;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A run: first whether it is well, why, and who is next; then its steps and what happened (console 2.2). */
export function runScreen(screen: RunScreen): Screen {
  const { run } = screen.overview;
  return {
    title: run.id,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, [
        h(Foreign, { text: `${run.workflow.name} ${run.workflow.version}` }),
        ' · ',
        h(State, { status: run.status }),
        ` · ${costWord(run.usage)} · started `,
        h(Time, { at: run.createdAt, now: screen.now }),
      ]),
      h('h1', null, h(Foreign, { text: run.id })),
      ...(screen.correction ? [screen.correction] : []),
      h(Why, screen.overview),
      h(Steering, screen.overview),
      h(Steps, screen.overview),
      h(Timeline, screen),
      h(Graph, screen.overview),
      h(Budget, screen),
      h(Links, screen.overview),
    ],
  };
}

function Why({ why, questions }: OverviewView): JSX.Element {
  return h('section', { 'aria-label': 'Why' }, [
    h('p', null, h('strong', null, h(Foreign, { text: why.summary }))),
    ...why.next.map(({ who, action }) =>
      h('p', { key: action }, [
        `Next: ${who === 'person' ? 'a person' : 'the service'}, `,
        h(Foreign, { text: action }),
      ]),
    ),
    ...questions.map(({ id, question }) =>
      h('p', { key: id }, [
        h(Foreign, { text: question }),
        ' → ',
        h('a', { href: `/console/e/${encodeURIComponent(id)}` }, 'Answer the question'),
      ]),
    ),
    h('details', null, [
      h('summary', null, 'Details'),
      h(
        'ul',
        { class: 'plain' },
        why.chain.map(({ seq, because }) => h('li', { key: seq }, h(Foreign, { text: because }))),
      ),
    ]),
  ]);
}

/** Ways to move it. */
function Steering({ run: { id } }: OverviewView): JSX.Element {
  return h('form', { method: 'get', action: `${runPath(id)}/control`, class: 'buttons' }, [
    h('button', { type: 'submit' }, 'Control'),
    ' ',
    h('a', { href: `${runPath(id)}/redirect` }, 'Redirect'),
  ]);
}

function Steps({ run, steps }: OverviewView): JSX.Element {
  const lines = steps.map(({ id, status, epoch, attempts: { used, max }, artifactId }) =>
    h('li', { key: id }, [
      h(State, { status }),
      ' ',
      h('a', { href: stepPath(run.id, id) }, h(Foreign, { text: id })),
      ` ${used} of ${max}`,
      ...(epoch > 1 ? [`, epoch ${epoch}`] : []),
      ...(artifactId === undefined ? [] : [' · ', textLink(artifactId, id)]),
    ]),
  );
  return h('section', { 'aria-label': 'Steps' }, [h('h2', null, 'Steps'), h('ul', { class: 'plain' }, lines)]);
}

function Timeline({ overview: { attempts, leftOut }, now }: RunScreen): JSX.Element {
  const earlier = counted(leftOut.attempts, 'earlier attempt');
  return h('section', { 'aria-label': 'Timeline' }, [
    h('h2', null, 'Timeline'),
    ...(leftOut.attempts === 0
      ? []
      : [h('p', { class: 'soft' }, `${earlier} ${leftOut.attempts === 1 ? 'is' : 'are'} left out here.`)]),
    ...(attempts.length === 0 ? [h('p', { class: 'soft' }, 'Nothing was tried yet.')] : []),
    h(
      'ul',
      { class: 'plain' },
      attempts.map((attempt) => h(AttemptLine, { key: keyOf(attempt), attempt, now })),
    ),
  ]);
}

function Links({ run: { id, links } }: OverviewView): JSX.Element {
  const base = `/v1/runs/${encodeURIComponent(id)}`;
  return h('p', null, [
    h('a', { href: `${base}/report?format=html` }, 'Report'),
    ' · ',
    ...(links.temporalUi === null ? [] : [h('a', { href: links.temporalUi }, 'Open in Temporal'), ' · ']),
    h('a', { href: base }, 'JSON'),
  ]);
}

/** To a text as it was made; `of` tells apart for who hears the links alone. */
function textLink(artifactId: string, of: string): JSX.Element {
  const href = `/v1/artifacts/${encodeURIComponent(artifactId)}/content`;
  return h('a', { href, 'aria-label': `Text of ${visible(of).text}` }, 'Text');
}

type Attempt = OverviewView['attempts'][number];

function keyOf({ step, epoch, attempt, startedAt }: Attempt): string {
  return `${step} ${epoch} ${attempt} ${startedAt}`;
}

function AttemptLine({ attempt, now }: { readonly attempt: Attempt; readonly now: number }): JSX.Element {
  const { step, epoch, attempt: number, status, verdict, startedAt, artifactId } = attempt;
  return h('li', null, [
    h('small', null, h(Time, { at: startedAt, now })),
    ' ',
    h(State, { status }),
    ' ',
    h(Foreign, { text: step }),
    ` ${number}${epoch > 1 ? ` (epoch ${epoch})` : ''} `,
    ...(artifactId === null ? [] : [textLink(artifactId, `${step} ${number}`), ' ']),
    ...(verdict === null
      ? []
      : [h(Foreign, { text: [verdict.guard, verdict.line].filter((part) => part !== '').join(': ') })]),
  ]);
}
