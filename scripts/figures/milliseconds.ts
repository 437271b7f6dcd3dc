import ts from 'typescript-5';
import type { Figure, Place } from './figure.ts';
import { type CodeFile, lineOf, nodesOf, type Project } from './project.ts';

/** What a clock said just now, when something is said to have been, or how long it took. */
type Time = 'instant' | 'stamp' | 'duration';
/** What a file calls times by: names of variables, and of functions that answer one. */
type Known = ReadonlyMap<string, Time>;

const CLOCKS = /^(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?|process\.uptime)$/;
/** Names that say a length of time by themselves, wherever they come from. */
const DURATION = /^(?:took|lasted|elapsed\w*|slowest|fastest|latency|millis\w*|ms|\w+(?:Ms|Millis|Milliseconds))$/;
const ORDERS = /^to(?:BeLessThan|BeGreaterThan)(?:OrEqual)?$|^toBeCloseTo$/;
const PARSED = /^Date\.parse$/;
const CALCULATES = /^(?:Math\.\w+|Number)$/;
const NOTHING: Known = new Map();
const ORDERING = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/**
 * Assertions that compare milliseconds, in the files of `test`: an `expect` with an ordering matcher (`toBeLessThan`, …), or of `a < b`,
 * where one side is
 * - a length of time: a difference of readings of a clock (`performance.now() - began`) or of parsed dates, what is calculated from one,
 *   a variable that holds one, a function of this file or an imported one that answers one, or a name that says so (`took`, `waitedMs`);
 * - or a bare reading of a clock in `toBeLessThan…`, which is a limit too. That something is later than a reading is no limit.
 */
export function comparedMilliseconds({ files, imports }: Project): Figure {
  const tests = [...files.values()].filter(({ path }) => path.startsWith('test/'));
  const offered = new Map(tests.map((file) => [file.path, offeredBy(file)]));
  const places = tests.flatMap((file) => {
    if (!file.text.includes('expect(')) return [];
    const around = (imports.get(file.path) ?? []).flatMap(({ to }) => [...(offered.get(to) ?? NOTHING)]);
    return placesIn(file, timesIn(file, new Map(around)));
  });
  return {
    id: 'milliseconds',
    measure: 'assertions of tests that compare milliseconds',
    goal: { most: 0 },
    now: places.length,
    places,
  };
}

function placesIn({ path, source }: CodeFile, known: Known): readonly Place[] {
  if (!source) return [];
  return [...nodesOf(source)].flatMap((node) =>
    ts.isCallExpression(node) && isTimed(node, known)
      ? [{ at: path, line: lineOf(source, node), what: node.getText(source).split('\n')[0] ?? '' }]
      : [],
  );
}

function isTimed(call: ts.CallExpression, known: Known): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const [subject] = expectedOf(call.expression.expression)?.arguments ?? [];
  if (!subject) return false;
  const matcher = call.expression.name.text;
  if (ORDERS.test(matcher)) {
    const times = [subject, ...call.arguments].map((each) => timeOf(each, known));
    return times.includes('duration') || (matcher.startsWith('toBeLess') && times.includes('instant'));
  }
  if (!ts.isBinaryExpression(subject) || !ORDERING.has(subject.operatorToken.kind)) return false;
  const sides = [subject.left, subject.right].map((side) => timeOf(side, known));
  return sides.includes('duration') || sides.includes('instant');
}

/** The `expect(…)` that a chain such as `expect(x).not.resolves` begins with. */
function expectedOf(chain: ts.Expression): ts.CallExpression | undefined {
  if (ts.isPropertyAccessExpression(chain)) return expectedOf(chain.expression);
  if (!ts.isCallExpression(chain) || !ts.isIdentifier(chain.expression)) return undefined;
  return chain.expression.text === 'expect' ? chain : undefined;
}

/** Variables and functions of a file that hold or answer times, in the order in which they stand; what is said later may build on it. */
function timesIn({ source, text }: CodeFile, around: Known): Known {
  const known = new Map([...around].filter(([name]) => text.includes(name)));
  if (!source) return known;
  const learn = (name: ts.Node | undefined, value: ts.Node | undefined) => {
    const time = value && (ts.isFunctionLike(value) ? answerOf(value, known) : timeOf(value, known));
    if (time && name && ts.isIdentifier(name)) known.set(name.text, time);
  };
  for (const node of nodesOf(source)) {
    if (ts.isVariableDeclaration(node)) learn(node.name, node.initializer);
    if (ts.isFunctionDeclaration(node)) learn(node.name, node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      learn(node.left, node.right);
  }
  return known;
}

/** Those that a file exports. */
function offeredBy(file: CodeFile): Known {
  const isOffered = (name: string) =>
    new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(file.text);
  return new Map([...timesIn(file, NOTHING)].filter(([name]) => isOffered(name)));
}

function answerOf(made: ts.SignatureDeclaration, known: Known): Time | undefined {
  const body = 'body' in made ? made.body : undefined;
  if (!body) return undefined;
  if (!ts.isBlock(body)) return timeOf(body, known);
  const own = new Map(known);
  for (const node of nodesOf(body)) {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const time = timeOf(node.initializer, own);
      if (time) own.set(node.name.text, time);
    }
    if (ts.isReturnStatement(node) && node.expression && timeOf(node.expression, own))
      return timeOf(node.expression, own);
  }
  return undefined;
}

function timeOf(node: ts.Node, known: Known): Time | undefined {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    return timeOf(node.expression, known);
  if (ts.isIdentifier(node)) return known.get(node.text) ?? (DURATION.test(node.text) ? 'duration' : undefined);
  if (ts.isPropertyAccessExpression(node)) return DURATION.test(node.name.text) ? 'duration' : undefined;
  if (ts.isCallExpression(node)) return timeOfCall(node, known);
  return ts.isBinaryExpression(node) ? timeOfCalculation(node, known) : undefined;
}

function timeOfCall({ expression, arguments: given }: ts.CallExpression, known: Known): Time | undefined {
  if (CLOCKS.test(dotted(expression))) return 'instant';
  if (PARSED.test(dotted(expression))) return 'stamp';
  if (ts.isIdentifier(expression) && known.has(expression.text)) return known.get(expression.text);
  if (!CALCULATES.test(dotted(expression))) return undefined;
  const times = given.map((each) => timeOf(each, known));
  return times.find((time) => time === 'duration') ?? times.find((time) => time !== undefined);
}

function timeOfCalculation(
  { left, operatorToken: { kind }, right }: ts.BinaryExpression,
  known: Known,
): Time | undefined {
  const [one, other] = [timeOf(left, known), timeOf(right, known)];
  if (kind === ts.SyntaxKind.MinusToken && one && !ts.isNumericLiteral(right)) return 'duration';
  if (kind < ts.SyntaxKind.PlusToken || kind > ts.SyntaxKind.PercentToken) return undefined;
  return one === 'duration' || other === 'duration' ? 'duration' : (one ?? other);
}

function dotted(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return `${dotted(node.expression)}.${node.name.text}`;
  return ts.isIdentifier(node) ? node.text : '';
}
