/** Pure: what an expression of a guard may name, and what it says where it cannot be calculated. */
import * as fc from 'fast-check';
import type { GuardContext } from '../../../src/guards/guard.ts';
import { templateLookup } from '../../../src/guards/names.ts';
import { expression } from '../../../src/guards/text/expression.ts';
import { quotesSource } from '../../../src/guards/text/quotes-source.ts';
import { cases } from '../../support/properties.ts';
import { aContext } from '../a-context.ts';

const GIVEN = { input: { limit: 10 }, dependencies: { plan: '{"limit": 3}', note: 'as text', total: '42' } };

async function judge(expr: string, text: string, more: Partial<GuardContext> = {}) {
  return expression.evaluate({ expr }, aContext(text, { ...GIVEN, ...more }));
}

test.each([
  ['artifact.n > 2', '{"m": 1}', 'artifact.n has no value: artifact is an object with m'],
  ['artifact.n > 2', 'in words', 'artifact.n has no value: artifact is text "in words"'],
  ['artifact.n > deps.plan.limit', '{"n": "many"}', 'artifact.n is text "many"'],
  ['artifact.n > 2 or artifact.m > 2', '{}', 'artifact.m has no value'],
  ['artifact.ok or deps.plan.nothing', '{"ok": false}', 'deps.plan.nothing has no value'],
])('R109: what the artifact lacks for %s is told, and tried again', async (expr, text, told) => {
  const answer = await judge(expr, text);
  expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining(told) });
});

test.each([
  ['artifact.n > deps.plan.most', 'deps.plan.most has no value: deps.plan is an object with limit'],
  ['artifact.n > deps.note.most', 'deps.note.most has no value: deps.note is text "as text"'],
  ['artifact.missing > deps.plan.most', 'deps.plan.most has no value'],
  ['artifact.n > input.most', 'input.most has no value: input is an object with limit'],
  ['artifact.n > 0 and input.most > 1', 'input.most has no value'],
  ['not (artifact.n < 0 or input.most > 1)', 'input.most has no value'],
  ['nobody == 1', 'unknown name "nobody"'],
])('R109: %s is fatal where input or a dependency lacks it: no further try could mend that', async (expr, told) => {
  const answer = await judge(expr, '{"n": 4}');
  expect(answer).toMatchObject({ verdict: 'fatal', feedback: expect.stringContaining(told) });
});

test.each(['not (artifact.n > 5 and input.most > 1)', 'artifact.n > 5 or input.most > 1'])(
  'R109: %s is no lost cause: another artifact would settle it',
  async (expr) => {
    expect(await judge(expr, '{"n": 9}')).toMatchObject({ verdict: expr.startsWith('not') ? 'retry' : 'pass' });
    expect(await judge(expr, '{"n": 4}')).toMatchObject({ verdict: expr.startsWith('not') ? 'pass' : 'retry' });
  },
);

test.each([
  ['artifact.n == 4 and text == "{\\"n\\": 4}"', 'what is judged'],
  ['deps.plan.limit == 3 and deps.note == "as text"', 'what it is given'],
  ['deps.total == "42"', 'a number that nobody called JSON'],
  ['input.limit == 10', 'the input'],
  ['specification == "fast" and constraints == "cheap"', 'what is wanted'],
  ['run.id == "run_1" and step == "write"', 'where it is'],
])('R108: in a guard %s names %s', async (expr) => {
  const more = { specification: 'fast', constraints: 'cheap' };
  expect(await judge(expr, '{"n": 4}', more)).toMatchObject({ verdict: 'pass' });
});

test('R108: in its templates {artifact} is what is judged, and {artifact.<step>} goes on to be the step’s', async () => {
  const lookup = templateLookup(aContext('judged', GIVEN));
  expect([lookup(['artifact']), lookup(['artifact', 'note']), lookup(['deps', 'note'])]).toEqual([
    'judged',
    'as text',
    'as text',
  ]);
  const quoting = aContext('It says "as text".', GIVEN);
  expect(await quotesSource.evaluate({ source: '{artifact.note}', minLength: 1 }, quoting)).toMatchObject({
    verdict: 'pass',
  });
});

test('R108: whatever a model writes, artifact.x is a field of what is judged and deps.x the dependency', async () => {
  const name = fc.constantFrom('plan', 'note', 'artifact', 'deps', 'input', 'text', 'x');
  const written = fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue());
  const given = fc.dictionary(name, fc.integer());
  await fc.assert(
    fc.asyncProperty(written, given, name, fc.integer(), async (artifact, deps, x, wanted) => {
      const more = {
        dependencies: Object.fromEntries(Object.entries(deps).map(([key, n]) => [key, JSON.stringify({ n })])),
        input: {},
      };
      const verdictOf = async (expr: string) => (await judge(expr, JSON.stringify(artifact), more)).verdict === 'pass';
      const own: unknown = Object.hasOwn(Object(artifact), x) ? Object(artifact)[x] : undefined;
      const isField = typeof artifact === 'object' && !Array.isArray(artifact) && own !== undefined;
      const isNumber = typeof own === 'number' || typeof own === 'boolean';
      expect(await verdictOf(`artifact.${x} == ${wanted}`)).toBe(isField && isNumber && Number(own) === wanted);
      expect(await verdictOf(`deps.${x}.n == ${wanted}`)).toBe(deps[x] === wanted);
      expect(await verdictOf(`deps.${x}.n == ${deps[x] ?? 0}`)).toBe(Object.hasOwn(deps, x));
    }),
    cases(300),
  );
});

test.each([
  [
    'report 25',
    'sum(artifact.lines[*].net) == artifact.total',
    '{"lines": [{"net": 0.1}, {"net": 0.21}], "total": 0.3}',
    'sum(artifact.lines[*].net) is 0.31, artifact.total is 0.3: the difference is 0.01.',
  ],
  [
    'report 9',
    'artifact.id == 7300000000000000000',
    '{"id": 7300000000000000001}',
    'artifact.id is 7300000000000000001, not 7300000000000000000: the difference is 1.',
  ],
  [
    'report 9',
    'artifact.id == deps.plan.id',
    '{"id": 7300000000000000001}',
    'artifact.id is 7300000000000000001, deps.plan.id is 7300000000000000002: the difference is 1.',
  ],
  [
    'R109',
    'date(artifact.due) <= date(run.today)',
    '{"due": "2026-12-31"}',
    'date(artifact.due) is 2026-12-31, date(run.today) is 2026-11-27: the difference is 34 days.',
  ],
  ['R109', "all(artifact.lines, 'it.net > 0')", '{"lines": [{"net": 1}, {"net": -2}]}', 'artifact.lines[1].net is -2'],
])('%s: the feedback for %s names both values and how far they are apart', async (_, expr, text, told) => {
  const more = {
    dependencies: { plan: '{"id": 7300000000000000002}' },
    names: { expressions: { run: { id: 'run_1', today: '2026-11-27' } }, templates: {}, texts: {} },
  };
  expect(await judge(expr, text, more)).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining(told) });
  const own = await expression.evaluate(
    { expr, message: 'The lines must add up.' },
    aContext(text, { ...GIVEN, ...more }),
  );
  expect(own.feedback).toMatch(/^The lines must add up\.\n/);
  expect(own.feedback).toContain(told);
});

test('report 25: lines that add up pass, in decimals', async () => {
  const expr = 'sum(artifact.lines[*].net) == artifact.total and artifact.rate * 100 == 115';
  const text = '{"lines": [{"net": 0.1}, {"net": 0.2}], "total": 0.30, "rate": 1.15}';
  expect(await judge(expr, text)).toMatchObject({ verdict: 'pass' });
});

test.each([
  ['sum(artifact.lines[*].net) > 0', '{"lines": [{"net": 1}, {"gross": 2}]}', 'retry'],
  ['sum(artifact.lines[*].net) > sum(input.lines[*].net)', '{"lines": []}', 'fatal'],
  ["all(artifact.lines, 'it.net < input.most')", '{"lines": [{"net": 1}]}', 'fatal'],
  ["all(input.lines, 'it.net > 0')", '{}', 'fatal'],
  ["all(artifact.lines, 'it.net > 0')", '{"lines": [{}]}', 'retry'],
])('R109: whose lack it is where %s cannot be calculated', async (expr, text, verdict) => {
  expect(await judge(expr, text, { input: { lines: [{ gross: 1 }] } })).toMatchObject({ verdict });
});

test('N14: a number that is too large is told with its pointer', async () => {
  const answer = await judge('artifact.n > 5', '{"n": 1e400}');
  expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining('1e400 at /n is too large') });
});
