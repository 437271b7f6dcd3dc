import { wholeOf } from './decimals.ts';
import type { MethodName } from './expression.ts';
import { Broken, type Meter } from './meter.ts';
import { MAX_TEXT } from './operators.ts';
import { charactersOf, kindOf } from './values.ts';

/** Applies a method of texts as Python does (R107): pure, metered, its result bounded. */
export function callMethod(name: MethodName, text: unknown, values: readonly unknown[], meter: Meter): unknown {
  if (typeof text !== 'string') throw new Broken(`${name}() is a method of texts, not of ${kindOf(text)}`);
  meter.spend(text.length);
  return METHOD[name].does(text, values, meter);
}

/** What is wrong with so many arguments; undefined when the method takes them. */
export function methodArityProblem(name: MethodName, count: number): string | undefined {
  const [least, most] = METHOD[name].takes;
  if (count >= least && count <= most) return undefined;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  return `${name}() takes ${range} argument${most === 1 ? '' : 's'}, not ${count}`;
}

interface Method {
  readonly takes: readonly [least: number, most: number];
  does(text: string, values: readonly unknown[], meter: Meter): unknown;
}

const NONE = [0, 0] as const;
const ONE = [1, 1] as const;

const METHOD: Readonly<Record<MethodName, Method>> = {
  capitalize: { takes: NONE, does: (text) => bounded(firstUp(text)) },
  count: { takes: ONE, does: (text, [part]) => countOf(text, textIn('count', part)) },
  endswith: { takes: ONE, does: (text, [part]) => anyOf('endswith', part, (one) => text.endsWith(one)) },
  find: { takes: ONE, does: (text, [part]) => placeOf(text, text.indexOf(textIn('find', part))) },
  index: { takes: ONE, does: (text, [part]) => found(placeOf(text, text.indexOf(textIn('index', part)))) },
  isalnum: { takes: NONE, does: (text) => /^[\p{L}\p{N}]+$/u.test(text) },
  isalpha: { takes: NONE, does: (text) => /^\p{L}+$/u.test(text) },
  isdigit: { takes: NONE, does: (text) => /^\p{Nd}+$/u.test(text) },
  islower: { takes: NONE, does: (text) => text === text.toLowerCase() && text !== text.toUpperCase() },
  isspace: { takes: NONE, does: (text) => /^\s+$/.test(text) },
  isupper: { takes: NONE, does: (text) => text === text.toUpperCase() && text !== text.toLowerCase() },
  join: { takes: ONE, does: (text, [items], meter) => joined(text, items, meter) },
  ljust: { takes: [1, 2], does: (text, [width, fill]) => text + filling('ljust', text, width, fill) },
  lower: { takes: NONE, does: (text) => bounded(text.toLowerCase()) },
  lstrip: { takes: [0, 1], does: (text, [set]) => stripped('lstrip', text, set) },
  removeprefix: {
    takes: ONE,
    does: (text, [part]) => (text.startsWith(textIn('removeprefix', part)) ? text.slice(String(part).length) : text),
  },
  removesuffix: { takes: ONE, does: (text, [part]) => withoutEnd(text, textIn('removesuffix', part)) },
  replace: { takes: [2, 3], does: (text, values) => replaced(text, values) },
  rfind: { takes: ONE, does: (text, [part]) => placeOf(text, text.lastIndexOf(textIn('rfind', part))) },
  rjust: { takes: [1, 2], does: (text, [width, fill]) => filling('rjust', text, width, fill) + text },
  rstrip: { takes: [0, 1], does: (text, [set]) => stripped('rstrip', text, set) },
  split: { takes: [0, 2], does: (text, [by, most], meter) => split(text, by, most, meter) },
  splitlines: { takes: NONE, does: (text, _, meter) => linesOf(text, meter) },
  startswith: { takes: ONE, does: (text, [part]) => anyOf('startswith', part, (one) => text.startsWith(one)) },
  strip: { takes: [0, 1], does: (text, [set]) => stripped('strip', text, set) },
  title: { takes: NONE, does: (text) => bounded(text.replace(/\p{L}+/gu, firstUp)) },
  upper: { takes: NONE, does: (text) => bounded(text.toUpperCase()) },
  zfill: { takes: ONE, does: (text, [width]) => zeros(text, width) },
};

function textIn(name: MethodName, value: unknown): string {
  if (typeof value !== 'string') throw new Broken(`${name}() needs a text, not ${kindOf(value)}`);
  return value;
}

function wholeIn(name: MethodName, value: unknown): number {
  const whole = wholeOf(value);
  if (whole === undefined) throw new Broken(`${name}() needs a whole number, not ${kindOf(value)}`);
  return whole;
}

function bounded(text: string): string {
  if (text.length > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return text;
}

function firstUp(text: string): string {
  const [first = ''] = charactersOf(text);
  const [up = '', ...more] = charactersOf(first.toUpperCase());
  return up + (more.join('') + text.slice(first.length)).toLowerCase();
}

/** One text, or one of a list. */
function anyOf(name: MethodName, part: unknown, fits: (one: string) => boolean): boolean {
  return (Array.isArray(part) ? part : [part]).map((one) => textIn(name, one)).some(fits);
}

function countOf(text: string, part: string): number {
  return part === '' ? pointsIn(text) + 1 : text.split(part).length - 1;
}

function pointsIn(text: string): number {
  return charactersOf(text).length;
}

/** In characters, as everything that counts in a text. */
function placeOf(text: string, unit: number): number {
  return unit < 0 ? -1 : pointsIn(text.slice(0, unit));
}

function found(place: number): number {
  if (place < 0) throw new Broken('index() does not find it');
  return place;
}

function joined(text: string, items: unknown, meter: Meter): string {
  if (!Array.isArray(items)) throw new Broken(`join() needs a list of texts, not ${kindOf(items)}`);
  meter.spend(items.length);
  const texts = items.map((item) => textIn('join', item));
  const length = texts.reduce((sum, one) => sum + one.length + text.length, 0);
  if (length > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return texts.join(text);
}

function filling(name: MethodName, text: string, width: unknown, fill: unknown = ' '): string {
  if (typeof fill !== 'string' || pointsIn(fill) !== 1) throw new Broken(`${name}() fills with one character`);
  const missing = Math.max(0, wholeIn(name, width) - pointsIn(text));
  if (missing > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return fill.repeat(missing);
}

function zeros(text: string, width: unknown): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + filling('zfill', text, width, '0') + text.slice(sign.length);
}

function stripped(name: 'strip' | 'lstrip' | 'rstrip', text: string, set: unknown): string {
  const points = charactersOf(text);
  const only = set === undefined || set === null ? undefined : new Set(textIn(name, set));
  const stays = (point: string) => (only ? !only.has(point) : point.trim() !== '');
  const first = name === 'rstrip' ? 0 : points.findIndex(stays);
  const last = name === 'lstrip' ? points.length - 1 : points.findLastIndex(stays);
  return first < 0 ? '' : points.slice(first, last + 1).join('');
}

function withoutEnd(text: string, part: string): string {
  return part !== '' && text.endsWith(part) ? text.slice(0, -part.length) : text;
}

function replaced(text: string, [from, to, most = -1]: readonly unknown[]): string {
  const [part, other, limit] = [textIn('replace', from), textIn('replace', to), wholeIn('replace', most)];
  const pieces = part === '' ? ['', ...charactersOf(text), ''] : text.split(part);
  const times = limit < 0 ? pieces.length - 1 : Math.min(limit, pieces.length - 1);
  if (text.length + times * Math.max(0, other.length - part.length) > MAX_TEXT)
    throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  const first = pieces.slice(0, times + 1).join(other);
  return [first, ...pieces.slice(times + 1)].join(part);
}

function split(text: string, by: unknown, most: unknown, meter: Meter): readonly string[] {
  const limit = most === undefined ? -1 : wholeIn('split', most);
  if (by !== undefined && by !== null) {
    const part = textIn('split', by);
    if (part === '') throw new Broken('split() needs a separator');
    const pieces = text.split(part);
    if (limit < 0 || pieces.length <= limit + 1) return counted(pieces, meter);
    return counted([...pieces.slice(0, limit), pieces.slice(limit).join(part)], meter);
  }
  const words = counted([...text.matchAll(/\S+/g)], meter);
  const rest = limit < 0 ? undefined : words[limit];
  const whole = (rest ? words.slice(0, limit) : words).map(([word]) => word);
  return rest ? [...whole, text.slice(rest.index).trimEnd()] : whole;
}

/** The end of the last line begins no other. */
function linesOf(text: string, meter: Meter): readonly string[] {
  const lines = counted(text.split(/\r\n|\r|\n/), meter);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function counted<Piece>(pieces: readonly Piece[], meter: Meter): readonly Piece[] {
  meter.spend(pieces.length);
  return pieces;
}
