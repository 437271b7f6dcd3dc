import { h, type JSX } from 'preact';
import type { Ends } from '../facts/ends.ts';
import type { TimelineLine } from '../facts/timeline.ts';
import { counted, leftOutWords, timeWord } from '../words.ts';
import { Fold, Foreign } from './parts.ts';

const SIGNS = { plain: '·', work: '✕', good: '✓', ask: '◆', bad: '!', person: '✎' } as const;

/** What happened, line by line; lines of one epoch of a step that follow each other are folded together. */
export function Timeline({ lines }: { readonly lines: Ends<TimelineLine> }): JSX.Element {
  const gap = leftOutWords(lines, 'line');
  return h('div', { class: 'timeline' }, [
    foldsOf(lines.head).map(foldOf),
    gap !== undefined && h('p', { class: 'soft' }, gap),
    foldsOf(lines.tail).map(foldOf),
  ]);
}

function foldsOf(lines: readonly TimelineLine[]): readonly (readonly TimelineLine[])[] {
  const folds: TimelineLine[][] = [];
  for (const line of lines) {
    const last = folds.at(-1);
    const before = last?.at(-1);
    if (last && before?.step === line.step && before.epoch === line.epoch && line.epoch !== null) last.push(line);
    else folds.push([line]);
  }
  return folds;
}

function foldOf(lines: readonly TimelineLine[]): JSX.Element {
  const [first] = lines;
  if (lines.length < 4 || !first) return h('ol', null, lines.map(lineOf));
  const summary = [
    h(Foreign, { text: `${first.step}, epoch ${first.epoch}` }),
    h('small', null, ` ${counted(lines.length, 'line')}`),
  ];
  return h(Fold, { summary, open: lines.length <= 12 }, h('ol', null, lines.map(lineOf)));
}

function lineOf({ seq, at, tone, text, feedback }: TimelineLine): JSX.Element {
  return h('li', { class: tone === 'plain' ? undefined : tone }, [
    h('time', { dateTime: at, title: `${timeWord(at)}, event ${seq}` }, at.slice(5, 19).replace('T', ' ')),
    h('span', { 'aria-hidden': 'true' }, ` ${SIGNS[tone]} `),
    h(Foreign, { text }),
    feedback !== '' && h('q', null, h(Foreign, { text: feedback })),
  ]);
}
