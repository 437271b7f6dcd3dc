import { h, type JSX } from 'preact';
import type { Screen } from '../../frame.ts';
import { definitionPaths, OUTCOME } from '../../parts/definitions.ts';
import { Foreign } from '../../parts/texts.ts';
import { type Draft, Found } from './found.ts';
import { type Refusal, Refused } from './refused.ts';

export interface EditorScreen {
  readonly text: string;
  /** What it was begun from. */
  readonly from?: { readonly name: string; readonly version: number };
  /** Undefined where nobody has looked yet. */
  readonly draft?: Draft;
  /** What a press has not done; left out where none was made. */
  readonly undone?: string;
  /** By which the editor's own styles are let in; another one each time. */
  readonly nonce: string;
}

/** Writes a definition, with all that is wrong with it beside it, and publishes it (console 2). */
export function editorScreen({ text, from, draft, undone, nonce }: EditorScreen): Screen {
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
              `It begins from version ${from.version}, written anew: comments and layout of your own file are not kept. Publishing a changed text makes a new version; runs under way keep theirs.`,
            ),
          ]),
      ...(undone === undefined || draft === undefined ? [] : [h(Alert, { what: undone, draft })]),
      h('form', { method: 'post', action: `${definitionPaths.editor}#${OUTCOME}`, class: 'editor' }, [
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
              'Publish and start',
            ),
            h('a', { href: '/console/parts' }, 'Parts: guards, generators, models'),
          ]),
        ]),
        h('div', { class: 'found', id: 'found' }, h(Found, { draft, text })),
      ]),
    ],
  };
}

function Alert({ what, draft }: Refusal): JSX.Element {
  const place = { id: OUTCOME, tabIndex: -1, class: 'alert refused', role: 'alert', 'data-undone': what } as const;
  return h('div', place, h(Refused, { what, draft }));
}
