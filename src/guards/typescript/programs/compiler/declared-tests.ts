import type TypeScript from 'typescript-5';
import type { Library } from './library.ts';
import { whyOneProcess } from './one-process.ts';

export interface DeclaredTests {
  /** Those that stand in the text. */
  readonly tests: readonly DeclaredTest[];
  /** False when some are only made when the tests run, in a loop for instance. */
  readonly isComplete: boolean;
  /** Why all of them need one process with the implementation: something outside of the single tests does. */
  readonly apart: string | undefined;
}

interface DeclaredTest {
  /** With the names of the suites around it. */
  readonly name: string;
  /** Why it needs one process with the implementation. */
  readonly apart: string | undefined;
}

const TESTS = new Set(['test', 'it']);
const SUITES = new Set(['describe', 'suite']);

/** The tests that a test file declares, as can be seen without running it. */
export function declaredTests(ts: Library, source: TypeScript.SourceFile): DeclaredTests {
  const tests: DeclaredTest[] = [];
  let isComplete = true;
  let apart: string | undefined;

  const visit = (node: TypeScript.Node, path: readonly string[], isCertain: boolean): void => {
    const declared = ts.isCallExpression(node) ? declarationOf(ts, node) : undefined;
    if (declared?.name !== undefined && isCertain) {
      const name = [...path, declared.name].join(' > ');
      if (declared.isSuite) declared.body?.forEachChild((child) => visit(child, [...path, declared.name ?? ''], true));
      else tests.push({ name, apart: whyOneProcess(ts, node) });
      return;
    }
    if (declared !== undefined) isComplete = false;
    else apart ??= whyOneProcess(ts, node, false);
    ts.forEachChild(node, (child) => visit(child, path, isCertain && !isConditional(ts, node)));
  };
  visit(source, [], true);
  return { tests, isComplete, apart };
}

interface Declaration {
  readonly name: string | undefined;
  readonly isSuite: boolean;
  readonly body: TypeScript.Node | undefined;
}

function declarationOf(
  ts: Library,
  { expression, arguments: given }: TypeScript.CallExpression,
): Declaration | undefined {
  const variant = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
  const callee = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  const called = ts.isIdentifier(callee) ? callee.text : '';
  if (!TESTS.has(called) && !SUITES.has(called)) return undefined;
  const [first] = given;
  const body = given.find((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
  return {
    name: first !== undefined && ts.isStringLiteralLike(first) && variant !== 'each' ? first.text : undefined,
    isSuite: SUITES.has(called),
    body: body && 'body' in body ? body.body : undefined,
  };
}

/** What is in it may run never, or many times. */
function isConditional(ts: Library, node: TypeScript.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isIfStatement(node) ||
    ts.isConditionalExpression(node) ||
    ts.isTryStatement(node) ||
    ts.isSwitchStatement(node)
  );
}
