import { h, type JSX } from 'preact';
import { durationWord, moneyWord, NONE } from '../../../api/report/words.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import { ordered, orderOf } from '../../parts/order.ts';
import { runPath } from '../../parts/paths.ts';
import { State, shownStatus } from '../../parts/states.ts';
import { Foreign, Quiet, ShortId, shortId, Time } from '../../parts/texts.ts';

/** A run as the row of a table. `now`: milliseconds since the epoch. */
export function RunCells({ run, now }: { readonly run: RunRowView; readonly now: number }): JSX.Element {
  const { id, workflow, step, sentence, attempts, costUsd, tags, createdAt, endedAt } = run;
  const spent = moneyWord(costUsd);
  const took = endedAt === null ? NONE : durationWord(Date.parse(endedAt) - Date.parse(createdAt));
  return h('tr', { 'data-key': `run ${id}`, ...ordered(orderOf(createdAt, id)) }, [
    h(
      'td',
      { class: 'mark' },
      h('input', { type: 'checkbox', name: 'run', value: id, form: 'marked', 'aria-label': `Mark ${shortId(id)}` }),
    ),
    h('td', null, h(State, { status: shownStatus(run) })),
    h('td', { class: 'id' }, h('a', { href: runPath(id) }, h(ShortId, { id }))),
    h('td', null, [
      h(Foreign, { text: workflow.name }),
      h('small', null, ` v${workflow.version}`),
      ...(tags.length === 0 ? [] : [h('br', null), h('small', null, h(Foreign, { text: tagWords(run) }))]),
    ]),
    h('td', { class: 'told' }, [
      ...(step === null ? [] : [h('strong', null, h(Foreign, { text: step })), ' ']),
      h(Foreign, { text: sentence }),
      h('small', null, h(Quiet, { run, now })),
    ]),
    h('td', { class: 'figure' }, [`${attempts.used} of ${attempts.max}`, h('span', { class: 'unit' }, ' attempts')]),
    h('td', { class: figureOf(spent) }, spent),
    h('td', null, h(Time, { at: createdAt, now })),
    h('td', { class: figureOf(took) }, [h('span', { class: 'unit' }, 'took '), took]),
  ]);
}

function tagWords({ tags, moreTags }: RunRowView): string {
  return `${tags.join(' · ')}${moreTags === 0 ? '' : ` and ${moreTags} more`}`;
}

/** A figure that is not known has its dash in a column, and no place in a card. */
function figureOf(word: string): string {
  return word === NONE ? 'figure unknown' : 'figure';
}
