import { h, type JSX } from 'preact';
import type { Fields } from './fields.ts';

/** One limit, empty for as it is. */
export function LimitField({
  limit,
  label,
  now,
  sent,
}: {
  readonly limit: string;
  readonly label: string;
  readonly now: number | string | undefined;
  readonly sent: Fields;
}): JSX.Element {
  return h('div', { class: 'limit' }, [
    h('label', { for: limit }, label),
    h('input', { id: limit, name: limit, value: sent[limit] ?? '', 'aria-describedby': `${limit}-now` }),
    h('small', { id: `${limit}-now` }, now === undefined ? 'now without a limit' : `now ${now}`),
  ]);
}
