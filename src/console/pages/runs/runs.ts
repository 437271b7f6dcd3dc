import { h, type JSX } from 'preact';
import { statusWord } from '../../../api/report/words.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { followed } from '../../parts/live.ts';
import { type Narrowed, PERIODS } from './narrowed.ts';
import { RunCells } from './row.ts';

export interface Runs {
  readonly runs: readonly RunRowView[];
  readonly statuses: readonly string[];
  /** What they were narrowed to. */
  readonly narrowed: Narrowed;
  /** Whether these are the newest. */
  readonly isFirst: boolean;
  /** Where the next ones are. */
  readonly more?: string;
  /** Where the feed stood before they were read. */
  readonly feed: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** All runs, newest first, a hundred at a time; what narrows them stands in the address. Two that are marked can be compared. */
export function runsScreen({ runs, statuses, narrowed, more, isFirst, feed, now }: Runs): Screen {
  const isNarrow = Object.keys(narrowed).length > 0;
  return {
    title: 'Runs',
    place: 'Runs',
    searches: true,
    island: 'lists',
    content: h('div', followed('/v1/feed', feed), [
      h('h1', null, 'Runs'),
      h(Filters, { narrowed, statuses }),
      h('form', { id: 'marked', method: 'get', action: '/console/compare', class: 'buttons' }, [
        h('a', { href: definitionPaths.list }, 'Start a run'),
        h('button', { type: 'submit', class: 'quiet', 'aria-describedby': 'marks' }, 'Compare'),
        h('small', { id: 'marks' }, 'Mark two runs to compare'),
      ]),
      h('p', { class: 'news', 'data-news': true }),
      h('table', { class: 'runs' }, [
        h(
          'thead',
          null,
          h('tr', null, [h('td', null), ...HEADS.map((head) => h('th', { scope: 'col', key: head }, head))]),
        ),
        h(
          'tbody',
          { 'data-list': 'runs', 'data-newest-first': true, 'data-takes': isFirst && !isNarrow },
          runs.map((run) => h(RunCells, { key: run.id, run, now })),
        ),
      ]),
      h(
        'p',
        { class: 'none' },
        isNarrow
          ? 'No run is like that. Ask for less, or for every state.'
          : 'No run was started yet: dsap run start NAME begins one.',
      ),
      ...(more === undefined ? [] : [h('p', null, h('a', { href: more }, 'Show more'))]),
    ]),
  };
}

const HEADS = ['State', 'Run', 'Definition, tags', 'How it stands', 'Attempts', 'Cost', 'Started', 'Took'];

function Filters({ narrowed, statuses }: Pick<Runs, 'narrowed' | 'statuses'>): JSX.Element {
  const { q = '', status = '', workflow = '', tag = '', period = '' } = narrowed;
  const any = (word: string) => ['', word] as const;
  return h('form', { method: 'get', action: '/console/runs', role: 'search', class: 'filters' }, [
    h(Field, { name: 'q', label: 'Id, tag or workflow', value: q }),
    h(Choice, {
      name: 'status',
      label: 'State',
      value: status,
      options: [any('Every state'), ...statuses.map((one) => [one, statusWord(one)] as const)],
    }),
    h('details', { open: workflow + tag + period !== '' }, [
      h('summary', null, 'More filters'),
      h('div', { class: 'limit-fields' }, [
        h(Field, { name: 'workflow', label: 'Workflow', value: workflow }),
        h(Field, { name: 'tag', label: 'Tag', value: tag }),
        h(Choice, {
          name: 'period',
          label: 'Started',
          value: period,
          options: [any('At any time'), ...Object.entries(PERIODS).map(([name, { word }]) => [name, word] as const)],
        }),
      ]),
    ]),
    h('button', { type: 'submit' }, 'Show'),
    ...(Object.keys(narrowed).length === 0 ? [] : [h('a', { href: '/console/runs' }, 'Show all')]),
  ]);
}

interface Named {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

function Field({ name, label, value }: Named): JSX.Element {
  return h('div', null, [
    h('label', { for: name }, label),
    h('input', { id: name, name, type: 'search', value, maxLength: 200 }),
  ]);
}

function Choice({ name, label, value, options }: Named & { readonly options: readonly (readonly [string, string])[] }) {
  return h('div', null, [
    h('label', { for: name }, label),
    h(
      'select',
      { id: name, name },
      options.map(([each, word]) => h('option', { key: each, value: each, selected: each === value }, word)),
    ),
  ]);
}
