import { h, type JSX } from 'preact';
import { Fold } from '../../../api/report/html/parts.ts';
import { counted, inLine, moneyWord } from '../../../api/report/words.ts';
import type { AttemptRowView } from '../../../api/rows/attempt-row.ts';
import type { StepView } from '../../../api/steps/view.ts';
import type { Screen } from '../../frame.ts';
import { comparePath, runPath, stepPath } from '../../parts/paths.ts';
import { attemptStatus, State } from '../../parts/states.ts';
import { Foreign, Time } from '../../parts/texts.ts';
import { Attempt, Beside, type Opened } from './attempt.ts';

export interface StepScreen {
  readonly id: string;
  readonly step: string;
  /** As it stands in the plan; left out where a redirect has taken it out. */
  readonly view?: StepView;
  /** A person is asked about it. */
  readonly isAsked: boolean;
  /** Over all epochs, the newest first. */
  readonly attempts: readonly AttemptRowView[];
  /** Where earlier ones are. */
  readonly earlier?: string;
  /** The attempt that is shown as a whole. */
  readonly opened?: Opened;
  /** A text that is shown and that no attempt with an ordinal has made. */
  readonly beside?: Parameters<typeof Beside>[0]['artifact'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A step: how it stands, all that was tried, and one attempt as a whole, the newest unless another is asked for. */
export function stepScreen(screen: StepScreen): Screen {
  const { id, step, view, opened, beside, isAsked } = screen;
  return {
    title: `${step} · ${id}`,
    place: 'Runs',
    content: [
      h('p', { class: 'crumbs' }, [
        h('a', { href: runPath(id) }, h(Foreign, { text: id })),
        ...(view
          ? [' · ', h(State, { status: isAsked ? 'escalated' : (view.choice ?? view.status) })]
          : [' · is no part of the plan any more']),
      ]),
      h('h1', null, h(Foreign, { text: step })),
      ...(view ? [h(Standing, { view })] : []),
      h(Ways, screen),
      h(Attempts, screen),
      ...(beside ? [h(Beside, { artifact: beside })] : []),
      ...(opened ? [h(Attempt, { opened, now: screen.now })] : []),
    ],
  };
}

function Standing({ view }: { readonly view: StepView }): JSX.Element {
  const { title, role, epoch, attempts, backtracks, requires, guard, model } = view;
  return h('p', null, [
    ...(title === undefined ? [] : [h(Foreign, { text: title }), ' · ']),
    'role ',
    h(Foreign, { text: role }),
    ` · attempt ${attempts.used} of ${attempts.max}${epoch > 1 ? `, epoch ${epoch}` : ''}`,
    ...(backtracks.max === 0 ? [] : [` · went back ${backtracks.used} of ${backtracks.max} times`]),
    ' · guard ',
    h(Foreign, { text: guard.id }),
    ` (${guard.nature}${guard.generated === true ? ', generated' : ''})`,
    ...(model === '' ? [] : [' · model ', h(Foreign, { text: model })]),
    ...(requires.length === 0 ? [] : [' · after ', h(Foreign, { text: requires.join(', ') })]),
  ]);
}

function Ways({ id, step, view, attempts }: StepScreen): JSX.Element {
  const [newest, before] = attempts.flatMap(({ n }) => n ?? []);
  return h('ul', { class: 'plain inline' }, [
    ...(newest === undefined || before === undefined
      ? []
      : [
          h('li', null, [
            h('a', { href: comparePath({ id, step, a: before, b: newest }) }, 'Compare'),
            h('small', null, ' the newest two'),
          ]),
        ]),
    ...(view
      ? [
          h('li', null, [
            h(
              'a',
              { href: `${runPath(id)}/redirect?again=${encodeURIComponent(step)}` },
              'Make it again with your words',
            ),
            h('small', null, ' in this run, and all that depends on it'),
          ]),
          h('li', null, [
            h('a', { href: `${runPath(id)}/control?fromStep=${encodeURIComponent(step)}#fork` }, 'Redo in a fork'),
            h('small', null, ' another run, from this step on'),
          ]),
        ]
      : []),
  ]);
}

/** Attempts that stand above what is shown of one; those before them are folded. */
const AT_ONCE = 6;

function Attempts({ id, step, attempts, earlier, opened, now, isAsked }: StepScreen): JSX.Element {
  const shown = opened?.attempt.n;
  const before = attempts.slice(AT_ONCE);
  const lines = (rows: readonly AttemptRowView[]): JSX.Element =>
    h(
      'ul',
      { class: 'plain' },
      rows.map((row, at) => h(Line, { key: at, id, step, row, now, shown, isAsked })),
    );
  return h('section', { 'aria-label': 'Attempts' }, [
    h('h2', null, 'Attempts'),
    ...(attempts.length === 0 ? [h('p', { class: 'soft' }, 'Nothing was tried yet.')] : []),
    lines(attempts.slice(0, AT_ONCE)),
    ...(before.length === 0 ? [] : [h(Fold, { summary: `${before.length} before them` }, lines(before))]),
    ...(earlier === undefined ? [] : [h('p', null, h('a', { href: earlier }, 'Show earlier ones'))]),
  ]);
}

interface LineOf {
  readonly id: string;
  readonly step: string;
  readonly row: AttemptRowView;
  readonly now: number;
  /** The ordinal of the attempt that is shown below. */
  readonly shown: number | null | undefined;
  /** A person is asked about the step. */
  readonly isAsked: boolean;
}

function Line({ id, step, row, now, shown, isAsked }: LineOf): JSX.Element {
  const { n, epoch, attempt, status, source, model, costUsd, faults, verdict, startedAt } = row;
  const name = n === null ? (source === 'human' ? 'By a person' : 'Cut short') : `Attempt ${n}`;
  const isShown = n !== null && n === shown;
  const place = epoch > 1 || attempt !== n ? `${attempt} of epoch ${epoch}` : '';
  return h('li', null, [
    h(State, { status: attemptStatus(status, isAsked) }),
    ' ',
    n === null || isShown ? h('strong', null, name) : h('a', { href: stepPath(id, step, n) }, name),
    ...(isShown ? [h('small', null, ' · shown below')] : []),
    ...(place === '' || n === null ? [] : [h('small', null, ` · ${place}`)]),
    ...(n === null || isShown || typeof shown !== 'number'
      ? []
      : [
          ' ',
          h(
            'a',
            {
              href: comparePath({ id, step, a: Math.min(n, shown), b: Math.max(n, shown) }),
              'aria-label': `Compare with ${shown}: attempt ${n}`,
            },
            `Compare with ${shown}`,
          ),
        ]),
    h('br', null),
    h('small', null, [
      h(Time, { at: startedAt, now }),
      ' · ',
      h(Foreign, { text: inLine(model ?? source ?? 'nothing made', moneyWord(costUsd)) }),
      ...(faults === 0 ? [] : [` · ${counted(faults, 'fault')}`]),
      ...(verdict === null || verdict.line === ''
        ? []
        : [' · ', h(Foreign, { text: `${verdict.guard}: ${verdict.line}` })]),
    ]),
  ]);
}
