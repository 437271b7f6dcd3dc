import { type Expression, FORBIDDEN_KEYS } from './expression.ts';
import { callFunction, propertyAt } from './functions.ts';
import { Broken, createMeter, type Meter } from './meter.ts';
import { calculate, compare } from './operators.ts';
import { parseExpression } from './parse.ts';
import { isTrue, kindOf, propertyOf } from './values.ts';

/** The names an expression may use; values are JSON. */
export type Scope = Readonly<Record<string, unknown>>;

/** `notes` say why a value is less than it looks: names that are not known, what could not be calculated. */
export interface Evaluation {
  readonly value: unknown;
  readonly notes: readonly string[];
}

export interface Truth {
  readonly truth: boolean;
  readonly notes: readonly string[];
}

/**
 * The value of an expression in a scope (R37). Total: never throws, ends within 10,000 steps, reads own data properties only. A
 * name that is not known is undefined and noted; what is broken (text less a number, a division by zero) makes the whole value
 * undefined and is noted. A property that is not there is undefined without a note, since data may leave things out; but those of
 * `context` are names.
 */
export function evaluate(expression: Expression, scope: Scope): Evaluation {
  const notes = new Set<string>();
  try {
    const value = valueOf(expression, { scope, notes, meter: createMeter(MAX_STEPS) });
    return { value, notes: [...notes] };
  } catch (error) {
    notes.add(error instanceof Broken ? error.message : 'the expression cannot be evaluated on these values');
    return { value: undefined, notes: [...notes] };
  }
}

/** Whether a condition holds. One that is broken or meets a name that is not known is false, and `notes` say why (R37). */
export function truthOf(condition: Expression | string, scope: Scope): Truth {
  const parsed =
    typeof condition === 'string' ? parseExpression(condition) : { ok: true as const, expression: condition };
  if (!parsed.ok) return { truth: false, notes: [parsed.message] };
  const { value, notes } = evaluate(parsed.expression, scope);
  return { truth: notes.length === 0 && isTrue(value), notes };
}

const MAX_STEPS = 10_000;

/** What one evaluation works in; its steps are counted together. */
export interface Room {
  readonly scope: Scope;
  readonly notes: Set<string>;
  readonly meter: Meter;
}

/** As `evaluate`, in a room of the caller's. Throws `Broken`. */
export function valueOf(expression: Expression, room: Room): unknown {
  room.meter.spend();
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => valueOf(item, room));
    case 'name':
      return named(expression.name, room);
    case 'member':
      return memberOf(expression, room);
    case 'call':
      return callFunction(
        expression.name,
        expression.arguments.map((argument) => valueOf(argument, room)),
        room.meter,
      );
    case 'not':
      return !isTrue(valueOf(expression.operand, room));
    case 'minus':
    case 'plus':
      return signed(expression.kind, valueOf(expression.operand, room));
    case 'and':
    case 'or':
      return joinedBy(expression.kind, expression.left, expression.right, room);
    case 'comparison':
      return compare(expression.operator, valueOf(expression.left, room), valueOf(expression.right, room), room.meter);
    case 'arithmetic':
    default:
      return calculate(expression.operator, valueOf(expression.left, room), valueOf(expression.right, room));
  }
}

function named(name: string, room: Room): unknown {
  const value = propertyOf(room.scope, name);
  if (value === undefined) room.notes.add(`unknown name "${name}"`);
  return value;
}

function memberOf({ object, key: written }: Extract<Expression, { kind: 'member' }>, room: Room): unknown {
  const [holder, key] = [valueOf(object, room), valueOf(written, room)];
  if (typeof key === 'string' && FORBIDDEN_KEYS.has(key)) room.notes.add(`the property "${key}" cannot be read`);
  const found = propertyAt(holder, key);
  const isName = object.kind === 'name' && object.name === 'context';
  if (isName && found === undefined) room.notes.add(`unknown name "context.${String(key)}"`);
  return found;
}

function signed(sign: 'minus' | 'plus', value: unknown): number {
  if (typeof value !== 'number') throw new Broken(`${sign} ${kindOf(value)} cannot be calculated`);
  return sign === 'minus' ? -value : value;
}

/** The right side is evaluated only when it decides; the value is the side that decided. */
function joinedBy(kind: 'and' | 'or', left: Expression, right: Expression, room: Room): unknown {
  const first = valueOf(left, room);
  return isTrue(first) === (kind === 'and') ? valueOf(right, room) : first;
}
