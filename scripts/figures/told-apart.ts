import ts from 'typescript-5';
import type { Figure, Place } from './figure.ts';
import { isSource, topologyOf } from './homes.ts';
import { type CodeFile, lineOf, nodesOf, type Project } from './project.ts';

/** What only the plans or states of some topologies have. */
const OWN = new Set(['machine', 'search', 'groups']);
const KINDS = new Set(['dag', 'and-or', 'machine']);
/** What holds a plan or a state is called so: `record.plan`, `next.state`, `before`. */
const HOLDER = /(?:^before|^after|^compiled|plan|state)$/i;
const HELD_TYPE = /^(?:Plan|RunState|Pick<(?:Plan|RunState),)/;

/**
 * Lines of `src` outside the topologies' folders that tell topologies apart, each counted once. Such a line
 * - reads `machine`, `search` or `groups` of a plan or a state (`plan.machine`, `const { search } = state`, `({ groups }: Plan) =>`), or
 * - compares a `topology`, or anything with `'dag'`, `'and-or'` or `'machine'` (`===`, `!==`, `case`).
 * What holds a plan or state is known by its name (it ends in `plan` or `state`, or is `before`, `after` or `compiled`), not by its type.
 */
export function toldApart({ files }: Project): Figure {
  const places = [...files.values()].flatMap((file) =>
    isSource(file.path) && topologyOf(file.path) === undefined ? placesIn(file) : [],
  );
  return {
    id: 'told-apart',
    measure: 'lines that tell topologies apart outside their folders',
    goal: { most: 0 },
    now: places.length,
    ...(places.length > 0 && { note: `in ${new Set(places.map(({ at }) => at)).size} files` }),
    places,
  };
}

function placesIn({ path, source }: CodeFile): readonly Place[] {
  if (!source) return [];
  const lines = new Map<number, string>();
  for (const node of nodesOf(source)) {
    const telling = tellingPart(node, source);
    if (telling) lines.set(lineOf(source, telling), telling.getText(source).split('\n')[0] ?? '');
  }
  return [...lines].map(([line, what]) => ({ at: path, line, what }));
}

function tellingPart(node: ts.Node, source: ts.SourceFile): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(node))
    return OWN.has(node.name.text) && isHolder(node.expression) ? node : undefined;
  if (ts.isVariableDeclaration(node))
    return node.initializer && isHolder(node.initializer) ? ownIn(node.name) : undefined;
  if (ts.isParameter(node)) return HELD_TYPE.test(node.type?.getText(source) ?? '') ? ownIn(node.name) : undefined;
  if (ts.isCaseClause(node)) return isKind(node.expression) ? node : undefined;
  return ts.isBinaryExpression(node) && isComparison(node) ? node : undefined;
}

function isComparison({ operatorToken: { kind }, left, right }: ts.BinaryExpression): boolean {
  if (kind !== ts.SyntaxKind.EqualsEqualsEqualsToken && kind !== ts.SyntaxKind.ExclamationEqualsEqualsToken)
    return false;
  return [left, right].some((side) => isKind(side) || lastName(side) === 'topology');
}

function ownIn(name: ts.BindingName): ts.Node | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined;
  return name.elements.find((element) => {
    const key = element.propertyName ?? element.name;
    return ts.isIdentifier(key) && OWN.has(key.text);
  });
}

function isKind(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && KINDS.has(node.text);
}

function isHolder(node: ts.Expression): boolean {
  return HOLDER.test(lastName(node));
}

/** `plan` of `plan`, `record.plan`, `record?.plan` and `record.plan ?? other`; nothing of what has no name. */
function lastName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return lastName(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return lastName(node.left);
  return '';
}
