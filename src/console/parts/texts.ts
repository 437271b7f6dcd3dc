import { h, type JSX } from 'preact';
import { bytesWord, counted, timeWord } from '../../api/report/words.ts';
import type { RunRowView } from '../../api/rows/run-row.ts';
import { wordsIn } from '../../text/context.ts';
import { cut, utf8Length } from '../../text/text.ts';
import { visible } from '../../text/visible.ts';
import { ageWord, quietWord, whenWord } from './ages.ts';
import { piecesOf } from './deep-json.ts';

/** What stands of a text within a line, in UTF-16 units; more has a page of its own. */
const LONGEST = 16_384;

/** Words of others within a line of ours: text alone, of a direction of its own, what is hidden in it made visible, and a cut told. */
export function Foreign({ text }: { readonly text: string }): JSX.Element {
  if (text.length <= LONGEST) return h('bdi', null, visible(text).text);
  return h('bdi', null, `${visible(cut(text, LONGEST)).text}… (${bytesWord(utf8Length(text))} in all)`);
}

export interface Framed {
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
  /** Where the whole of it is. */
  readonly href?: string;
}

interface Named {
  /** Whose it is. */
  readonly name: string;
  readonly framed: Framed;
  /** Somebody decides by it: nothing of it is folded. */
  readonly isJudged?: boolean;
}

/** A whole text of somebody else in a frame that it cannot leave. */
export function Text({ name, framed, isJudged = false }: Named): JSX.Element {
  const { text, hidden } = visible(framed.text);
  const notes = [
    bytesWord(framed.bytes),
    ...(hidden === 0 ? [] : [counted(hidden, 'hidden character')]),
    ...(framed.cut ? ['only the beginning is shown'] : []),
  ];
  const more = beyondSight(framed);
  return h('figure', { class: 'judged' }, [
    h('figcaption', null, [`${name} · ${notes.join(' · ')}`]),
    h('pre', { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': name }, isJudged ? text : foldedIn(text)),
    ...(more === undefined
      ? []
      : [
          h(
            'details',
            { class: 'all' },
            h('summary', null, [h('span', { class: 'more' }, more), h('span', { class: 'less' }, 'Show less')]),
          ),
        ]),
    ...(framed.cut && framed.href !== undefined
      ? [h('p', null, h(Whole, { href: framed.href, bytes: framed.bytes }))]
      : []),
  ]);
}

/** A text in which deep JSON is folded. */
function foldedIn(text: string): readonly (string | JSX.Element)[] {
  return piecesOf(text).map((piece, at) => {
    const { folded } = piece;
    if (!folded) return piece.text;
    const closes = folded.opens === '{' ? '}' : ']';
    const summary = `${folded.opens}…${closes} ${folded.lines === 1 ? bytesWord(utf8Length(piece.text)) : counted(folded.lines, 'line')}`;
    return h('details', { key: at, class: 'deep' }, [h('summary', null, summary), piece.text]);
  });
}

/** Lines of a text that stand at once, and characters of a line; the style cuts the next line in half, so that it is seen to go on. */
export const AT_ONCE = { lines: 12, width: 76 };

/** Lines of a text as a page breaks them. `width`: characters of a line. */
export function linesSeen(text: string, width: number = AT_ONCE.width): number {
  const lines = text.trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}

/** What the rest of a text is called that is not seen at once; undefined where all of it is. */
function beyondSight({ text, bytes, cut: isCut }: Framed): string | undefined {
  if (linesSeen(text) <= AT_ONCE.lines) return undefined;
  const lines = text.trimEnd().split('\n');
  if (isCut) return `The first ${bytesWord(utf8Length(text))}`;
  const words = wordsIn(text);
  if (words >= MANY_WORDS) return `All of it, about ${rounded(words)} words`;
  return lines.length > AT_ONCE.lines ? `All ${lines.length} lines` : `All of it (${bytesWord(bytes)})`;
}

/** From so many words on people know by them how long a text takes. */
const MANY_WORDS = 100;

/** To two figures. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}

/** Bytes of what a browser is to show at once. */
const MOST_SHOWN = 1024 * 1024;

/** Leads to all of what is shown in part. */
function Whole({ href, bytes }: { readonly href: string; readonly bytes: number }): JSX.Element {
  if (bytes <= MOST_SHOWN) return h('a', { href }, `Show all (${bytesWord(bytes)})`);
  return h('a', { href, download: '' }, `Download (${bytesWord(bytes)})`);
}

/** A time as people say it, exact on a second look. */
export function Time({ at, now }: { readonly at: string; readonly now: number }): JSX.Element {
  return h('time', { ...exactly(at), 'data-says': 'when' }, whenWord(at, now));
}

/** How long ago a time is, or how far off. */
export function Age({ at, now }: { readonly at: string; readonly now: number }): JSX.Element {
  return h('time', { ...exactly(at), 'data-says': 'age' }, ageWord(at, now));
}

/** That a run under way has been quiet for long, which is no fault yet: only its page asks whether anything keeps it. */
export function Quiet({ run, now }: { readonly run: RunRowView; readonly now: number }): JSX.Element | null {
  const { status, changedAt } = run;
  return status === 'running'
    ? h('time', { dateTime: changedAt, 'data-says': 'quiet' }, quietWord(changedAt, now))
    : null;
}

/** Of a time: the style shows its title when it is pressed, or the line that it is in has the focus. */
export function exactly(at: string) {
  return { dateTime: at, title: timeWord(at), tabIndex: -1 };
}

/** An id within a line, shortened, and whole on a second look. */
export function ShortId({ id }: { readonly id: string }): JSX.Element {
  return h('bdi', { title: id }, visible(shortId(id)).text);
}

/** An id shortened in the middle, for where it only tells apart. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-5)}`;
}
