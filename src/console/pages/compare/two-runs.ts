import { type ComponentChildren, h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { durationWord, NONE, spentWord } from '../../../api/report/words.ts';
import type { Screen } from '../../frame.ts';
import { comparePath, type Pair, runPath, stepPath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { Foreign, ShortId } from '../../parts/texts.ts';

export interface Marked {
  readonly ids: readonly [a: string, b: string];
  /** The newest attempts of each step that both have tried. */
  readonly steps: readonly Pair[];
  /** How each stands. */
  readonly runs: readonly OverviewView['run'][];
}

/** The steps of two runs that can be compared; undefined: not two were marked. */
export function twoRuns(marked: Marked | undefined): Screen {
  const lines = (marked?.steps ?? []).map((pair) =>
    h('li', { key: pair.step }, h('a', { href: comparePath(pair) }, h(Foreign, { text: pair.step }))),
  );
  return {
    title: 'Compare two runs',
    place: 'Runs',
    content: [
      h('h1', null, 'Compare two runs'),
      ...(marked
        ? [
            h('p', null, [
              h('a', { href: runPath(marked.ids[0]) }, h(Foreign, { text: marked.ids[0] })),
              ' and ',
              h('a', { href: runPath(marked.ids[1]) }, h(Foreign, { text: marked.ids[1] })),
            ]),
            h(Figures, marked),
            h(
              'p',
              null,
              lines.length === 0
                ? 'No step was tried in both of them.'
                : 'Choose a step: the newest attempt of each run is shown.',
            ),
            h('ul', { class: 'plain' }, lines),
          ]
        : [h('p', { role: 'alert', class: 'alert' }, 'Two runs can be compared: mark exactly two of them.')]),
      h('p', null, h('a', { href: '/console/runs' }, 'Back to the runs')),
    ],
  };
}

/** What each has taken so far. */
function Figures({ runs }: Marked): JSX.Element {
  const took = ({ createdAt, endedAt }: OverviewView['run']): string =>
    endedAt === undefined ? NONE : durationWord(Date.parse(endedAt) - Date.parse(createdAt));
  const rows: readonly (readonly [name: string, of: (run: OverviewView['run']) => ComponentChildren])[] = [
    ['State', ({ status }) => h(State, { status })],
    ['Definition', ({ workflow }) => h(Foreign, { text: `${workflow.name} v${workflow.version}` })],
    ['Attempts', ({ attempts }) => `${attempts.used} of ${attempts.max}`],
    ['Cost', ({ usage }) => (usage.llmCalls === 0 ? NONE : spentWord(usage.costUsd))],
    ['Took', took],
  ];
  const head = runs.map(({ id }) => h('th', { key: id, scope: 'col' }, h(ShortId, { id })));
  return h(
    'div',
    { class: 'measured' },
    h('table', null, [
      h('thead', null, h('tr', null, [h('td', null), ...head])),
      h(
        'tbody',
        null,
        rows.map(([name, of]) =>
          h('tr', { key: name }, [h('th', { scope: 'row' }, name), ...runs.map((run) => h('td', null, of(run)))]),
        ),
      ),
    ]),
  );
}

/** A step that was tried less than twice. */
export function nothingToCompare(id: string, step: string): Screen {
  return {
    title: `Compare ${step}`,
    place: 'Runs',
    content: [
      h('h1', null, ['Nothing to compare in ', h(Foreign, { text: step })]),
      h('p', null, 'Two attempts are needed, and fewer were made.'),
      h('p', null, h('a', { href: stepPath(id, step) }, 'Back to the step')),
    ],
  };
}
