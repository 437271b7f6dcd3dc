import { h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import type { DefinitionRowView } from '../../../api/rows/definition-row.ts';
import type { Screen } from '../../frame.ts';
import { definitionPaths, topologyWord } from '../../parts/definitions.ts';
import { Foreign, Time } from '../../parts/texts.ts';

export interface Definitions {
  /** The newest version of each, newest published first. */
  readonly rows: readonly DefinitionRowView[];
  /** Where the next ones are. */
  readonly more?: string;
  /** Where those that come with dsap stand among them; left out: here. */
  readonly bundled?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What runs are made of. */
export function definitionsScreen({ rows, more, bundled, now }: Definitions): Screen {
  return {
    title: 'Definitions',
    place: 'Definitions',
    content: [
      h('h1', null, 'Definitions'),
      h('p', null, [
        ...(rows.length === 0 ? [] : ['Open one to start a run of it. ']),
        h('a', { href: definitionPaths.editor }, 'Write a new one'),
      ]),
      ...(rows.length === 0
        ? [
            h('p', null, [
              'Nothing is published yet. Write one here, or publish a file: ',
              h('code', null, 'dsap definition publish FILE'),
            ]),
          ]
        : [
            h(
              'ul',
              { class: 'plain' },
              rows.map((row) => h(Line, { key: row.name, row, now })),
            ),
          ]),
      ...(more === undefined ? [] : [h('p', null, h('a', { href: more }, 'Show more'))]),
      ...(bundled === undefined
        ? []
        : [h('p', null, h('a', { href: bundled }, 'Show the examples that come with dsap, too'))]),
    ],
  };
}

function Line({ row, now }: { readonly row: DefinitionRowView; readonly now: number }): JSX.Element {
  const { name, version, topology, bound, warnings, description, createdAt } = row;
  return h('li', null, [
    h('a', { href: definitionPaths.of(name) }, h(Foreign, { text: name })),
    h('small', null, [
      ` version ${version} · ${topologyWord(topology)} · at most ${counted(bound.generations, 'generation')} · `,
      h(Time, { at: createdAt, now }),
      ...(warnings === 0 ? [] : [` · ${counted(warnings, 'warning')}`]),
    ]),
    ...(description === '' ? [] : [h('br', null), h('small', null, h(Foreign, { text: description }))]),
  ]);
}
