import { h, type JSX } from 'preact';
import { counted, moneyWord } from '../../../api/report/words.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { State } from '../../parts/states.ts';
import { Age, Foreign, Time } from '../../parts/texts.ts';

export interface Waiting {
  /** Open ones, oldest first. */
  readonly questions: readonly QuestionRowView[];
  readonly underWay: readonly RunRowView[];
  /** The newest first. */
  readonly ended: readonly RunRowView[];
  /** There are more questions than these. */
  readonly isCut: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a person is waited for, what goes on without one, and what has ended lately. */
export function waiting({ questions, underWay, ended, isCut, now }: Waiting): Screen {
  return {
    title: questions.length === 0 ? 'Waiting' : `(${questions.length}${isCut ? '+' : ''}) Waiting`,
    place: 'Waiting',
    content: [
      h('h1', null, 'Waiting'),
      ...(questions.length === 0
        ? [h('p', null, `Nobody is asked anything. ${runsWord(underWay.length)} under way.`)]
        : [
            h(
              'ul',
              { class: 'plain' },
              questions.map((question) => h(Question, { key: question.id, question, now })),
            ),
          ]),
      ...(isCut ? [h('p', { class: 'soft' }, 'Only the first hundred are shown; answer some to see the others.')] : []),
      h(Runs, { name: 'Under way', runs: underWay, none: 'No run is under way: dsap run start NAME begins one.', now }),
      h(Runs, { name: 'Ended last', runs: ended, none: 'No run has ended yet.', now }),
    ],
  };
}

function runsWord(count: number): string {
  return `${counted(count, 'run')} ${count === 1 ? 'is' : 'are'}`;
}

function Question({ question, now }: { readonly question: QuestionRowView; readonly now: number }): JSX.Element {
  const { id, workflow, step, kind, openedAt, expiresAt, assignees, moreAssignees } = question;
  const may = [...assignees, ...(moreAssignees > 0 ? [`${moreAssignees} more`] : [])].join(', ');
  return h('li', null, [
    h('a', { href: `/console/e/${encodeURIComponent(id)}` }, h(Foreign, { text: question.question })),
    h('br', null),
    h('small', null, [
      h(Foreign, { text: [workflow, ...(step === null ? [] : [step])].join(' · ') }),
      ` · ${kind} · waits `,
      h(Age, { at: openedAt, now }),
      ...(expiresAt === null ? [] : [' · ends in ', h(Age, { at: expiresAt, now })]),
      ...(may === '' ? [] : [' · for ', h(Foreign, { text: may })]),
    ]),
  ]);
}

/** Runs as lines, under a heading. */
function Runs({
  name,
  runs,
  none,
  now,
}: {
  readonly name: string;
  readonly runs: readonly RunRowView[];
  readonly none: string;
  readonly now: number;
}): JSX.Element {
  return h('section', { 'aria-label': name }, [
    h('h2', null, name),
    runs.length === 0
      ? h('p', { class: 'soft' }, none)
      : h(
          'ul',
          { class: 'plain' },
          runs.map((run) => h(RunLine, { key: run.id, run, now })),
        ),
  ]);
}

/** A run in two lines: how it stands, and why. */
export function RunLine({ run, now }: { readonly run: RunRowView; readonly now: number }): JSX.Element {
  const { id, status, workflow, sentence, attempts, costUsd, createdAt, endedAt } = run;
  return h('li', null, [
    h(State, { status }),
    ' ',
    h('a', { href: `/console/runs/${encodeURIComponent(id)}` }, h(Foreign, { text: id })),
    ' ',
    h(Foreign, { text: `${workflow.name} ${workflow.version}` }),
    h('br', null),
    h('small', null, [
      h(Foreign, { text: sentence }),
      ` · ${attempts.used} of ${attempts.max} attempts · ${moneyWord(costUsd)} · ${endedAt === null ? 'started' : 'ended'} `,
      h(Time, { at: endedAt ?? createdAt, now }),
    ]),
  ]);
}
