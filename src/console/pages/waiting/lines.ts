/** The lines of lists, as the service draws them first, and a browser when they change. */

import { h, type JSX } from 'preact';
import { inLine, moneyWord } from '../../../api/report/words.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import { kindWord } from '../../../model/events/escalation-words.ts';
import { ordered, orderOf, questionOrder } from '../../parts/order.ts';
import { runPath } from '../../parts/paths.ts';
import { questionDetail, questionHeading } from '../../parts/question-heading.ts';
import { State, shownStatus } from '../../parts/states.ts';
import { Age, Foreign, Quiet, ShortId, Time } from '../../parts/texts.ts';

/** `now`: milliseconds since the epoch. */
export function QuestionLine({
  question,
  now,
}: {
  readonly question: QuestionRowView;
  readonly now: number;
}): JSX.Element {
  const { id, runId, workflow, step, kind, openedAt, expiresAt, assignees, moreAssignees } = question;
  const more = questionDetail(question);
  const may = [...assignees, ...(moreAssignees > 0 ? [`${moreAssignees} more`] : [])].join(', ');
  return h('li', { 'data-key': `question ${id}`, 'data-run': runId, ...ordered(questionOrder(question)) }, [
    h('a', { href: `/console/e/${encodeURIComponent(id)}` }, h(Foreign, { text: questionHeading(question) })),
    h('br', null),
    ...(more === '' ? [] : [h('small', null, h(Foreign, { text: more })), h('br', null)]),
    h('small', null, [
      h(Foreign, { text: workflow }),
      ' · ',
      h('a', { href: runPath(runId) }, h(ShortId, { id: runId })),
      ...(step === null ? [] : [' · ', h(Foreign, { text: step })]),
      ` · ${kindWord(kind)} · waits `,
      h(Age, { at: openedAt, now }),
      ...(expiresAt === null ? [] : [' · ends in ', h(Age, { at: expiresAt, now })]),
      ...(may === '' ? [] : [' · for ', h(Foreign, { text: may })]),
    ]),
  ]);
}

/** The newest first: of those that have ended by their end. */
export function runOrder({ endedAt, createdAt, id }: RunRowView): string {
  return orderOf(endedAt ?? createdAt, id);
}

interface Shown {
  readonly run: RunRowView;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A run in two lines: how it stands, and why. `isListed`: its question is on the same page, so that it is kept out of sight here. */
export function RunLine({ run, now, isListed }: Shown & { readonly isListed: boolean }): JSX.Element {
  const { id, workflow, sentence, attempts, costUsd, createdAt, endedAt } = run;
  return h('li', { 'data-key': `run ${id}`, hidden: isListed, ...ordered(runOrder(run)) }, [
    h(State, { status: shownStatus(run) }),
    ' ',
    h('a', { href: runPath(id) }, h(ShortId, { id })),
    ' ',
    h(Foreign, { text: `${workflow.name} ${workflow.version}` }),
    h('br', null),
    h('small', null, [
      h(Foreign, { text: sentence }),
      ` · ${inLine(`${attempts.used} of ${attempts.max} attempts`, moneyWord(costUsd))} · ${endedAt === null ? 'started' : 'ended'} `,
      h(Time, { at: endedAt ?? createdAt, now }),
      h(Quiet, { run, now }),
    ]),
  ]);
}
