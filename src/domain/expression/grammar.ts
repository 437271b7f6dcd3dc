/**
 * jsep set up for the operators of R37. Words and signs mean the same (`and`, `&&`); comparisons bind alike, as in Python.
 * jsep binds every prefix operator tighter than every other, which is right for `!` and wrong for `not`: `not a == b` means
 * `not (a == b)`. So `not` is a right-associative binary operator whose left side is the mark that the hook puts in its place.
 */
import jsep from 'jsep';

export type SyntaxNode = jsep.Expression;

/** The left side of every prefix `not`. */
export const NOT_MARK = 'NotMark';

/** Throws an `Error` whose message says where the text cannot be read. */
export function parseSyntax(text: string): SyntaxNode {
  return jsep(text);
}

/** Whether the expression was written in brackets, which `0 < x < 9` and `(0 < x) < 9` differ by. */
export function isGrouped(node: SyntaxNode): boolean {
  return grouped.has(node);
}

const grouped = new WeakSet<SyntaxNode>();

const PRECEDENCE: readonly (readonly string[])[] = [
  ['or', '||'],
  ['and', '&&'],
  ['not'],
  ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in'],
  ['+', '-'],
  ['*', '/', '%'],
];

jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
jsep.removeAllLiterals();
for (const [index, operators] of PRECEDENCE.entries()) {
  for (const operator of operators) jsep.addBinaryOp(operator, index + 1, operator === 'not');
}
for (const operator of ['!', '-', '+']) jsep.addUnaryOp(operator);
for (const [word, value] of [
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
] as const) {
  jsep.addLiteral(word, value);
}

jsep.hooks.add('gobble-token', function markNot(env) {
  if (/^not\b/.test(this.expr.slice(this.index, this.index + 4))) env.node = { type: NOT_MARK };
});

// A binary expression comes out of a single token only when the token was a group.
jsep.hooks.add('after-token', (env) => {
  if (env.node?.type === 'BinaryExpression') grouped.add(env.node);
});
