import { h, type JSX } from 'preact';
import { counted } from '../../api/report/words.ts';
import type { LeafView } from '../../api/steps/leaves-waiting.ts';
import type { VerdictView } from '../../api/steps/verdict-view.ts';
import { cutBytes, utf8Length } from '../../text/text.ts';
import { State } from './states.ts';
import { Foreign, Text } from './texts.ts';

/** Bytes of a text within a page. */
const LONGEST = 16 * 1024;

/** A text of somebody else that has no address of its own: framed, its beginning where it is long. */
export function Framed({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  const shown = cutBytes(text, LONGEST);
  return h(Text, { name, framed: { text: shown, bytes: utf8Length(text), cut: shown !== text } });
}

/** What a guard said, and each guard below it. */
export function GuardTree({ verdict }: { readonly verdict: VerdictView }): JSX.Element {
  return h('ul', { class: 'tree' }, h(Branch, { verdict }));
}

function Branch({ verdict }: { readonly verdict: VerdictView }): JSX.Element {
  const { guard, nature, generated, tampered, score, feedback, subResults } = verdict;
  const marks = [
    nature,
    ...(generated === true ? ['generated'] : []),
    ...(tampered === true ? ['tampered with'] : []),
    ...(score === undefined ? [] : [`score ${score}`]),
  ];
  return h('li', null, [
    h(State, { status: verdict.verdict }),
    ' ',
    subResults.length === 0 ? h(Foreign, { text: guard }) : counted(subResults.length, 'guard'),
    h('small', null, ` ${marks.join(', ')}`),
    ...(feedback === '' || subResults.length > 0 ? [] : [feedbackOf(feedback)]),
    ...(subResults.length === 0
      ? []
      : [
          h(
            'ul',
            null,
            subResults.map((one) => h(Branch, { key: one.guard, verdict: one })),
          ),
        ]),
  ]);
}

/** A line stands as it is; what is longer is framed. */
function feedbackOf(text: string): JSX.Element {
  if (text.length <= 300 && !text.includes('\n')) return h('div', null, h(Foreign, { text }));
  return h(Framed, { name: 'Feedback', text });
}

const STATUS_OF: Readonly<Record<LeafView['standing'], string>> = { passed: 'pass', asked: 'asked', open: 'unjudged' };

/** The leaves of a guard that waits for a person. `isYou`: whoever looks is asked. */
export function WaitingLeaves({
  leaves,
  isYou = false,
}: {
  readonly leaves: readonly LeafView[];
  readonly isYou?: boolean;
}): JSX.Element {
  return h(
    'ul',
    { class: 'plain' },
    leaves.map((leaf) => h(WaitingLeaf, { key: leaf.path, of: leaf, isYou })),
  );
}

function WaitingLeaf({ of, isYou }: { readonly of: LeafView; readonly isYou: boolean }): JSX.Element {
  const { leaf, guard, nature, options, standing } = of;
  const isAsked = standing === 'asked';
  const marks = [
    ...(guard === leaf || guard === nature ? [] : [guard]),
    ...(nature === undefined || isAsked ? [] : [nature]),
  ];
  return h('li', null, [
    isAsked && isYou
      ? h('span', { class: 'state ask', 'aria-hidden': true }, '◆')
      : h(State, { status: STATUS_OF[standing] }),
    ' ',
    h(Foreign, { text: leaf }),
    ...(isAsked && isYou ? [': you'] : []),
    ...(options === undefined ? [] : [' ', h('code', null, h(Foreign, { text: options }))]),
    ...(marks.length === 0 ? [] : [h('small', null, ` ${marks.join(', ')}`)]),
  ]);
}
