import { createHash } from 'node:crypto';
import { h, type JSX } from 'preact';
import { visible } from '../../text/visible.ts';
import type { Fields } from './fields.ts';
import { Foreign } from './texts.ts';

export interface Prefilled {
  readonly name: string;
  readonly label: string;
  /** As it stands now; undefined where it is too long to be edited here, or there is none. */
  readonly text: string | undefined;
  readonly rows: number;
  readonly sent: Fields;
}

/**
 * A text to be written anew, beginning with how it stands; beside it travels a digest of that, so that what nobody touched is not sent.
 * What hides something is not put into anybody's hands.
 */
export function Prefilled({ name, label, text, rows, sent }: Prefilled): JSX.Element {
  const isShown = text !== undefined && visible(text).hidden === 0;
  const value = sent[name] ?? (isShown ? text : '');
  const was = sent[wasName(name)] ?? (isShown ? digestOf(text) : '');
  return h('div', null, [
    h('label', { for: name }, h(Foreign, { text: label })),
    ...(text !== undefined && !isShown
      ? [
          h(
            'p',
            { class: 'soft' },
            'It holds hidden characters, so it is not put here; what you write takes its place.',
          ),
        ]
      : []),
    h('input', { type: 'hidden', name: wasName(name), value: was }),
    h('textarea', { id: name, name, rows, dir: 'auto' }, value),
  ]);
}

/** What was written into such a field; undefined where it stands as it did. */
export function rewritten(fields: Fields, name: string): string | undefined {
  const text = fields[name]?.replaceAll('\r\n', '\n');
  const was = fields[wasName(name)] ?? '';
  if (text === undefined || (was === '' && text.trim() === '')) return undefined;
  return was !== '' && digestOf(text) === was ? undefined : text;
}

function wasName(name: string): string {
  return `was.${name}`;
}

/** Of a text as a browser gives it back: with line ends of one character, and without the one that a field swallows at its beginning. */
function digestOf(text: string): string {
  const kept = text.replaceAll('\r\n', '\n').replace(/^\n/, '');
  return createHash('sha256').update(kept).digest('hex').slice(0, 16);
}
