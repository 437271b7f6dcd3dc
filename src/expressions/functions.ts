import type { FunctionName } from './expression.ts';
import { Broken, type Meter } from './meter.ts';
import { finite } from './operators.ts';
import { rounded } from './rounded.ts';
import { charactersOf, isObject, isTrue, kindOf, numberOf, propertyOf } from './values.ts';

/** Applies one of the ten functions of R37 to values already evaluated. */
export function callFunction(name: FunctionName, values: readonly unknown[], meter: Meter): unknown {
  return FUNCTION[name](values, meter);
}

/** What is wrong with so many arguments; undefined when the function takes them. */
export function arityProblem(name: FunctionName, count: number): string | undefined {
  const [least, most] = ARITY[name];
  return count < least || count > most ? `${name}() takes ${arityText(least, most)}, not ${count}` : undefined;
}

const ARITY: Readonly<Record<FunctionName, readonly [least: number, most: number]>> = {
  get: [2, 3],
  max: [1, Number.POSITIVE_INFINITY],
  min: [1, Number.POSITIVE_INFINITY],
  abs: [1, 1],
  round: [1, 2],
  len: [1, 1],
  int: [1, 1],
  float: [1, 1],
  str: [1, 1],
  bool: [1, 1],
};

const FUNCTION: Readonly<Record<FunctionName, (values: readonly unknown[], meter: Meter) => unknown>> = {
  get: ([object, key, otherwise = null]) => propertyAt(object, key) ?? otherwise,
  max: (values, meter) => extreme('max', values, meter, (a, b) => a > b),
  min: (values, meter) => extreme('min', values, meter, (a, b) => a < b),
  abs: ([value]) => Math.abs(numberIn('abs', value)),
  round: ([value, digits = 0]) => rounded(numberIn('round', value), numberIn('round', digits)),
  len: ([value], meter) => lengthOf(value, meter),
  int: ([value]) => wholeNumber(value),
  float: ([value]) => toNumber('float', value),
  str: ([value]) => toText(value),
  bool: ([value]) => isTrue(value),
};

function arityText(least: number, most: number): string {
  if (least === most) return `${least} argument${least === 1 ? '' : 's'}`;
  return most === Number.POSITIVE_INFINITY ? `at least ${least} argument` : `${least} or ${most} arguments`;
}

/** Also what `x["key"]` and `x[0]` mean: text for objects, whole numbers for lists, from the end when below zero. */
export function propertyAt(object: unknown, key: unknown): unknown {
  if (Array.isArray(object) && typeof key === 'number')
    return propertyOf(object, String(key < 0 ? object.length + key : key));
  return typeof key === 'string' ? propertyOf(object, key) : undefined;
}

/** The items of one list, or the arguments themselves. */
function extreme(
  name: 'max' | 'min',
  values: readonly unknown[],
  meter: Meter,
  isBetter: (a: string | number, b: string | number) => boolean,
): unknown {
  const items = values.length === 1 ? itemsIn(name, values[0]) : values;
  meter.spend(items.length);
  const keys = items.map((item) => (typeof item === 'string' ? item : numberOf(item)));
  const [first] = keys;
  if (first === undefined || keys.some((key) => typeof key !== typeof first))
    throw new Broken(`${name}() needs at least one value, and all numbers or all texts`);
  const best = keys.reduce<number>((at, key, i) => (isBetter(key ?? first, keys[at] ?? first) ? i : at), 0);
  return items[best];
}

/** Of one argument its entries, or its characters. */
function itemsIn(name: 'max' | 'min', value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return charactersOf(value);
  throw new Broken(`${name}() of one value needs a list or a text, not ${kindOf(value)}`);
}

function numberIn(name: FunctionName, value: unknown): number {
  const number = numberOf(value);
  if (number === undefined) throw new Broken(`${name}() needs a number, not ${kindOf(value)}`);
  return number;
}

/** Of a text its code points, of a list its items, of an object its keys. */
function lengthOf(value: unknown, meter: Meter): number {
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  if (typeof value !== 'string') throw new Broken(`len() needs text, a list or an object, not ${kindOf(value)}`);
  meter.spend(value.length);
  let points = 0;
  for (const _ of value) points += 1;
  return points;
}

function toNumber(name: FunctionName, value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.length <= 400 && NUMBER.test(value.trim())) return finite(Number(value));
  throw new Broken(`${name}() cannot read ${kindOf(value)} as a number`);
}

/** A text is read as a whole number or not at all. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'string' && !/^[+-]?\d+$/.test(value.trim()))
    throw new Broken('int() reads whole numbers only; write int(float(x))');
  return Math.trunc(toNumber('int', value)) + 0;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** True, False and None are spelled as in Python (R107); lists and objects have no text. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  throw new Broken(`str() cannot write ${kindOf(value)}`);
}
