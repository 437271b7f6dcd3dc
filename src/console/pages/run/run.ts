import { h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { costWord, counted } from '../../../api/report/words.ts';
import type { Screen } from '../../frame.ts';
import { State } from '../../parts/states.ts';
import { Foreign, Time } from '../../parts/texts.ts';

export interface RunScreen {
  readonly overview: OverviewView;
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
      h(Why, screen.overview),
      h(Steps, screen.overview),
      h(Timeline, screen),
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

function Steps({ steps }: OverviewView): JSX.Element {
  const lines = steps.map(({ id, status, epoch, attempts: { used, max } }) =>
    h('li', { key: id }, [
      h(State, { status }),
      ' ',
      h(Foreign, { text: id }),
      ` ${used} of ${max}`,
      ...(epoch > 1 ? [`, epoch ${epoch}`] : []),
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
    h('a', { href: `${base}/graph?format=svg` }, 'Graph'),
    ' · ',
    ...(links.temporalUi === null ? [] : [h('a', { href: links.temporalUi }, 'Open in Temporal'), ' · ']),
    h('a', { href: base }, 'JSON'),
  ]);
}

type Attempt = OverviewView['attempts'][number];

function keyOf({ step, epoch, attempt, startedAt }: Attempt): string {
  return `${step} ${epoch} ${attempt} ${startedAt}`;
}

function AttemptLine({ attempt, now }: { readonly attempt: Attempt; readonly now: number }): JSX.Element {
  const { step, epoch, attempt: number, status, verdict, startedAt } = attempt;
  return h('li', null, [
    h('small', null, h(Time, { at: startedAt, now })),
    ' ',
    h(State, { status }),
    ' ',
    h(Foreign, { text: step }),
    ` ${number}${epoch > 1 ? ` (epoch ${epoch})` : ''} `,
    ...(verdict === null
      ? []
      : [h(Foreign, { text: [verdict.guard, verdict.line].filter((part) => part !== '').join(': ') })]),
  ]);
}
