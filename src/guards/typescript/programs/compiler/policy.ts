import type TypeScript from 'typescript-5';
import type { Library } from './library.ts';

/** What an implementation has no business to do where it shares a process with its tests: a signal, not a wall (guards 1.6, A 5). */
export function policyFindings(ts: Library, source: TypeScript.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: TypeScript.Node): void => {
    const problem = problemIn(ts, node);
    if (problem !== undefined) found.push(`line ${lineOf(source, node)}: ${problem}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...new Set(found)];
}

const MODULES =
  /^(node:)?(test|assert|assert\/strict|vm|v8|module|inspector|worker_threads|child_process|cluster|repl|async_hooks|diagnostics_channel)$/;
const CALLS =
  /^((globalThis|global)\.)?(process\.(exit|reallyExit|abort|kill|on|once|binding|_\w+)|Deno\.(exit|kill|addSignalListener)|eval|Function)$/;
const BUILT_IN =
  /^((globalThis|global)\.)?(Object|Function|Array|String|Number|Boolean|Symbol|Promise|Map|Set|Date|RegExp|Error|JSON|Math|Reflect|Proxy|console|process|Deno)\b/;

function problemIn(ts: Library, node: TypeScript.Node): string | undefined {
  if (ts.isStringLiteral(node) && isSpecifier(ts, node) && MODULES.test(node.text)) return `it imports ${node.text}`;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return callProblem(ts, node);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return isOfOthers(ts, node.left) ? `it changes ${node.left.getText()}` : undefined;
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'prepareStackTrace') return 'it reads the stack';
  return undefined;
}

function callProblem(ts: Library, node: TypeScript.CallExpression | TypeScript.NewExpression): string | undefined {
  const called = node.expression.getText().replaceAll('?.', '.');
  if (CALLS.test(called)) return `it calls ${called}`;
  const [target] = node.arguments ?? [];
  if (target === undefined) return undefined;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword && !ts.isStringLiteral(target))
    return 'it imports a module whose name is made at run time';
  const isDefinition = /^(Object|Reflect)\.(defineProperty|defineProperties|assign|set|setPrototypeOf)$/.test(called);
  const text = target.getText();
  const isForeign = /^(globalThis|global)$/.test(text) || (BUILT_IN.test(text) && !/\(/.test(text));
  return isDefinition && isForeign ? `it changes ${text}` : undefined;
}

/** `Array.prototype.map`, `globalThis.test`, `JSON.stringify`. */
function isOfOthers(ts: Library, node: TypeScript.Node): boolean {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
  const text = node.getText();
  return BUILT_IN.test(text) || /^(globalThis|global)\b/.test(text) || /\b__proto__\b/.test(text);
}

function isSpecifier(ts: Library, { parent }: TypeScript.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isCallExpression(parent);
}

function lineOf(source: TypeScript.SourceFile, node: TypeScript.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}
