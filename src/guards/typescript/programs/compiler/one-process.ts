import type TypeScript from 'typescript-5';
import type { Library } from './library.ts';

const GLOBALS = new Set(
  `globalThis global process console performance crypto Date Math JSON Object Array String Number Promise Intl Map Set fetch
  setTimeout setInterval setImmediate clearTimeout queueMicrotask structuredClone`.split(/\s+/),
);

/**
 * Why tests have to run in one process with the implementation: they replace a global that it may use. Undefined when two processes
 * will do. With `isDeep` everything in the node is looked at.
 */
export function whyOneProcess(ts: Library, node: TypeScript.Node, isDeep = true): string | undefined {
  const why = reasonIn(ts, node);
  if (why !== undefined || !isDeep) return why;
  return ts.forEachChild(node, (child) => whyOneProcess(ts, child));
}

function reasonIn(ts: Library, node: TypeScript.Node): string | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isGlobal(ts, node.left))
    return `they replace ${node.left.getText()}`;
  if (!ts.isCallExpression(node) || !/\bmock\.(method|getter|setter)$/.test(node.expression.getText()))
    return undefined;
  const [target] = node.arguments;
  return target !== undefined && isGlobal(ts, target) ? `they replace what ${target.getText()} does` : undefined;
}

/** `Date`, `globalThis.fetch`, `Math.random`. */
function isGlobal(ts: Library, node: TypeScript.Node): boolean {
  if (ts.isIdentifier(node)) return GLOBALS.has(node.text);
  return (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && isGlobal(ts, node.expression);
}
