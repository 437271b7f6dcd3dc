import ts from 'typescript-5';
import type { Operator } from './mutant.ts';

/** What may stand in place of a node, and what kind of mistake it would be. */
export interface Change {
  readonly operator: Operator;
  readonly text: string;
}

const { SyntaxKind } = ts;

const COMPARED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const CALCULATED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['find', 'findLast'],
  ['findLast', 'find'],
]);
/** Calls that leave something out or put it in order: without them all is left as it was. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'toReversed', 'slice']);

/** Changes of one expression, each of which is a mutant; none of what only words for people or types would notice. */
export function changesOf(node: ts.Expression, source: ts.SourceFile): readonly Change[] {
  const text = (part: ts.Node) => part.getText(source);
  const condition: readonly Change[] = isDeciding(node)
    ? [
        { operator: 'condition', text: 'true' },
        { operator: 'condition', text: 'false' },
      ]
    : [];
  if (ts.isBinaryExpression(node)) return [...condition, ...ofBinary(node, text, condition.length > 0)];
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken && condition.length === 0)
    return [{ operator: 'negation', text: text(node.operand) }];
  if (ts.isCallExpression(node)) return [...condition, ...ofCall(node, text)];
  if (ts.isArrayLiteralExpression(node)) return ofElements(node.elements, text, '[', ']');
  if (ts.isObjectLiteralExpression(node))
    return ofElements(node.properties, text, '({', '})', (part) => ts.isSpreadAssignment(part));
  return [...condition, ...ofLiteral(node)];
}

/** Whether a statement can be left out: it is run for what it does. */
export function canBeDropped(node: ts.Node): node is ts.ExpressionStatement {
  return ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression);
}

/** Whether a function can return at once: it has a body, and nothing to answer. */
export function canReturnAtOnce(node: ts.Node): node is ts.FunctionLikeDeclaration & { readonly body: ts.Block } {
  if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node) && !ts.isArrowFunction(node)) return false;
  if (!node.body || !ts.isBlock(node.body) || node.body.statements.length < 2) return false;
  return node.type?.kind === SyntaxKind.VoidKeyword;
}

function isDeciding(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function ofBinary(
  { left, right, operatorToken: { kind } }: ts.BinaryExpression,
  text: (part: ts.Node) => string,
  isCondition: boolean,
): readonly Change[] {
  if (kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken)
    return [left, right].map((side) => ({ operator: 'operand', text: text(side) }));
  if (kind === SyntaxKind.QuestionQuestionToken) return [{ operator: 'fallback', text: text(left) }];
  const compared = COMPARED.get(kind);
  // `true` and `false` in its place show more than the opposite does; what holds for equal sides only is another matter.
  if (compared !== undefined)
    return isCondition && compared.endsWith('==')
      ? []
      : [{ operator: 'comparison', text: `${text(left)} ${compared} ${text(right)}` }];
  const calculated = CALCULATED.get(kind);
  if (calculated === undefined || [left, right].some(isText)) return [];
  return [{ operator: 'arithmetic', text: `${text(left)} ${calculated} ${text(right)}` }];
}

function ofCall(
  { expression, arguments: given }: ts.CallExpression,
  text: (part: ts.Node) => string,
): readonly Change[] {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { name, expression: on, questionDotToken: mark } = expression;
  if (LEFT_OUT.has(name.text)) return mark ? [] : [{ operator: 'method', text: text(on) }];
  const other = METHODS.get(name.text);
  if (other === undefined) return [];
  const args = given.map(text).join(', ');
  return [{ operator: 'method', text: `${text(on)}${mark ? '?.' : '.'}${other}(${args})` }];
}

/** Each element left out in its turn. */
function ofElements<Part extends ts.Node>(
  parts: readonly Part[],
  text: (part: ts.Node) => string,
  open: string,
  close: string,
  mayGo: (part: Part) => boolean = () => true,
): readonly Change[] {
  return parts.filter(mayGo).map((gone) => ({
    operator: 'element',
    text: `${open}${parts
      .filter((part) => part !== gone)
      .map(text)
      .join(', ')}${close}`,
  }));
}

function ofLiteral(node: ts.Expression): readonly Change[] {
  if (node.kind === SyntaxKind.TrueKeyword) return [{ operator: 'literal', text: 'false' }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ operator: 'literal', text: 'true' }];
  if (ts.isNumericLiteral(node)) return [{ operator: 'literal', text: `${Number(node.text.replaceAll('_', '')) + 1}` }];
  // A word in place of another is told by the compiler, and a sentence is for people.
  return [];
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}
