import { h } from 'preact';
import type { Screen } from '../frame.ts';
import { Foreign } from '../parts/texts.ts';

export interface Trouble {
  readonly title: string;
  readonly detail: string;
  /** The problem's code, for who asks for help. */
  readonly code?: string;
  /** The page that was asked for, where trying again may help. */
  readonly again?: string;
}

/** What went wrong in a sentence, and a way on. */
export function trouble({ title, detail, code, again }: Trouble): Screen {
  return {
    title,
    content: [
      h('h1', null, title),
      h('p', { role: 'alert' }, h(Foreign, { text: detail })),
      ...(code === undefined ? [] : [h('p', { class: 'soft' }, `Code: ${code}`)]),
      h('p', null, [
        ...(again === undefined ? [] : [h('a', { href: again }, 'Try again'), ' · ']),
        h('a', { href: '/console' }, 'Back to what waits'),
      ]),
    ],
  };
}
