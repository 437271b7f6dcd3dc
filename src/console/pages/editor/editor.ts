import { type ComponentChildren, h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import type { Screen } from '../../frame.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { Drawing } from '../../parts/drawing.ts';
import { type Issue, Issues } from '../../parts/issues.ts';
import { Foreign } from '../../parts/texts.ts';

/** What is known of the text that stands in the editor. */
export interface Draft {
  /** What keeps it from being published; why, where that is no problem of the text. */
  readonly problems: readonly Issue[];
  readonly refused?: string;
  readonly warnings: readonly Issue[];
  /** The most generations of a run, and the graph; undefined where there are problems. */
  readonly generations?: number;
  readonly svg?: string;
}

export interface EditorScreen {
  readonly text: string;
  /** What it was begun from. */
  readonly from?: { readonly name: string; readonly version: number };
  /** Undefined where nobody has looked yet. */
  readonly draft?: Draft;
}

/** Writes a definition, with all that is wrong with it beside it, and publishes it (console 2). */
export function editorScreen({ text, from, draft }: EditorScreen): Screen {
  const title = from === undefined ? 'New definition' : `Edit ${from.name}`;
  return {
    title,
    place: 'Definitions',
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

/** What was found: problems first, then what a run may come to. */
function Found({ draft, text }: { readonly draft: Draft | undefined; readonly text: string }): JSX.Element[] {
  return [
    h('section', { 'aria-label': 'Problems', id: 'problems' }, [h('h2', null, 'Problems'), ...problemsOf(draft, text)]),
    ...(draft === undefined || draft.warnings.length === 0
      ? []
      : [
          h('section', { 'aria-label': 'Warnings' }, [
            h('h2', null, 'Warnings'),
            h(Issues, { issues: draft.warnings }),
          ]),
        ]),
    ...(draft?.svg === undefined
      ? []
      : [
          h('section', { 'aria-label': 'Graph' }, [
            h('h2', null, 'Graph'),
            h(Drawing, { svg: draft.svg, of: 'Graph of the definition as it stands' }),
          ]),
        ]),
  ];
}

function problemsOf(draft: Draft | undefined, text: string): ComponentChildren[] {
  if (draft === undefined)
    return [h('p', { class: 'soft' }, 'Press Check to see what is wrong, the graph, and what a run may come to.')];
  const { problems, refused, generations } = draft;
  const { hidden } = visible(text);
  return [
    ...(refused === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, h(Foreign, { text: refused }))]),
    ...(problems.length === 0 ? [] : [h(Issues, { issues: problems })]),
    ...(generations === undefined
      ? []
      : [
          h('p', { role: 'status' }, [
            h('span', { class: 'good' }, '✓ None.'),
            ` A run makes at most ${counted(generations, 'generation')}.`,
          ]),
        ]),
    ...(hidden === 0 ? [] : [h('p', null, `${counted(hidden, 'hidden character')}: ${hiddenPlaces(text)}.`)]),
  ];
}

/** Where characters stand that nobody sees. */
function hiddenPlaces(text: string): string {
  const lines = text.split('\n').flatMap((line, at) => (visible(line).hidden === 0 ? [] : [at + 1]));
  return `line ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''}`;
}
