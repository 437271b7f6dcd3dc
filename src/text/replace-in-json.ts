import { endOfString } from './parse-json.ts';
import { keysOf } from './pointer.ts';

/** A member of an object or an item of a list, by its name or index, and the text of its value. */
export interface JsonChild {
  readonly key: string;
  readonly text: string;
}

/**
 * Returns the text of a JSON document with another value in one place; nothing else of the text changes, its white space included. A
 * member that is not there is added behind the last one of its object, an item whose index is the length of its list behind the last one
 * of the list. `value` is JSON text too. Throws a `RangeError` where the pointer leads past anything that is there. The text must be valid
 * JSON that names no member twice.
 */
export function replaceInJson(text: string, pointer: string, value: string): string {
  const keys = keysOf(pointer);
  let span: Span = rootOf(text);
  for (const [depth, key] of keys.entries()) {
    const children = childrenIn(text, span);
    const child = children.find((each) => each.key === key);
    if (child === undefined) {
      const isLast = depth === keys.length - 1;
      if (isLast && takesNew(text, span, key, children)) return withAdded(text, span, { key, value, children });
      throw new RangeError(`${pointer} leads nowhere in the JSON text`);
    }
    span = child;
  }
  return text.slice(0, span.from) + value + text.slice(span.to);
}

/**
 * Returns the members or items of a JSON text in order, each with its value as it is written; undefined for a text that is neither an
 * object nor a list. The text must be valid JSON.
 */
export function jsonChildren(text: string): readonly JsonChild[] | undefined {
  const root = rootOf(text);
  if (!isContainer(text, root)) return undefined;
  return childrenIn(text, root).map(({ key, from, to }) => ({ key, text: text.slice(from, to) }));
}

/** Where a value lies: its first character, and the one behind its last. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Child extends Span {
  readonly key: string;
  /** Where the name of a member begins and ends; of an item both are where its value begins. */
  readonly nameFrom: number;
  readonly nameTo: number;
}

function rootOf(text: string): Span {
  const from = afterSpace(text, 0);
  return { from, to: endOfValue(text, from) };
}

function isContainer(text: string, { from }: Span): boolean {
  return text[from] === '{' || text[from] === '[';
}

function childrenIn(text: string, span: Span): readonly Child[] {
  if (!isContainer(text, span)) return [];
  const isObject = text[span.from] === '{';
  const children: Child[] = [];
  let at = afterSpace(text, span.from + 1);
  while (at < span.to - 1) {
    const nameFrom = at;
    const nameTo = isObject ? endOfValue(text, at) : at;
    const from = isObject ? afterSpace(text, afterSpace(text, nameTo) + 1) : at;
    const key = isObject ? String(JSON.parse(text.slice(nameFrom, nameTo))) : String(children.length);
    const to = endOfValue(text, from);
    children.push({ key, nameFrom, nameTo, from, to });
    // Past the comma, or the bracket that closes.
    at = afterSpace(text, afterSpace(text, to) + 1);
  }
  return children;
}

/** An object takes any name, a list the index behind its last item. */
function takesNew(text: string, { from }: Span, key: string, children: readonly Child[]): boolean {
  return text[from] === '{' || (text[from] === '[' && key === String(children.length));
}

interface Added {
  readonly key: string;
  readonly value: string;
  readonly children: readonly Child[];
}

/** Spaced as the last child is. */
function withAdded(text: string, { from, to }: Span, { key, value, children }: Added): string {
  const last = children.at(-1);
  const name = text[from] === '{' ? JSON.stringify(key) : '';
  if (last === undefined) {
    const entry = name === '' ? value : `${name}: ${value}`;
    return `${text.slice(0, from + 1)}${entry}${text.slice(to - 1)}`;
  }
  const before = children.at(-2);
  const opening = before === undefined ? from : text.indexOf(',', before.to);
  const colon = text.slice(last.nameTo, last.from);
  const written = text.slice(opening + 1, last.nameFrom);
  // Of a single member only its colon tells whether spaces are wanted.
  const gap = written === '' && before === undefined && colon.endsWith(' ') ? ' ' : written;
  const entry = `${name}${colon}${value}`;
  return `${text.slice(0, last.to)},${gap}${entry}${text.slice(last.to)}`;
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /[^ \t\n\r,\]}]*/y;

function afterSpace(text: string, at: number): number {
  return endOfMatch(SPACE, text, at);
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(at, pattern.lastIndex);
}

/** A loop, since a model chooses how deep a value nests. */
function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from) + 1;
  if (text[from] !== '{' && text[from] !== '[') return endOfMatch(LITERAL, text, from);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
