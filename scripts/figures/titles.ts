import ts from 'typescript-5';
import { loadedWith } from './needs.ts';
import { type CodeFile, nodesOf, type Project } from './project.ts';

const TITLED = /^(?:test|it|describe)(?:\.(?:only|skip|concurrent|failing))*(?:\.each)?$/;

/**
 * What the titles of a suite say: the texts in the first argument of `test`, `it` and `describe`, and in the tables that `each` takes its
 * titles from, written there or in a list of the same file; those of the helpers under `test/` that it loads too, since a helper may hold
 * tests.
 */
export function titlesOf(project: Project, suite: string, known: Map<string, readonly string[]>): readonly string[] {
  return [...loadedWith(project, suite)].flatMap((file) => {
    const code = project.files.get(file);
    if (!code || !file.startsWith('test/')) return [];
    const titles = known.get(file) ?? titlesIn(code);
    known.set(file, titles);
    return titles;
  });
}

function titlesIn({ source }: CodeFile): readonly string[] {
  if (!source) return [];
  const lists = listsIn(source);
  return [...nodesOf(source)].flatMap((node) => {
    if (!ts.isCallExpression(node) || !TITLED.test(calleeOf(node, source))) return [];
    const [first] = node.arguments;
    return first ? textsIn(first, lists) : [];
  });
}

/** The lists that a file names at its top. */
function listsIn(source: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const declarations = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
  );
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && isList(initializer) ? [[name.text, initializer] as const] : [],
    ),
  );
}

/** `[…]`, also `[…] as const`. */
function isList(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isList(node.expression);
  return ts.isArrayLiteralExpression(node);
}

/** `test.each` of both `test.each(table)` and `test.each(table)(title, …)`. */
function calleeOf({ expression }: ts.CallExpression, source: ts.SourceFile): string {
  const called = ts.isCallExpression(expression) ? expression.expression : expression;
  return called.getText(source);
}

function textsIn(node: ts.Node, lists: ReadonlyMap<string, ts.Node>): readonly string[] {
  return [...nodesOf(node)].flatMap((each) => {
    if (ts.isIdentifier(each)) {
      const list = lists.get(each.text);
      return list ? textsIn(list, new Map()) : [];
    }
    const isText = ts.isStringLiteralLike(each) || ts.isTemplateHead(each) || ts.isTemplateMiddleOrTemplateTail(each);
    return isText ? [each.text] : [];
  });
}
