import { h } from 'preact';
import type { Screen } from '../../frame.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { Foreign } from '../../parts/texts.ts';
import { type Draft, Found, standingWord } from './found.ts';

export interface EditorScreen {
  readonly text: string;
  /** What it was begun from. */
  readonly from?: { readonly name: string; readonly version: number };
  /** Undefined where nobody has looked yet. */
  readonly draft?: Draft;
  /** It was to be published, and was not. */
  readonly isUnpublished?: boolean;
  /** By which the editor's own styles are let in; another one each time. */
  readonly nonce: string;
}

/** Writes a definition, with all that is wrong with it beside it, and publishes it (console 2). */
export function editorScreen({ text, from, draft, isUnpublished = false, nonce }: EditorScreen): Screen {
  const title = from === undefined ? 'New definition' : `Edit ${from.name}`;
  return {
    title,
    place: 'Definitions',
    island: 'editor',
    styleNonce: nonce,
    content: [
      h('h1', null, from === undefined ? title : ['Edit ', h(Foreign, { text: from.name })]),
      ...(from === undefined
        ? []
        : [
            h(
              'p',
              { class: 'soft' },
              `It begins as version ${from.version}. Publishing makes a new version; runs under way keep theirs.`,
            ),
          ]),
      ...(isUnpublished && draft
        ? [
            h('p', { class: 'alert', role: 'alert' }, [
              'Nothing was published: ',
              h(Foreign, { text: standingWord(draft) }),
              ' ',
              h('a', { href: '#problems' }, 'See what is wrong'),
            ]),
          ]
        : []),
      h('form', { method: 'post', action: definitionPaths.editor, class: 'editor' }, [
        ...(from === undefined
          ? []
          : [
              h('input', { type: 'hidden', name: 'from', value: from.name }),
              h('input', { type: 'hidden', name: 'version', value: from.version }),
            ]),
        h('div', { class: 'written' }, [
          h('label', { for: 'text' }, 'Definition'),
          h(
            'textarea',
            {
              id: 'text',
              name: 'text',
              rows: 26,
              spellcheck: false,
              wrap: 'off',
              autocomplete: 'off',
              'aria-describedby': 'problems',
            },
            `\n${text}`,
          ),
          h('div', { class: 'actions' }, [
            h('button', { type: 'submit', name: 'do', value: 'publish', class: 'primary' }, 'Publish'),
            h('button', { type: 'submit', name: 'do', value: 'check' }, 'Check'),
            h(
              'button',
              { type: 'submit', name: 'do', value: 'start', title: 'Publishes it, and asks what a run begins with.' },
              'Start',
            ),
            h('a', { href: '/console/parts' }, 'What may be named'),
          ]),
        ]),
        h('div', { class: 'found', id: 'found' }, h(Found, { draft, text })),
      ]),
    ],
  };
}
