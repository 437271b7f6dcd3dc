import { ExactNumber } from '../text/exact-json.ts';
import { negated, wholeOf } from './decimals.ts';
import { type Expression, FORBIDDEN_KEYS, IT } from './expression.ts';
import { callFunction, propertyAt } from './functions.ts';
import { type EntryNames, holding, written } from './in-words.ts';
import { Broken, Exhausted, type Meter, type Reason } from './meter.ts';
import { callMethod } from './methods.ts';
import { calculate, compare } from './operators.ts';
import { ENTRY, rootsIn } from './parts-of.ts';
import { sliceOf } from './slices.ts';
import { charactersOf, isScalar, isTrue, kindOf, numberOf, propertyOf } from './values.ts';

/** What one evaluation works in; its steps are counted together. */
export interface Room {
  readonly scope: Readonly<Record<string, unknown>>;
  readonly meter: Meter;
  /** Of `code`: what is not there is nothing, and noted here where it is a name. */
  readonly lenient?: Set<string>;
  /** Inside of an odd number of `not`s, where `and` is to its sides what `or` is outside. */
  readonly isNegated?: boolean;
  /** The entry that a path after `[*]` begins at. */
  readonly entry?: Entry;
  /** What `it` is in the text of a quantifier. */
  readonly it?: Entry;
}

/** An entry of a list, which notes call by its place: `artifact.lines[2]`. */
interface Entry {
  readonly value: unknown;
  readonly name: () => string;
}

/** An expression as notes write it, with the places of the entries that it is about. */
export function inWords(expression: Expression, { entry, it }: Pick<Room, 'entry' | 'it'>): string {
  const names: EntryNames = { ...(entry && { entry: entry.name() }), ...(it && { it: it.name() }) };
  return written(expression, names);
}

/** The entries of a list, in rooms of their own. */
export function* roomsOf(
  { list, kind }: Extract<Expression, { kind: 'each' | 'quantifier' }>,
  items: readonly unknown[],
  room: Room,
): Generator<Room> {
  for (const [at, value] of items.entries()) {
    const entry: Entry = { value, name: () => `${inWords(list, room)}[${at}]` };
    yield kind === 'each' ? { ...room, entry } : { ...room, it: entry };
  }
}

/** A path without a value (R109). */
class Absent {
  readonly because: string;
  /** Of a machine's variables, which are known by their names as well. */
  readonly isName: boolean;

  constructor(reason: string, isName = false) {
    this.because = reason;
    this.isName = isName;
  }
}

/** A JSON value. Throws `Broken` where there is none. */
export function valueOf(expression: Expression, room: Room): unknown {
  const found = read(expression, room);
  if (!(found instanceof Absent)) return found;
  throw because(
    found.isName ? found.because : `${inWords(expression, room)} has no value: ${found.because}`,
    rootsIn(expression),
  );
}

function read(expression: Expression, room: Room): unknown {
  room.meter.spend();
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return allOf(expression.items, room);
    case 'name':
      return named(expression.name, room);
    case 'entry':
      return priced(room.entry?.value ?? null, room);
    case 'each':
      return ofEach(expression, room);
    case 'quantifier':
      return quantified(expression, room);
    case 'member':
      return memberOf(expression, room);
    case 'object':
      return objectOf(expression.entries, room);
    case 'slice':
      return worked(expression, [expression.object, ...expression.bounds], room, (values) =>
        sliceOf(values, room.meter),
      );
    case 'call':
      return called(expression, room);
    case 'method':
      return worked(expression, [expression.object, ...expression.arguments], room, ([text, ...values]) =>
        callMethod(expression.name, text, values, room.meter),
      );
    case 'choice':
      return chosen(expression, room);
    case 'not':
      return !isTrue(valueOf(expression.operand, { ...room, isNegated: room.isNegated !== true }));
    case 'minus':
    case 'plus':
      return signedOf(expression, room);
    case 'and':
    case 'or':
      return joinedBy(expression, room);
    case 'comparison':
      return compared(expression, room);
    case 'chain':
      return chained(expression, room);
    case 'arithmetic':
    default:
      return worked(expression, [expression.left, expression.right], room, ([left, right]) =>
        calculate(expression.operator, left, right, room.meter),
      );
  }
}

/** A long number costs where it is read: comparing it takes as long. */
function priced(value: unknown, { meter }: Room): unknown {
  if (value instanceof ExactNumber) meter.spend(value.text.length);
  return value;
}

function named(name: string, room: Room): unknown {
  const { scope, lenient, it } = room;
  if (name === IT && it) return priced(it.value ?? null, room);
  const value = propertyOf(scope, name);
  if (value !== undefined) return priced(value, room);
  const note = `unknown name "${name}"`;
  if (!lenient) throw because(note, new Set([name]));
  lenient.add(note);
  return null;
}

/** Below text, a number, true or false there is nothing to ask for, not even whether it is there. */
function memberOf(expression: Extract<Expression, { kind: 'member' }>, room: Room): unknown {
  const { object } = expression;
  const holder = read(object, room);
  const key = valueOf(expression.key, room);
  if (holder instanceof Absent) return holder;
  const at = wholeOf(key);
  if (typeof holder === 'string' && at !== undefined) return characterAt(holder, at, expression, room);
  const found = propertyAt(holder, key);
  if (found !== undefined) return priced(found, room);
  const isName = object.kind === 'name' && object.name === 'context';
  const unknown = `unknown name "context.${String(key)}"`;
  if (room.lenient) {
    if (isName) room.lenient.add(unknown);
    if (isForbidden(key)) room.lenient.add(`the property "${String(key)}" cannot be read`);
    return null;
  }
  const held = isForbidden(key)
    ? `the property "${String(key)}" cannot be read`
    : `${inWords(object, room)} is ${holding(holder)}`;
  if (isScalar(holder) || isForbidden(key))
    throw because(`${inWords(expression, room)} has no value: ${held}`, rootsIn(object));
  return isName ? new Absent(unknown, true) : new Absent(held);
}

/** A character of a text, from the end when below zero. */
function characterAt(text: string, at: number, expression: Expression, room: Room): string {
  room.meter.spend(text.length);
  const found = charactersOf(text).at(at);
  if (found !== undefined) return found;
  throw because(
    `${inWords(expression, room)} has no value: it has ${charactersOf(text).length} characters`,
    rootsIn(expression),
  );
}

function isForbidden(key: unknown): boolean {
  return typeof key === 'string' && FORBIDDEN_KEYS.has(key);
}

/** `get` asks about absence: of what its object is, too. */
function called(expression: Extract<Expression, { kind: 'call' }>, room: Room): unknown {
  const { name, arguments: operands } = expression;
  const [first, ...others] = operands;
  if (name !== 'get' || first === undefined)
    return worked(expression, operands, room, (values) => callFunction(name, values, room.meter));
  const holder = read(first, room);
  const values = others.map((operand) => valueOf(operand, room));
  if (isScalar(holder) && !room.lenient) {
    const note = `${inWords(expression, room)} has no value: ${inWords(first, room)} is ${holding(holder)}`;
    throw because(note, rootsIn(first));
  }
  return priced(callFunction(name, [holder instanceof Absent ? null : holder, ...values], room.meter), room);
}

/** What the part is of each entry; a list of lists of parts is one list. */
function ofEach(expression: Extract<Expression, { kind: 'each' }>, room: Room): unknown {
  const { list, part } = expression;
  const held = read(list, room);
  if (held instanceof Absent) return held;
  if (!Array.isArray(held)) {
    const name = inWords(list, room);
    throw because(`${name}[*] needs a list: ${name} is ${holding(held)}`, rootsIn(list));
  }
  const found: unknown[] = [];
  const reasons: Reason[] = [];
  for (const inside of roomsOf(expression, held, room)) {
    const one = attempted(part, inside);
    if ('reasons' in one) reasons.push(...one.reasons);
    else if (part.kind === 'each' && Array.isArray(one.value)) for (const value of one.value) found.push(value);
    else found.push(one.value);
    if (reasons.length >= MOST_ENTRIES) break;
  }
  if (reasons.length > 0) throw brokenBy(reasons.map((reason) => ofList(reason, ENTRY, list)));
  return found;
}

/** The entries that are told of in notes where many lack something. */
const MOST_ENTRIES = 5;

/** As `and` and `or` of what is said of each entry: settled by whichever settles it (R109). */
function quantified(expression: Extract<Expression, { kind: 'quantifier' }>, room: Room): boolean {
  const { name, list, test } = expression;
  const held = valueOf(list, room);
  if (!Array.isArray(held)) {
    const note = `${inWords(expression, room)}: ${name}() needs a list, not ${kindOf(held)}; ${inWords(list, room)} is ${holding(held)}`;
    throw because(note, rootsIn(list));
  }
  const settles = name === 'any';
  const reasons: Reason[] = [];
  for (const inside of roomsOf(expression, held, room)) {
    const one = attempted(test, inside);
    if ('value' in one && isTrue(one.value) === settles) return settles;
    if ('reasons' in one && reasons.length < MOST_ENTRIES) reasons.push(...one.reasons);
  }
  if (reasons.length > 0) throw brokenBy(reasons.map((reason) => ofList(reason, IT, list)));
  return !settles;
}

/** What is said of an entry is said of its list. */
function ofList({ note, roots }: Reason, head: string, list: Expression): Reason {
  if (!roots.has(head)) return { note, roots };
  return { note, roots: new Set([...[...roots].filter((root) => root !== head), ...rootsIn(list)]) };
}

/** Keys are texts. */
function objectOf(entries: Extract<Expression, { kind: 'object' }>['entries'], room: Room): object {
  const values = allOf(entries.flat(), room);
  const pairs = entries.map((_, i) => [values[2 * i], values[2 * i + 1]] as const);
  const wrong = pairs.find(([key]) => typeof key !== 'string' || isForbidden(key));
  if (wrong) throw because(`${holding(wrong[0])} cannot be a key`, rootsIn(...entries.flat()));
  return Object.fromEntries(pairs.map(([key, value]) => [String(key), value]));
}

/** The test and the branch that it chooses; a reason for what that lacks is about all three, since another test would choose another. */
function chosen(expression: Extract<Expression, { kind: 'choice' }>, room: Room): unknown {
  const { test, yes, no } = expression;
  const branch = attempted(isTrue(valueOf(test, room)) ? yes : no, room);
  if ('value' in branch) return branch.value;
  const all = rootsIn(test, yes, no);
  throw brokenBy(branch.reasons.map(({ note, roots }) => ({ note, roots: new Set([...roots, ...all]) })));
}

/** `== null` and `!= null` are true and false of a path that is not there; no other comparison has an answer for it. */
function compared(expression: Extract<Expression, { kind: 'comparison' }>, room: Room): unknown {
  const { operator, left, right } = expression;
  if (ASKING.has(operator)) {
    for (const [asked, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (other.kind !== 'literal' || other.value !== null) continue;
      const found = read(asked, room);
      return (found === null || found instanceof Absent) === (operator === '==' || operator === 'is');
    }
  }
  return worked(expression, [left, right], room, ([a, b]) => compare(operator, a, b, room.meter));
}

/** False where one comparison is, whatever the others. */
function chained({ operands, operators }: Extract<Expression, { kind: 'chain' }>, room: Room): boolean {
  const reasons: Reason[] = [];
  for (const [i, operator] of operators.entries()) {
    const [left, right] = operands.slice(i, i + 2);
    if (left === undefined || right === undefined) continue;
    const found = attempted({ kind: 'comparison', operator, left, right }, room);
    if ('reasons' in found) reasons.push(...found.reasons);
    else if (found.value === false) return false;
  }
  if (reasons.length > 0) throw brokenBy(reasons);
  return true;
}

const ASKING: ReadonlySet<string> = new Set(['==', '!=', 'is', 'is not']);

/** Does something with the values of operands; where that breaks, says with which. */
function worked(
  expression: Expression,
  operands: readonly Expression[],
  room: Room,
  work: (values: readonly unknown[]) => unknown,
): unknown {
  const values = allOf(operands, room);
  try {
    return work(values);
  } catch (error) {
    if (!(error instanceof Broken) || error instanceof Exhausted) throw error;
    const held = operands.flatMap((operand, i) =>
      operand.kind === 'literal' ? [] : [`${inWords(operand, room)} is ${holding(values[i])}`],
    );
    throw because([`${inWords(expression, room)}: ${error.message}`, ...held].join('; '), rootsIn(expression));
  }
}

/** The values of all, or every reason why one has none. */
function allOf(operands: readonly Expression[], room: Room): readonly unknown[] {
  const found = operands.map((operand) => attempted(operand, room));
  const reasons = found.flatMap((one) => ('reasons' in one ? one.reasons : []));
  if (reasons.length > 0) throw brokenBy(reasons);
  return found.map((one) => ('value' in one ? one.value : undefined));
}

function signedOf(expression: Extract<Expression, { operand: Expression }>, room: Room): unknown {
  const { kind, operand } = expression;
  return worked(expression, [operand], room, ([value]) => {
    const number = numberOf(value);
    if (number === undefined) throw new Broken(`${kind} ${kindOf(value)} cannot be calculated`);
    return kind === 'minus' ? negated(number) : number;
  });
}

/**
 * The right side is evaluated only when it decides; the value is the side that decided. A left side that cannot be calculated is passed
 * over where the right one settles the whole (R109).
 */
function joinedBy(expression: Extract<Expression, { kind: 'and' | 'or' }>, room: Room): unknown {
  const { kind, left, right } = expression;
  const first = attempted(left, room);
  if ('value' in first && isTrue(first.value) !== (kind === 'and')) return first.value;
  const second = attempted(right, room);
  if ('value' in second && ('value' in first || isTrue(second.value) !== (kind === 'and'))) return second.value;
  // Where either side could settle it, each reason is about the names of both.
  const settles = (kind === 'or') === (room.isNegated !== true);
  const both = settles ? rootsIn(left, right) : new Set<string>();
  const reasons = [first, second].flatMap((side) => ('reasons' in side ? side.reasons : []));
  throw brokenBy(reasons.map(({ note, roots }) => ({ note, roots: new Set([...roots, ...both]) })));
}

type Attempt = { readonly value: unknown } | { readonly reasons: readonly Reason[] };

/** `code` goes on as Python does: what breaks on the left breaks the whole. */
function attempted(side: Expression, room: Room): Attempt {
  try {
    return { value: valueOf(side, room) };
  } catch (error) {
    if (!(error instanceof Broken) || error instanceof Exhausted || error.reasons === undefined || room.lenient)
      throw error;
    return { reasons: error.reasons };
  }
}

function because(note: string, roots: ReadonlySet<string>): Broken {
  return brokenBy([{ note, roots }]);
}

function brokenBy(reasons: readonly Reason[]): Broken {
  return new Broken(reasons.map(({ note }) => note).join('; '), reasons);
}
