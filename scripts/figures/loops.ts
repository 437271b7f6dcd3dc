import ts from 'typescript-5';
import type { Figure, Place } from './figure.ts';
import { type CodeFile, lineOf, nodesOf, type Project } from './project.ts';

const HOME = 'src/core/run.ts';
const LOOKED_AT = /^(?:src|test|bench|scripts|examples)\//;
const OF_TESTS = /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b/;

/**
 * Files outside `core/run.ts` that drive the core themselves: one loop, or one function that is not a test, calls both `absorb` and
 * `tick`. A test that calls each of them by itself to see what it answers drives nothing.
 */
export function loopsElsewhere({ files }: Project): Figure {
  const places = [...files.values()].flatMap((file) =>
    LOOKED_AT.test(file.path) && file.path !== HOME ? loopIn(file) : [],
  );
  const ofSource = places.filter(({ at }) => at.startsWith('src/')).length;
  return {
    id: 'loops',
    measure: 'loops of the engine outside core/run.ts',
    goal: { most: 0 },
    now: places.length,
    ...(places.length > 0 && { note: `${ofSource} in src, ${places.length - ofSource} elsewhere` }),
    places,
  };
}

function loopIn({ path, source, text }: CodeFile): readonly Place[] {
  if (!source || !/\babsorb\(/.test(text) || !/\btick\(/.test(text)) return [];
  const ofTests = new Set<ts.Node>();
  for (const node of nodesOf(source)) {
    if (ts.isCallExpression(node) && OF_TESTS.test(node.expression.getText(source)))
      for (const argument of node.arguments) ofTests.add(argument);
    const drives =
      !ofTests.has(node) && (isLoop(node) || isFunction(node)) && calls(node, 'absorb') && calls(node, 'tick');
    if (drives) return [{ at: path, line: lineOf(source, node), what: 'calls absorb and tick' }];
  }
  return [];
}

function isLoop(node: ts.Node): boolean {
  return ts.isIterationStatement(node, false);
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node);
}

/** Whether it calls a function of that name, or a method: `tick(…)`, `engine.tick(…)`. */
function calls(within: ts.Node, name: string): boolean {
  for (const node of nodesOf(within)) {
    if (!ts.isCallExpression(node)) continue;
    const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    if (ts.isIdentifier(called) && called.text === name) return true;
  }
  return false;
}
