import { h, type JSX } from 'preact';
import type { ArtifactView } from '../../../api/artifacts/view.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import { isEnding } from '../../../model/events/run.ts';
import type { Screen } from '../../frame.ts';
import type { GraphOfRun } from '../../parts/drawn-graph.ts';
import { followed } from '../../parts/live.ts';
import { isNothing } from '../../parts/nothing.ts';
import { restOfRun, runPath } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';
import { Artifacts } from './artifacts.ts';
import { Budget } from './budget.ts';
import { Graph, MOST_DRAWN } from './graph.ts';
import { ChainLine, Crumbs, QuestionLine, Standing, StepLine } from './lines.ts';
import { Timeline, type Told } from './timeline.ts';

export interface RunScreen extends Told {
  /** The newest first. */
  readonly artifacts: readonly ArtifactView[];
  /** There are more of them. */
  readonly isCut: boolean;
  readonly drawn?: GraphOfRun | undefined;
  /** What a correction has done, where the page is opened at one. */
  readonly correction?: JSX.Element;
  /** What it has made, where it is complete. */
  readonly result?: JSX.Element;
}

/** A run: first whether it is well, why, and who is next; then its steps and what happened (console 2.2). */
export function runScreen(screen: RunScreen): Screen {
  const { overview, now, artifacts, isCut, drawn } = screen;
  const { run } = overview;
  return {
    title: run.id,
    place: 'Runs',
    island: 'run',
    content: h(
      'div',
      isEnding(run.status) ? null : followed(`${restOfRun(run.id)}/overview?text=true`, run.revision),
      h(Crumbs, { run, kept: overview.why, now }),
      h('h1', { tabIndex: -1 }, h(Foreign, { text: run.id })),
      h(Given, { run }),
      ...(screen.correction ? [screen.correction] : []),
      h(Why, screen),
      ...(screen.result ? [screen.result] : []),
      h(Steering, overview),
      h('div', { class: 'columns' }, [
        h('div', null, [h(Steps, overview), h(Links, overview)]),
        h('div', { class: 'panels' }, [
          h(
            'nav',
            { 'aria-label': 'Views' },
            h(
              'ul',
              null,
              PANELS.map((name) => panelLink(name, screen)),
            ),
          ),
          h(Timeline, screen),
          h(Graph, { overview, drawn }),
          h(Artifacts, { artifacts, isCut, runId: run.id, now }),
          h(Budget, { budget: overview.budget, discarded: overview.run.usage.discarded.llmCalls }),
        ]),
      ]),
    ),
  };
}

/** What tells this run from others of its definition. */
function Given({ run: { inputLine, tags } }: Pick<OverviewView, 'run'>): JSX.Element | null {
  const isPlain = isNothing(inputLine);
  if (isPlain && tags.length === 0) return null;
  return h('p', { class: 'crumbs' }, [
    ...(isPlain ? [] : ['Input ', h(Foreign, { text: inputLine })]),
    ...(isPlain || tags.length === 0 ? [] : [' · ']),
    ...(tags.length === 0 ? [] : ['Tags ', h(Foreign, { text: tags.join(', ') })]),
  ]);
}

const PANELS = ['Timeline', 'Graph', 'Artifacts', 'Budget'] as const;

/**
 * Which panel is seen the address says alone (`#graph`): without scripts too. A graph that the page did not wait for is laid out by the time
 * somebody wants to see it, and comes with the page anew.
 */
function panelLink(name: (typeof PANELS)[number], { overview: { run, steps }, drawn }: RunScreen): JSX.Element {
  const isLate = name === 'Graph' && !drawn && steps.length <= MOST_DRAWN;
  return h(
    'li',
    null,
    h('a', { href: `${isLate ? `${runPath(run.id)}?graph=drawn` : ''}#${name.toLowerCase()}` }, name),
  );
}

function Why({ overview: { run, why, questions }, reasons }: Told): JSX.Element {
  return h('section', { 'aria-label': 'Why' }, [
    h('div', { class: 'standing' }, [
      h(Standing, { why, runId: run.id }),
      h(
        'ul',
        { class: 'asked', 'data-questions': true },
        questions.map((question) => h(QuestionLine, { key: question.id, question, summary: why.summary })),
      ),
    ]),
    h('details', null, [
      h('summary', null, 'Details'),
      h(
        'ul',
        { class: 'plain', 'data-chain': true },
        reasons.map((reason) => h(ChainLine, { key: reason.seq, reason })),
      ),
    ]),
  ]);
}

/** Ways to move it. */
function Steering({ run: { id, status } }: OverviewView): JSX.Element {
  const path = runPath(id);
  // What has ended is tried otherwise in a fork, what is stopped is redirected once it is resumed.
  const ways = isEnding(status)
    ? [h('a', { href: `${path}/control#fork`, 'data-key': 'way fork' }, 'Fork it, to try something else')]
    : [h('a', { href: `${path}/redirect`, 'data-key': 'way redirect' }, 'Redirect')];
  return h('form', { method: 'get', action: `${path}/control`, class: 'buttons' }, [
    h('button', { type: 'submit' }, 'Control'),
    ' ',
    ...ways,
  ]);
}

function Steps({ run, steps, questions }: OverviewView): JSX.Element {
  const isAsked = (id: string): boolean => questions.some(({ step }) => step === id);
  return h('section', { 'aria-label': 'Steps' }, [
    h('h2', null, 'Steps'),
    h(
      'ul',
      { class: 'plain', 'data-steps': run.id },
      steps.map((step) =>
        h(StepLine, {
          key: step.id,
          step,
          runId: run.id,
          isAsked: isAsked(step.id),
          isUnderWay: run.currentSteps.includes(step.id),
        }),
      ),
    ),
  ]);
}

function Links({ run: { id, links } }: OverviewView): JSX.Element {
  const base = restOfRun(id);
  return h('p', null, [
    h('a', { href: `${base}/report?format=html` }, 'Report'),
    h('small', null, ' a file'),
    ' · ',
    ...(links.temporalUi === null ? [] : [h('a', { href: links.temporalUi }, 'Open in Temporal'), ' · ']),
    h('a', { href: `${runPath(id)}/state` }, 'State'),
    ' · ',
    h('a', { href: base }, 'JSON'),
    h('small', null, ' as programs read it'),
  ]);
}
