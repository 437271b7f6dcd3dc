import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../../text/visible.ts';
import type { Ends } from '../facts/ends.ts';
import type { Shown } from '../facts/room.ts';
import type { NamedRow } from '../rows.ts';
import { cutWords, hiddenWords, leftOutWords } from '../words.ts';

/** Words of others within a line of ours: text alone, and of a direction of its own. */
export function Foreign({ text }: { readonly text: string }): JSX.Element {
  return h('bdi', null, visible(text).text);
}

/** A whole text of somebody else, framed, with what is to be told of it. `name`: of whom or what. Nothing where there is none. */
export function Quote({ shown, name }: { readonly shown: Shown; readonly name: string }): JSX.Element | null {
  if (shown.text === '' && !shown.cut) return null;
  const { text, hidden } = visible(shown.text);
  const cut = cutWords(shown);
  const notes = [...(hidden === 0 ? [] : [`${hiddenWords(hidden)}.`]), ...(cut === undefined ? [] : [cut])];
  return h('figure', null, [
    h('figcaption', null, [h(Foreign, { text: name }), ...notes.map((note) => h('small', null, ` ${note}`))]),
    ...(text === ''
      ? []
      : [h('pre', { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': visible(name).text }, text)]),
  ]);
}

export function Rows({ rows }: { readonly rows: readonly NamedRow[] }): JSX.Element {
  return h(
    'dl',
    null,
    rows.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, h(Foreign, { text: value }))]),
  );
}

/** A table in a frame of its own, which scrolls where the page is narrow. */
export function Table({
  name,
  columns,
  rows,
}: {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): JSX.Element {
  const head = columns.map((column) => h('th', { scope: 'col' }, column));
  const body = rows.map((cells) =>
    h(
      'tr',
      null,
      cells.map((cell, at) =>
        h(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'row' } : null, h(Foreign, { text: cell })),
      ),
    ),
  );
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': name },
    h('table', null, [h('thead', null, h('tr', null, head)), h('tbody', null, body)]),
  );
}

/** A part that is folded until somebody opens it. */
export function Fold({
  summary,
  id,
  open = false,
  children,
}: {
  readonly summary: ComponentChildren;
  readonly id?: string;
  readonly open?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return h('details', { ...(id !== undefined && { id }), open }, [h('summary', null, summary), children]);
}

/** The beginning and the end of a list, and between them how many are left out. */
export function listed<Item>(
  ends: Ends<Item>,
  noun: string,
  tell: (item: Item) => ComponentChildren,
): ComponentChildren[] {
  const gap = leftOutWords(ends, noun);
  if (ends.head.length + ends.tail.length === 0) return [h('p', { class: 'soft' }, 'None.')];
  return [
    ...ends.head.map(tell),
    ...(gap === undefined ? [] : [h('p', { class: 'soft' }, gap)]),
    ...ends.tail.map(tell),
  ];
}

const SIGNS: Readonly<Record<string, string>> = {
  satisfied: '✓',
  accepted: '✓',
  pass: '✓',
  completed: '✓',
  rejected: '✕',
  retry: '✕',
  fatal: '!',
  failed: '!',
  terminated: '!',
  open: '◆',
  escalated: '◆',
  waived: '✎',
  decided: '✎',
  running: '●',
  pending: '●',
};
const TONES: Readonly<Record<string, string>> = {
  '✓': 'good',
  '✕': 'no',
  '!': 'bad',
  '◆': 'ask',
  '✎': 'person',
  '●': 'run',
};

/** A state by sign, word and colour. */
export function State({ status, word }: { readonly status: string; readonly word: string }): JSX.Element {
  const sign = SIGNS[status] ?? '·';
  return h('span', { class: `state ${TONES[sign] ?? 'work'}` }, [
    h('span', { 'aria-hidden': 'true' }, `${sign} `),
    word,
  ]);
}
