/** Where in a text something stands, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A word that was probably meant, and what it takes the place of. */
export interface Mend extends Range {
  readonly by: string;
}

interface Problem {
  readonly detail: string;
  readonly range: Range;
  /** A part of the text. */
  readonly slice: (from: number, to: number) => string;
}

/** A name in quotes, or a placeholder of a template. */
const NAME = String.raw`(?:"([^"\n]+)"|(\{[^{}\n]+\}))`;

/** What the service takes for meant; undefined where it names nothing, or the text does not hold what it names. */
export function mendOf({ detail, range, slice }: Problem): Mend | undefined {
  const meant = new RegExp(`Did you mean ${NAME}\\?`).exec(detail);
  const by = meant?.[1] ?? meant?.[2];
  if (!meant || by === undefined) return undefined;
  const named = [...detail.slice(0, meant.index).matchAll(new RegExp(NAME, 'g'))];
  const wrong = named.map(([, word, path]) => word ?? path ?? '').findLast((word) => word[0] !== '{' || by[0] === '{');
  // Of a path its root alone was looked at.
  if (wrong === undefined || (wrong.includes('.') && !by.includes('.'))) return undefined;
  const found = wordIn(slice(range.from, range.to), range.from, wrong) ?? keyBefore(slice, range.from, wrong);
  return found && { ...found, by };
}

/** Where a word stands that is there once. */
function wordIn(text: string, from: number, word: string): Range | undefined {
  const [only, ...more] = text.matchAll(new RegExp(whole(word), 'g'));
  return only && more.length === 0 ? rangeAt(from + only.index, word) : undefined;
}

/** Of a field that is not known its value is the place. */
function keyBefore(slice: Problem['slice'], from: number, word: string): Range | undefined {
  const start = Math.max(0, from - FAR - word.length);
  const key = new RegExp(`${whole(word)}(?=["']?\\s*:\\s*$)`).exec(slice(start, from));
  return key ? rangeAt(start + key.index, word) : undefined;
}

/** Characters between a key and its value at most. */
const FAR = 200;

function whole(word: string): string {
  return String.raw`(?<![\w-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\w-])`;
}

function rangeAt(from: number, word: string): Range {
  return { from, to: from + word.length };
}
