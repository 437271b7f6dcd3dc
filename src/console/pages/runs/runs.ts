import { h } from 'preact';
import { statusWord } from '../../../api/report/words.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { RunLine } from '../waiting/waiting.ts';

export interface Runs {
  readonly runs: readonly RunRowView[];
  readonly statuses: readonly string[];
  /** What they were narrowed to. */
  readonly status?: string;
  readonly q?: string;
  /** Where the next ones are. */
  readonly more?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** All runs, newest first, a hundred at a time; what narrows them stands in the address. */
export function runsScreen({ runs, statuses, status = '', q = '', more, now }: Runs): Screen {
  const options = statuses.map((each) => h('option', { value: each, selected: each === status }, statusWord(each)));
  return {
    title: 'Runs',
    place: 'Runs',
    content: [
      h('h1', null, 'Runs'),
      h('form', { method: 'get', action: '/console/runs', role: 'search' }, [
        h('label', { for: 'q' }, 'Id, tag or workflow'),
        h('input', { id: 'q', name: 'q', value: q, maxLength: 200 }),
        h('label', { for: 'status' }, 'State'),
        h('select', { id: 'status', name: 'status' }, [h('option', { value: '' }, 'Every state'), ...options]),
        h('p', null, h('button', { type: 'submit' }, 'Show')),
      ]),
      ...(runs.length === 0
        ? [
            h(
              'p',
              null,
              q === '' && status === ''
                ? 'No run was started yet: dsap run start NAME begins one.'
                : 'No run is like that. Ask for less, or for every state.',
            ),
          ]
        : [
            h(
              'ul',
              { class: 'plain' },
              runs.map((run) => h(RunLine, { key: run.id, run, now })),
            ),
          ]),
      ...(more === undefined ? [] : [h('p', null, h('a', { href: more }, 'Show more'))]),
    ],
  };
}
