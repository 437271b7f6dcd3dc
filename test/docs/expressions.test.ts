/** `docs/expressions.md` says what the code does: its names, functions and operators are the code's, its examples are evaluated (R108, R109). */
import { readFileSync } from 'node:fs';
import { truthOf } from '../../src/expressions/evaluate.ts';
import { COMPARISONS, FUNCTIONS, METHODS } from '../../src/expressions/expression.ts';
import { NAMES } from '../../src/expressions/scope/roots.ts';
import { type Known, scopeOf } from '../../src/expressions/scope/scope.ts';
import { parseJson } from '../../src/text/exact-json.ts';

const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8');

function section(title: string): string {
  return page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
}

/** The cells of a table's rows. */
function rowsIn(text: string): readonly (readonly string[])[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('R108: the table of names is that of the code', () => {
  const yes = (is: boolean) => (is ? 'yes' : '');
  expect(rowsIn(section('Names'))).toEqual(
    NAMES.map(({ form, means, places }) => [
      `\`${form}\``,
      means,
      yes(places.includes('expression')),
      yes(places.includes('guard')),
      yes(places.includes('template')),
    ]),
  );
});

test('R37, R107: every function, method and comparison is there', () => {
  const functions = [...section('Functions').matchAll(/^- `(\w+)\(/gm)].map(([, name]) => name);
  expect(functions).toEqual([...FUNCTIONS]);
  const [, methods = ''] = section('Functions').split('On texts there are ');
  expect([...methods.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...METHODS]);
  for (const one of COMPARISONS) expect(section('Operators')).toContain(`\`${one}\``);
});

const EXAMPLES = section('Examples');
const schema: unknown = JSON.parse(/has the schema `(.*)`:/.exec(EXAMPLES)?.[1] ?? '');
const data = readData(/```json\n([\s\S]*?)```/.exec(EXAMPLES)?.[1] ?? '');
/** With all digits of its numbers, as they are read from artifacts. */
function readData(text: string): {
  input: unknown;
  artifact: Record<string, unknown>;
  verdict: Record<string, unknown>;
} {
  const { input, artifact, verdict } = Object(parseJson(text));
  return { input, artifact, verdict };
}
const known: Known = {
  input: data.input,
  inputSchema: schema,
  specification: '',
  constraints: '',
  runId: 'run_1',
  startedAt: Date.UTC(2026, 10, 27, 23, 59),
  step: 'sign',
  made: Object.fromEntries(
    Object.entries(data.artifact).map(([step, value]) => [step, { text: '', value, facts: data.verdict[step] }]),
  ),
};
const examples = rowsIn(EXAMPLES).map(([written = '', answer = '']) => [written.slice(1, -1), answer] as const);

test('there are at least twenty examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
});

test.each(examples)('R109: as the page says, %s is %s', (expression, answer) => {
  expect(String(truthOf(expression, scopeOf(known)).truth ?? 'cannot be calculated')).toBe(answer);
});
