import { h, type JSX } from 'preact';
import type { DiffView } from '../../../api/artifacts/diff-view.ts';
import type { DefinitionPageView } from '../../../api/definitions/page.ts';
import { bytesWord } from '../../../api/report/words.ts';
import { cut, utf8Length } from '../../../text/text.ts';
import { visible } from '../../../text/visible.ts';
import { definitionPaths } from '../../parts/definitions.ts';

/** So many of the newest versions are named one by one; any other is asked for by its number. */
const NAMED = 20;

interface Versions {
  readonly definition: Pick<DefinitionPageView, 'name' | 'version' | 'newest'>;
  /** From another version to this one; undefined where it is the only one. */
  readonly diff?: { readonly from: number; readonly told: DiffView };
}

/** The versions under a name, and what changed from another one to this one, line by line. */
export function Versions({ definition: { name, version, newest }, diff }: Versions): JSX.Element {
  const numbers = Array.from({ length: Math.min(newest, NAMED) }, (_, at) => newest - at);
  return h('section', { 'aria-label': 'Versions' }, [
    h('h2', null, 'Versions'),
    h(
      'ul',
      { class: 'row' },
      numbers.map((each) =>
        h(
          'li',
          { key: each },
          h(
            'a',
            {
              href: definitionPaths.of(name, each),
              'aria-label': `Version ${each}`,
              ...(each === version && { 'aria-current': 'page' as const }),
            },
            String(each),
          ),
        ),
      ),
    ),
    ...(newest > NAMED ? [h('p', { class: 'soft' }, `Versions 1 to ${newest - NAMED} are there too: ?version=1`)] : []),
    ...(diff === undefined
      ? [h('p', { class: 'soft' }, 'It is the only version, so that nothing has changed.')]
      : [
          h('form', { method: 'get', action: definitionPaths.of(name), class: 'inline' }, [
            h('input', { type: 'hidden', name: 'version', value: version }),
            h('label', { for: 'against' }, 'Changes since version'),
            h('input', { id: 'against', name: 'against', inputMode: 'numeric', value: diff.from, size: 4 }),
            h('button', { type: 'submit' }, 'Show changes'),
          ]),
          h(Changes, {
            unified: diff.told.unified,
            name: `Changes from version ${diff.from} to ${version}`,
            href: `${definitionPaths.rest(name, diff.from)}/diff/${version}`,
          }),
        ]),
  ]);
}

/** What is shown of the changes, in UTF-16 units. */
const LONGEST = 65_536;

interface Changed {
  readonly unified: string;
  readonly name: string;
  /** Where they stand whole. */
  readonly href: string;
}

function Changes({ unified, name, href }: Changed): JSX.Element {
  if (unified === '') return h('p', null, 'The two versions are equal.');
  // The first two lines name the sides, which the label does.
  const lines = cut(unified, LONGEST).trimEnd().split('\n').slice(2);
  return h('div', null, [
    h(
      'pre',
      { tabIndex: 0, role: 'group', 'aria-label': name, dir: 'ltr' },
      lines.map((line) => {
        const text = `${visible(line).text}\n`;
        if (line.startsWith('+')) return h('ins', null, text);
        return line.startsWith('-') ? h('del', null, text) : text;
      }),
    ),
    ...(unified.length <= LONGEST
      ? []
      : [h('p', null, h('a', { href }, `Show all (${bytesWord(utf8Length(unified))})`))]),
  ]);
}
