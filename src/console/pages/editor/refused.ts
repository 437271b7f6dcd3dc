import { h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import { type Hand, Issues, inTextOrder } from '../../parts/issues.ts';
import { Foreign } from '../../parts/texts.ts';
import type { Draft } from './found.ts';

export interface Refusal {
  /** What was not done. */
  readonly what: string;
  readonly draft: Draft;
  /** Left out without scripts. */
  readonly hand?: Hand;
}

/** Lines that are named of one text. */
const NAMED = 10;

/** Why a press published nothing: where the problems stand, and the first of them, with what mends it. */
export function Refused({ what, draft, hand }: Refusal): JSX.Element {
  const { problems, refused = '' } = draft;
  const first = inTextOrder(problems).slice(0, 1);
  if (first.length === 0) return h('p', null, [`${what}: `, h(Foreign, { text: refused })]);
  return h('div', null, [
    h('p', null, `${what}: ${counted(problems.length, 'problem')}${linesOf(draft)}.`),
    h(Issues, { issues: first, hand }),
    ...(problems.length === 1 ? [] : [h('p', null, h('a', { href: '#problems' }, 'All problems'))]),
  ]);
}

/** In its place, once nothing is wrong any more. */
export function Mended(): JSX.Element {
  return h('p', null, [h('span', { class: 'good', 'aria-hidden': true }, '✓ '), 'It is mended, and can be published.']);
}

function linesOf({ problems }: Draft): string {
  const lines = [...new Set(problems.flatMap(({ line }) => line ?? []))].toSorted((one, other) => one - other);
  if (lines.length === 0) return '';
  return `, ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, NAMED).join(', ')}${lines.length > NAMED ? ' …' : ''}`;
}
