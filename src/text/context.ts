/** Characters on either side of a change that are shown with it, about a line; and how many are left out at the least. */
const NEAR = 100;
const LEAST = 160;
/** A line's end is no place to cut if it leaves less than this. */
const SHORT = 24;

/** A text that did not change: what stands near a change before it and after it, and what is left out between. All three in order are the text. */
export interface Context {
  readonly head: string;
  readonly hidden: string;
  readonly tail: string;
}

/** `isFirst`: no change stands before the text; `isLast`: none after it. Cut at the ends of lines, or else between words. */
export function contextIn(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Context {
  const from = isFirst ? 0 : headLength(text.slice(0, NEAR));
  const to = text.length - (isLast ? 0 : tailLength(text.slice(-NEAR)));
  if (to - from < LEAST) return { head: text, hidden: '', tail: '' };
  return { head: text.slice(0, from), hidden: text.slice(from, to), tail: text.slice(to) };
}

function headLength(near: string): number {
  const line = near.lastIndexOf('\n') + 1;
  return line >= SHORT ? line : (/^[^]*\s/.exec(near)?.[0].length ?? 0);
}

function tailLength(near: string): number {
  const line = near.length - near.indexOf('\n') - 1;
  if (line < near.length && line >= SHORT) return line;
  const [space = ''] = /^\S*\s+/.exec(near) ?? [near];
  return near.length - space.length;
}

export function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
