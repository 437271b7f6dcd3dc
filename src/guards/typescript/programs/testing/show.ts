import { isArray, isObject } from '../bridge/reading.ts';

const MAX_LENGTH = 300;
const MAX_ITEMS = 12;
const MAX_DEPTH = 3;

/** A value in one line, as a person would write it; shortened. */
export function show(value: unknown): string {
  const shown = showIn(value, 0);
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

function showIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (!isObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  try {
    return showObject(value, depth);
  } catch {
    return '[an object that cannot be looked at]';
  }
}

function textOf(text: string): string {
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  const escaped = JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`);
  return `'${escaped}'`;
}

function showObject(value: object, depth: number): string {
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (value instanceof Error) return `[${String(value)}]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (depth >= MAX_DEPTH) return isArray(value) ? '[…]' : '{…}';
  const inner = (item: unknown) => showIn(item, depth + 1);
  if (isArray(value)) return enclosed('[', value.map(inner), ']');
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]: [unknown, unknown]) => `${inner(key)} => ${inner(item)}`);
    return enclosed('Map {', entries, '}');
  }
  if (value instanceof Set) return enclosed('Set {', Array.from(value, inner), '}');
  const properties = Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${inner(item)}`);
  return enclosed(`${classOf(value)}{`, properties, '}');
}

function enclosed(open: string, items: readonly string[], close: string): string {
  const shown = items.length > MAX_ITEMS ? [...items.slice(0, MAX_ITEMS), '…'] : items;
  const space = close === '}' && shown.length > 0 ? ' ' : '';
  return `${open}${space}${shown.join(', ')}${space}${close}`;
}

function keyOf(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : textOf(key);
}

function classOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return '';
  const made: unknown = Reflect.get(value, 'constructor');
  const name: unknown = typeof made === 'function' ? Reflect.get(made, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? `${name} ` : '';
}
