import { isJsonNumber } from '../text/exact-json.ts';
import { CalendarDate, readDate } from './dates.ts';
import {
  absolute,
  averageOf,
  fixedText,
  type JsonNumber,
  ROUNDINGS,
  type Rounding,
  readNumber,
  roundedTo,
  sumOf,
  truncated,
  wholeOf,
} from './decimals.ts';
import type { FunctionName } from './expression.ts';
import { holding } from './in-words.ts';
import { repeatedAt, unsortedAt } from './list-order.ts';
import { Broken, type Meter } from './meter.ts';
import { orderOf } from './operators.ts';
import { isFound } from './patterns.ts';
import { charactersOf, isObject, isTrue, kindOf, numberOf, propertyOf } from './values.ts';

/** Applies one of the functions of R37 to values already evaluated. */
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
  sum: [1, 1],
  avg: [1, 1],
  min: [1, Number.POSITIVE_INFINITY],
  max: [1, Number.POSITIVE_INFINITY],
  count: [1, 1],
  isUnique: [1, 1],
  isSorted: [1, 1],
  abs: [1, 1],
  round: [1, 3],
  len: [1, 1],
  int: [1, 1],
  float: [1, 1],
  str: [1, 2],
  bool: [1, 1],
  date: [1, 1],
  matches: [2, 2],
};

const FUNCTION: Readonly<Record<FunctionName, (values: readonly unknown[], meter: Meter) => unknown>> = {
  get: ([object, key, otherwise = null]) => propertyAt(object, key) ?? otherwise,
  sum: ([list], meter) => sumOf(numbersIn('sum', list, meter), meter),
  avg: ([list], meter) => averageOf(notEmpty('avg', numbersIn('avg', list, meter)), meter),
  min: (values, meter) => extreme('min', values, meter),
  max: (values, meter) => extreme('max', values, meter),
  count: ([list]) => listIn('count', list).length,
  isUnique: ([list], meter) => repeatedAt(listIn('isUnique', list), meter) === undefined,
  isSorted: ([list], meter) => unsortedAt(listIn('isSorted', list), meter) === undefined,
  abs: ([value]) => absolute(numberIn('abs', value)),
  round: ([value, digits = 0, rounding = 'half-even']) =>
    roundedTo(numberIn('round', value), wholeOf(digits) ?? Number.NaN, roundingIn(rounding)),
  len: ([value], meter) => lengthOf(value, meter),
  int: ([value]) => wholeNumber(value),
  float: ([value]) => toNumber('float', value),
  str: ([value, digits]) =>
    digits === undefined ? toText(value) : fixedText(numberIn('str', value), wholeOf(digits) ?? Number.NaN),
  bool: ([value]) => isTrue(value),
  date: ([value]) => dateOf(value),
  matches: ([text, pattern], meter) => isFound(textIn('matches', pattern), textIn('matches', text), meter),
};

function arityText(least: number, most: number): string {
  if (least === most) return `${least} argument${least === 1 ? '' : 's'}`;
  if (most === Number.POSITIVE_INFINITY) return `at least ${least} argument`;
  return `${least} ${most - least === 1 ? 'or' : 'to'} ${most} arguments`;
}

/** What is wrong with the third argument of `round()`; undefined where it is one of the ways to round. */
export function roundingProblem(value: unknown): string | undefined {
  if (ROUNDINGS.some((one) => one === value)) return undefined;
  return `round() rounds ${ROUNDINGS.map((one) => `"${one}"`).join(' or ')}, not ${holding(value)}`;
}

function roundingIn(value: unknown): Rounding {
  const problem = roundingProblem(value);
  if (problem !== undefined) throw new Broken(problem);
  return value === 'half-up' ? 'half-up' : 'half-even';
}

/** Also what `x["key"]` and `x[0]` mean: text for objects, whole numbers for lists, from the end when below zero. */
export function propertyAt(object: unknown, key: unknown): unknown {
  if (typeof key === 'string') return propertyOf(object, key);
  const at = wholeOf(key);
  if (at === undefined || !Array.isArray(object)) return undefined;
  return propertyOf(object, String(at < 0 ? object.length + at : at));
}

function listIn(name: FunctionName, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Broken(`${name}() needs a list, not ${kindOf(value)}`);
  return value;
}

function notEmpty<Item>(name: FunctionName, items: readonly Item[]): readonly Item[] {
  if (items.length === 0) throw new Broken(`${name}() of an empty list cannot be calculated`);
  return items;
}

function numbersIn(name: FunctionName, value: unknown, meter: Meter): readonly JsonNumber[] {
  return listIn(name, value).map((item, at) => {
    meter.spend();
    const number = numberOf(item);
    if (number === undefined) throw new Broken(`${name}() needs numbers, and entry [${at}] is ${holding(item)}`);
    return number;
  });
}

/** The least or the greatest of one list, or of the arguments themselves; the earliest of equals. */
function extreme(name: 'max' | 'min', values: readonly unknown[], meter: Meter): unknown {
  const items = notEmpty(name, values.length === 1 ? itemsIn(name, values[0]) : values);
  return items.reduce((best, item) => {
    meter.spend();
    const order = orderOf(item, best, meter);
    if (order === undefined) throw new Broken(`${name}() needs all numbers, all texts or all dates`);
    return (name === 'max' ? order > 0 : order < 0) ? item : best;
  }, items[0]);
}

/** Of one argument its entries, or its characters. */
function itemsIn(name: 'max' | 'min', value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return charactersOf(value);
  throw new Broken(`${name}() of one value needs a list or a text, not ${kindOf(value)}`);
}

function numberIn(name: FunctionName, value: unknown): JsonNumber {
  const number = numberOf(value);
  if (number === undefined) throw new Broken(`${name}() needs a number, not ${kindOf(value)}`);
  return number;
}

function textIn(name: FunctionName, value: unknown): string {
  if (typeof value !== 'string') throw new Broken(`${name}() needs texts, not ${kindOf(value)}`);
  return value;
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

function toNumber(name: FunctionName, value: unknown): JsonNumber {
  const number = typeof value === 'string' ? readNumber(value) : numberOf(value);
  if (number === undefined) throw new Broken(`${name}() cannot read ${holding(value)} as a number`);
  return number;
}

/** A text is read as a whole number or not at all. */
function wholeNumber(value: unknown): JsonNumber {
  if (typeof value === 'string' && !/^[+-]?\d+$/.test(value.trim()))
    throw new Broken('int() reads whole numbers only; write int(float(x))');
  return truncated(toNumber('int', value));
}

/** True, False and None are spelled as in Python (R107), numbers and dates as they are written; lists and objects have no text. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof CalendarDate) return value.text;
  if (isJsonNumber(value)) return String(value);
  throw new Broken(`str() cannot write ${kindOf(value)}`);
}

function dateOf(value: unknown): CalendarDate {
  const date = typeof value === 'string' ? readDate(value) : value;
  if (date instanceof CalendarDate) return date;
  throw new Broken(`date() reads calendar dates such as "2026-11-27", not ${holding(value)}`);
}
