/**
 * The grammar, by recursive descent: operators bind as in Python (R107), `&&`, `||` and `!` are further spellings. What is read is a
 * list of tokens that nests no deeper than the scan allows.
 */

import { ExactNumber } from '../text/exact-number.ts';
import { called, calledOn } from './calls.ts';
import {
  ARITHMETIC,
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  type Expression,
  FORBIDDEN_KEYS,
  FOREIGN_WORDS,
  OPERATOR_WORDS,
} from './expression.ts';
import { literalOf } from './literals.ts';
import type { Token } from './scan.ts';

const NOTHING: Expression = { kind: 'literal', value: null };

/** Reads one expression. Its methods throw an `Error` in words. */
export class Parser {
  private readonly tokens: readonly Token[];
  private readonly read: (text: string) => Expression;
  private at = 0;
  private before = '';

  /** `read`: reads the text of an expression within this one. */
  constructor(tokens: readonly Token[], read: (text: string) => Expression) {
    this.tokens = tokens;
    this.read = read;
  }

  /** The expression that all tokens are. */
  whole(): Expression {
    const found = this.expression();
    if (this.at < this.tokens.length) throw this.unexpected();
    return found;
  }

  private expression(): Expression {
    const yes = this.or();
    if (this.takes('if') === undefined) return yes;
    const test = this.or();
    if (this.takes('else') === undefined) throw new Error('an "if" needs an "else": write x if condition else y');
    return { kind: 'choice', test, yes, no: this.expression() };
  }

  private or(): Expression {
    let left = this.and();
    while (this.takes('or', '||') !== undefined) left = { kind: 'or', left, right: this.and() };
    return left;
  }

  private and(): Expression {
    let left = this.not();
    while (this.takes('and', '&&') !== undefined) left = { kind: 'and', left, right: this.not() };
    return left;
  }

  private not(): Expression {
    if (this.takes('not') === undefined) return this.comparison();
    return { kind: 'not', operand: this.not() };
  }

  private comparison(): Expression {
    const operands = [this.sum()];
    const operators: Comparison[] = [];
    for (let operator = this.compares(); operator !== undefined; operator = this.compares()) {
      const right = this.sum();
      mustBeSingle(operator, right);
      operands.push(right);
      operators.push(operator);
    }
    const [left = NOTHING, right] = operands;
    const [operator] = operators;
    if (operator === undefined || right === undefined) return left;
    return operators.length > 1
      ? { kind: 'chain', operands, operators }
      : { kind: 'comparison', operator, left, right };
  }

  private compares(): Comparison | undefined {
    const word = this.peek();
    const isTwo =
      (word === 'not' && this.tokens[this.at + 1]?.text === 'in') ||
      (word === 'is' && this.tokens[this.at + 1]?.text === 'not');
    const text = isTwo ? `${word} ${this.tokens[this.at + 1]?.text}` : word;
    const found = COMPARISONS.find((one) => one === text);
    if (found === undefined) return undefined;
    this.at += isTwo ? 2 : 1;
    this.before = found;
    return found;
  }

  private sum(): Expression {
    let left = this.product();
    for (let text = this.takes('+', '-'); text !== undefined; text = this.takes('+', '-'))
      left = sumOf(arithmetic(text), left, this.product());
    return left;
  }

  private product(): Expression {
    let left = this.prefixed();
    for (let text = this.takes(...PRODUCTS); text !== undefined; text = this.takes(...PRODUCTS))
      left = { kind: 'arithmetic', operator: arithmetic(text), left, right: this.prefixed() };
    return left;
  }

  private prefixed(): Expression {
    const sign = this.takes('-', '+', '!');
    if (sign === undefined) return this.power();
    return { kind: sign === '!' ? 'not' : sign === '-' ? 'minus' : 'plus', operand: this.prefixed() };
  }

  private power(): Expression {
    const left = this.reached();
    if (this.takes('**') === undefined) return left;
    return { kind: 'arithmetic', operator: '**', left, right: this.prefixed() };
  }

  /** A value, and what is read below it. What follows `[*]` is read below each entry. */
  private reached(): Expression {
    const lists: Expression[] = [];
    let object = this.operand();
    for (;;) {
      if (this.takes('.') !== undefined) object = this.belowDot(object);
      else if (this.takesEach()) {
        lists.push(object);
        object = { kind: 'entry' };
      } else if (this.takes('[') !== undefined) object = this.belowBracket(object);
      else if (this.peek() === '(') throw new Error('only the named functions can be called');
      else break;
    }
    return lists.reduceRight((part, list) => ({ kind: 'each', list, part }), object);
  }

  /** `[*]` */
  private takesEach(): boolean {
    const isThere = ['[', '*', ']'].every((text, i) => this.tokens[this.at + i]?.text === text);
    if (isThere) this.at += 3;
    return isThere;
  }

  private belowDot(object: Expression): Expression {
    const { text } = this.next();
    if (!/^[A-Za-z_]\w*$/.test(text)) throw new Error(`a name must follow the "." before ${JSON.stringify(text)}`);
    if (this.takes('(') !== undefined) return calledOn(object, text, this.list(')', '('), this.read);
    return { kind: 'member', object, key: readable({ kind: 'literal', value: text }) };
  }

  private belowBracket(object: Expression): Expression {
    const bounds: Expression[] = [];
    let part = this.peek() === ':' ? NOTHING : this.expression();
    if (this.peek() !== ':') {
      this.close(']', '[');
      return { kind: 'member', object, key: readable(part) };
    }
    bounds.push(part);
    while (bounds.length < 3 && this.takes(':') !== undefined) {
      part = this.peek() === ':' || this.peek() === ']' ? NOTHING : this.expression();
      bounds.push(part);
    }
    this.close(']', '[');
    const [from = NOTHING, to = NOTHING, step = NOTHING] = bounds;
    return { kind: 'slice', object, bounds: [from, to, step] };
  }

  private operand(): Expression {
    const token = this.next();
    const { text, kind } = token;
    if (kind === 'text' || kind === 'number') return literalOf(token);
    if (kind === 'name') return this.named(text);
    if (text === '(') return this.grouped();
    if (text === '[') return { kind: 'list', items: this.list(']', '[') };
    if (text === '{') return this.object();
    if (text === 'not') throw new Error('"not" inside of another operation needs brackets: write (not x)');
    if (OPERATOR_WORDS.has(text)) throw new Error(`"${text}" is a word of the language and no name`);
    this.at -= 1;
    if (text === ',') throw new Error('a value is missing between two commas');
    throw this.unexpected();
  }

  private named(name: string): Expression {
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant.value };
    if (FOREIGN_WORDS.has(name)) throw new Error(`"${name}" is a word of Python and no name`);
    return this.takes('(') === undefined ? { kind: 'name', name } : called(name, this.list(')', '('), this.read);
  }

  /** `(a, b)` is a list. */
  private grouped(): Expression {
    const [first, ...others] = this.list(')', '(');
    if (first === undefined) throw new Error('a value is missing between "(" and ")"');
    const isList = others.length > 0 || this.tokens[this.at - 2]?.text === ',';
    return isList ? { kind: 'list', items: [first, ...others] } : first;
  }

  private list(end: string, opened: string): readonly Expression[] {
    const items: Expression[] = [];
    while (this.peek() !== end) {
      items.push(this.expression());
      if (this.takes(',') === undefined) break;
    }
    this.close(end, opened);
    return items;
  }

  private object(): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    while (this.peek() !== '}') {
      const key = readable(this.expression());
      if (this.takes(':') === undefined)
        throw new Error('in { } a value follows each key: {"key": value}; a name stands without braces here');
      entries.push([key, this.expression()]);
      if (this.takes(',') === undefined) break;
    }
    this.close('}', '{');
    return { kind: 'object', entries };
  }

  private peek(): string | undefined {
    return this.tokens[this.at]?.text;
  }

  private next(): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error(`Expected expression after ${this.before}`);
    this.at += 1;
    this.before = token.text;
    return token;
  }

  /** The next token, where it is one of these. */
  private takes(...texts: readonly string[]): string | undefined {
    const text = this.peek();
    return text !== undefined && texts.includes(text) ? this.next().text : undefined;
  }

  private close(bracket: string, opened: string): void {
    if (this.peek() === undefined) throw new Error(`Unclosed ${opened}`);
    if (this.takes(bracket) === undefined) throw this.unexpected();
  }

  private unexpected(): Error {
    const { text = '', at = 0 } = this.tokens[this.at] ?? {};
    return new Error(`Unexpected ${JSON.stringify(text)} at character ${at + 1}`);
  }
}

const PRODUCTS: readonly string[] = ['*', '/', '//', '%'];

const CONSTANTS: ReadonlyMap<string, { readonly value: boolean | null }> = new Map([
  ['true', { value: true }],
  ['True', { value: true }],
  ['false', { value: false }],
  ['False', { value: false }],
  ['null', { value: null }],
  ['None', { value: null }],
]);

function arithmetic(text: string): Arithmetic {
  const found = ARITHMETIC.find((one) => one === text);
  if (found === undefined) throw new Error(`"${text}" is not part of the language`);
  return found;
}

/** Whether two objects are one is nobody's business: what is asked for is nothing, true and false. */
function mustBeSingle(operator: Comparison, right: Expression): void {
  const isSingle = right.kind === 'literal' && (right.value === null || typeof right.value === 'boolean');
  if ((operator === 'is' || operator === 'is not') && !isSingle)
    throw new Error('"is" asks for None, True and False only; compare with "=="');
}

/** A property by which data leads to code is refused where it is written, and where it is calculated it reads as nothing. */
function readable(key: Expression): Expression {
  if (key.kind === 'literal' && typeof key.value === 'string' && FORBIDDEN_KEYS.has(key.value))
    throw new Error(`the property "${key.value}" cannot be read`);
  return key;
}

/** Throws an `Error` in words for a sum with a date that no run could calculate: dates have a difference, in days, and nothing else. */
function sumOf(operator: Arithmetic, left: Expression, right: Expression): Expression {
  const sides = [left, right];
  const isAdded = operator === '+' && sides.some(isDate);
  if (isAdded || (sides.some((side) => isDate(side) || isToday(side)) && sides.some(isNumber)))
    throw new Error(
      `a date takes no ${isAdded ? '"+"' : 'number'}: compare the difference of two dates, which is in days, as in date(a) - date(b) <= 30`,
    );
  return { kind: 'arithmetic', operator, left, right };
}

function isDate(side: Expression): boolean {
  return side.kind === 'call' && side.name === 'date';
}

/** `run.today` is the text of a date, so other texts can be added to it. */
function isToday(side: Expression): boolean {
  if (side.kind !== 'member' || side.object.kind !== 'name' || side.object.name !== 'run') return false;
  return side.key.kind === 'literal' && side.key.value === 'today';
}

function isNumber(side: Expression): boolean {
  return side.kind === 'literal' && (typeof side.value === 'number' || side.value instanceof ExactNumber);
}
