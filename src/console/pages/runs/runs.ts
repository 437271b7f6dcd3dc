import { h } from 'preact';
import { statusWord } from '../../../api/report/words.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { followed } from '../../parts/live.ts';
import { RunCells } from './row.ts';

export interface Runs {
  readonly runs: readonly RunRowView[];
  readonly statuses: readonly string[];
  /** What they were narrowed to. */
  readonly status?: string;
  readonly q?: string;
  /** Whether these are the newest. */
  readonly isFirst: boolean;
  /** Where the next ones are. */
  readonly more?: string;
  /** Where the feed stood before they were read. */
  readonly feed: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** All runs, newest first, a hundred at a time; what narrows them stands in the address. */
export function runsScreen({ runs, statuses, status = '', q = '', more, isFirst, feed, now }: Runs): Screen {
  const options = statuses.map((each) => h('option', { value: each, selected: each === status }, statusWord(each)));
  const isNarrow = q !== '' || status !== '';
  return {
    title: 'Runs',
    place: 'Runs',
    island: 'lists',
    content: h('div', followed('/v1/feed', feed), [
      h('h1', null, 'Runs'),
      h('form', { method: 'get', action: '/console/runs', role: 'search', class: 'filters' }, [
        h('label', { for: 'q' }, 'Id, tag or workflow'),
        h('input', { id: 'q', name: 'q', type: 'search', value: q, maxLength: 200 }),
        h('label', { for: 'status' }, 'State'),
        h('select', { id: 'status', name: 'status' }, [h('option', { value: '' }, 'Every state'), ...options]),
        h('button', { type: 'submit' }, 'Show'),
      ]),
      h('p', { class: 'news', 'data-news': true }),
      h('table', { class: 'runs' }, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            HEADS.map((head) => h('th', { scope: 'col', key: head }, head)),
          ),
        ),
        h(
          'tbody',
          { 'data-list': 'runs', 'data-takes': isFirst && !isNarrow },
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

const HEADS = ['State', 'Run', 'Workflow', 'How it stands', 'Attempts', 'Cost', 'Started', 'Took'];
