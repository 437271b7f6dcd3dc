/** Why a condition is false: both sides of the comparisons that made it so, and how far they are apart. */
import { shortened } from '../text/text.ts';
import { differenceOf } from './decimals.ts';
import type { Scope } from './evaluate.ts';
import type { Comparison, Expression } from './expression.ts';
import { holding } from './in-words.ts';
import { repeatedAt, unsortedAt } from './list-order.ts';
import { Broken, createMeter, Exhausted, MAX_STEPS } from './meter.ts';
import { parseExpression } from './parse.ts';
import { inWords, type Room, roomsOf, valueOf } from './value-of.ts';
import { datesOf, isTrue, numberOf } from './values.ts';

const MOST_LINES = 5;
const MOST_ENTRIES = 3;
const LONGEST = 400;

/**
 * Says why a condition is false, such as `sum(lines[*].net) is 0.31, total is 0.3: the difference is 0.01`. Total; empty where it is not
 * false, or where it says everything itself.
 */
export function explainFalse(condition: string, scope: Scope): readonly string[] {
  const parsed = parseExpression(condition);
  if (!parsed.ok) return [];
  const lines = new Set<string>();
  try {
    if (truthIn(parsed.expression, { scope, meter: createMeter(MAX_STEPS) }) !== false) return [];
    for (const line of linesOf(parsed.expression, { scope, meter: createMeter(MAX_STEPS) }, false)) {
      lines.add(shortened(line, LONGEST));
      if (lines.size >= MOST_LINES) break;
    }
  } catch (error) {
    // The lines so far are true, and the verdict stands without the others.
    if (!(error instanceof Exhausted)) throw error;
  }
  return [...lines];
}

/** Why an expression is true or false; `truth` is what it is. */
function* linesOf(expression: Expression, room: Room, truth: boolean): Generator<string> {
  switch (expression.kind) {
    case 'not':
      return yield* linesOf(expression.operand, room, !truth);
    case 'and':
    case 'or':
      return yield* ofThose([expression.left, expression.right], room, truth);
    case 'choice':
      return yield* linesOf(truthIn(expression.test, room) === true ? expression.yes : expression.no, room, truth);
    case 'comparison':
      return yield* ofComparison(expression, room, truth);
    case 'chain':
      return yield* ofThose(pairsOf(expression), room, truth);
    case 'quantifier':
      return yield* ofQuantifier(expression, room, truth);
    case 'call':
      return yield* ofCall(expression, room, truth);
    case 'method':
      return yield* heldBy([expression.object, ...expression.arguments], room);
    case 'literal':
    case 'name':
    case 'member':
    case 'each':
    case 'entry':
    case 'list':
    case 'object':
    case 'slice':
    case 'minus':
    case 'plus':
    case 'arithmetic':
    default:
      return yield* heldBy([expression], room);
  }
}

/** Of several expressions those that are what the whole is. */
function* ofThose(expressions: readonly Expression[], room: Room, truth: boolean): Generator<string> {
  for (const one of expressions) if (truthIn(one, room) === truth) yield* linesOf(one, room, truth);
}

/** What each of these holds, constants left out. */
function* heldBy(expressions: readonly Expression[], room: Room): Generator<string> {
  for (const one of expressions) {
    const held = isConstant(one) ? undefined : answerOf(one, room);
    if (held) yield `${inWords(one, room)} is ${holding(held.value)}`;
  }
}

type Compared = Extract<Expression, { kind: 'comparison' }>;

function* ofComparison({ operator, left, right }: Compared, room: Room, truth: boolean): Generator<string> {
  const turned = TURNED[operator];
  if (isConstant(left) && !isConstant(right) && turned)
    return yield* ofComparison({ kind: 'comparison', operator: turned, left: right, right: left }, room, truth);
  const [a, b] = [answerOf(left, room), answerOf(right, room)];
  if (!a || !b) return;
  const unmet = truth ? undefined : UNMET[operator];
  if (isConstant(right) && unmet === undefined) return yield* heldBy([left], room);
  const difference = differenceIn(a.value, b.value);
  const other = isConstant(right)
    ? `${unmet} ${inWords(right, room)}`
    : `${inWords(right, room)} is ${holding(b.value)}`;
  const said = isConstant(left) ? `${inWords(left, room)} is ` : `${inWords(left, room)} is ${holding(a.value)}, `;
  yield `${said}${other}${difference === undefined ? '' : `: the difference is ${difference}`}`;
}

/** The same comparison with its sides exchanged. */
const TURNED: Partial<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** What a value is not, if its comparison with a constant is false. */
const UNMET: Partial<Record<Comparison, string>> = {
  '==': 'not',
  '<': 'not less than',
  '<=': 'not at most',
  '>': 'not more than',
  '>=': 'not at least',
};

function isConstant(expression: Expression): boolean {
  if (expression.kind === 'list') return expression.items.every(isConstant);
  if (expression.kind === 'minus' || expression.kind === 'plus') return isConstant(expression.operand);
  return expression.kind === 'literal';
}

/** How far two numbers or dates are apart; undefined where they are equal, or neither. */
function differenceIn(left: unknown, right: unknown): string | undefined {
  const dates = datesOf(left, right);
  const days = dates && Math.abs(dates[0].days - dates[1].days);
  if (days !== undefined) return days === 0 ? undefined : `${days} ${days === 1 ? 'day' : 'days'}`;
  const [a, b] = [left, right].map((value) => (typeof value === 'boolean' ? undefined : numberOf(value)));
  if (a === undefined || b === undefined) return undefined;
  try {
    const difference = differenceOf(a, b);
    return difference === 0 ? undefined : String(difference);
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
}

function pairsOf({ operands, operators }: Extract<Expression, { kind: 'chain' }>): readonly Compared[] {
  return operators.flatMap((operator, i): readonly Compared[] => {
    const [left, right] = operands.slice(i, i + 2);
    return left && right ? [{ kind: 'comparison', operator, left, right }] : [];
  });
}

/** The first entries that are what the whole is, and how many more there are. */
function* ofQuantifier(
  expression: Extract<Expression, { kind: 'quantifier' }>,
  room: Room,
  truth: boolean,
): Generator<string> {
  const { list, test } = expression;
  const items = answerOf(list, room)?.value;
  if (!Array.isArray(items)) return;
  if (items.length === 0) yield `${inWords(list, room)} is empty`;
  let told = 0;
  for (const inside of roomsOf(expression, items, room)) {
    if (truthIn(test, inside) !== truth) continue;
    told += 1;
    if (told <= MOST_ENTRIES) yield* linesOf(test, inside, truth);
  }
  if (told > MOST_ENTRIES) yield `and ${told - MOST_ENTRIES} more entries of ${inWords(list, room)}`;
}

function* ofCall(expression: Extract<Expression, { kind: 'call' }>, room: Room, truth: boolean): Generator<string> {
  const { name, arguments: operands } = expression;
  const [list] = operands;
  const items = list && answerOf(list, room)?.value;
  if (truth || !list || !Array.isArray(items) || (name !== 'isUnique' && name !== 'isSorted'))
    return yield* heldBy(operands, room);
  const of = inWords(list, room);
  const at = name === 'isUnique' ? repeatedAt(items, room.meter) : unsortedAt(items, room.meter);
  if (at === undefined) return;
  if (name === 'isUnique') yield `entry [${at}] of ${of} is ${holding(items[at])}, which is there before`;
  else yield `entry [${at}] of ${of} is ${holding(items[at])}, after ${holding(items[at - 1])}`;
}

function truthIn(expression: Expression, room: Room): boolean | undefined {
  const found = answerOf(expression, room);
  return found && isTrue(found.value);
}

/** Undefined where it cannot be calculated. */
function answerOf(expression: Expression, room: Room): { readonly value: unknown } | undefined {
  try {
    return { value: valueOf(expression, room) };
  } catch (error) {
    if (!(error instanceof Broken) || error instanceof Exhausted) throw error;
    return undefined;
  }
}
