import type jsep from 'jsep';
import {
  ARITHMETIC,
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  type Expression,
  FORBIDDEN_KEYS,
  FUNCTIONS,
  type FunctionName,
} from './expression.ts';
import { arityProblem } from './functions.ts';
import { isGrouped, NOT_MARK, parseSyntax, type SyntaxNode } from './grammar.ts';
import { scanExpression } from './scan.ts';

export type Parsed =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string };

/**
 * Reads an expression of R37: at most 4 KiB, at most 64 levels of brackets. Total: a text that is none answers `ok: false` with
 * what is wrong in words.
 */
export function parseExpression(text: string): Parsed {
  const scan = scanExpression(text);
  if (!scan.ok) return scan;
  try {
    return { ok: true, expression: expressionOf(parseSyntax(scan.text), 0) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/** The parser counts characters from 0 and names none at the end of the text. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('index' in error) || !('description' in error)) return error.message;
  return `${String(error.description).trim()} at character ${Number(error.index) + 1}`;
}

/** A chain such as `a + b + …` is as deep as it is long. */
const MAX_DEPTH = 500;

/** What every kind of node of the parser's tree means; throws for what the language does not have. */
function expressionOf(node: SyntaxNode, depth: number): Expression {
  if (depth > MAX_DEPTH) throw new Error(`the expression is a chain of more than ${MAX_DEPTH} parts`);
  const known = asCore(node);
  const lower = (child: SyntaxNode | null): Expression => expressionOf(present(child), depth + 1);
  switch (known.type) {
    case 'Literal':
      return { kind: 'literal', value: plainLiteral(known) };
    case 'Identifier':
      return { kind: 'name', name: known.name };
    case 'ThisExpression':
      return { kind: 'name', name: 'this' };
    case 'ArrayExpression':
      return { kind: 'list', items: known.elements.map(lower) };
    case 'SequenceExpression':
      return { kind: 'list', items: known.expressions.map(lower) };
    case 'MemberExpression':
      return { kind: 'member', object: lower(known.object), key: readable(keyOf(known, lower)) };
    case 'CallExpression':
      return callOf(known, lower);
    case 'UnaryExpression':
      return { kind: prefixOf(known.operator), operand: lower(known.argument) };
    case 'BinaryExpression':
      return binaryOf(known, lower);
    case 'Compound':
      throw new Error('there is more than one expression; join them with "and" or "or"');
    case 'ConditionalExpression':
      throw new Error('"?" is not part of the language');
    case NOT_MARK:
    default:
      throw new Error('"not" inside of another operation needs brackets: write (not x)');
  }
}

type Lower = (node: SyntaxNode | null) => Expression;

/** jsep types its nodes loosely; the switch over `type` above is exhaustive over what it makes. */
function asCore(node: SyntaxNode): jsep.CoreExpression | { readonly type: typeof NOT_MARK } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return node as jsep.CoreExpression;
}

function present(node: SyntaxNode | null): SyntaxNode {
  if (node === null) throw new Error('a value is missing between two commas');
  return node;
}

function plainLiteral(node: jsep.Literal): string | number | boolean | null {
  if (node.value instanceof RegExp) throw new Error('regular expressions are not part of the language');
  if (typeof node.value === 'number' && !Number.isFinite(node.value)) throw new Error(`${node.raw} is too large`);
  return node.value;
}

function keyOf(node: jsep.MemberExpression, lower: Lower): Expression {
  if (node.computed) return lower(node.property);
  return { kind: 'literal', value: nameOf(node.property) };
}

/** A property by which data leads to code is refused where it is written, and where it is calculated it reads as nothing. */
function readable(key: Expression): Expression {
  if (key.kind === 'literal' && typeof key.value === 'string' && FORBIDDEN_KEYS.has(key.value))
    throw new Error(`the property "${key.value}" cannot be read`);
  return key;
}

function nameOf(node: SyntaxNode): string {
  return typeof node['name'] === 'string' ? node['name'] : '';
}

/** `x.get("key", 0)` is `get(x, "key", 0)`; nothing else can be called on a value. */
function callOf(node: jsep.CallExpression, lower: Lower): Expression {
  const callee = asCore(node.callee);
  if (callee.type === 'MemberExpression' && !callee.computed && nameOf(callee.property) === 'get') {
    return calling('get', [callee.object, ...node.arguments].map(lower));
  }
  if (callee.type !== 'Identifier') throw new Error('only the named functions can be called');
  return calling(functionOf(callee.name), node.arguments.map(lower));
}

function calling(name: FunctionName, values: readonly Expression[]): Expression {
  const problem = arityProblem(name, values.length);
  if (problem !== undefined) throw new Error(problem);
  const [, key] = values;
  if (name === 'get' && key) readable(key);
  return { kind: 'call', name, arguments: values };
}

function functionOf(name: string): FunctionName {
  const known = FUNCTIONS.find((candidate) => candidate === name);
  if (known === undefined) throw new Error(`there is no function "${name}"; there are ${FUNCTIONS.join(', ')}`);
  return known;
}

function prefixOf(operator: string): 'not' | 'minus' | 'plus' {
  if (operator === '!') return 'not';
  return operator === '-' ? 'minus' : 'plus';
}

function binaryOf(node: jsep.BinaryExpression, lower: Lower): Expression {
  const { operator } = node;
  if (operator === 'not') return prefixNot(node, lower);
  const right = lower(node.right);
  if (operator === 'and' || operator === '&&') return { kind: 'and', left: lower(node.left), right };
  if (operator === 'or' || operator === '||') return { kind: 'or', left: lower(node.left), right };
  const arithmetic: Arithmetic | undefined = ARITHMETIC.find((candidate) => candidate === operator);
  if (arithmetic !== undefined) return { kind: 'arithmetic', operator: arithmetic, left: lower(node.left), right };
  const comparison = COMPARISONS.find((candidate) => candidate === operator);
  if (comparison === undefined) throw new Error(`"${operator}" is not part of the language`);
  return comparisonOf(node, comparison, right, lower);
}

function prefixNot(node: jsep.BinaryExpression, lower: Lower): Expression {
  if (node.left.type !== NOT_MARK) throw new Error('"not" inside of another operation needs brackets: write (not x)');
  return { kind: 'not', operand: lower(node.right) };
}

/** `a < b < c` means `a < b and b < c`, as in Python. */
function comparisonOf(node: jsep.BinaryExpression, operator: Comparison, right: Expression, lower: Lower): Expression {
  const left = lower(node.left);
  const last = isGrouped(node.left) ? undefined : lastCompared(left);
  if (last === undefined) return { kind: 'comparison', operator, left, right };
  return { kind: 'and', left, right: { kind: 'comparison', operator, left: last, right } };
}

function lastCompared(left: Expression): Expression | undefined {
  if (left.kind === 'comparison') return left.right;
  // Without brackets an `and` stands left of a comparison only where this function's caller put it there.
  return left.kind === 'and' && left.right.kind === 'comparison' ? left.right.right : undefined;
}
