/** Pure: what CPython answers to the same expressions. `scripts/python-answers.py` has written the table (R107). */
import { readFileSync } from 'node:fs';
import { evaluate } from '../../../src/expressions/evaluate.ts';
import { parseExpression } from '../../../src/expressions/parse.ts';
import { ExactNumber } from '../../../src/text/exact-json.ts';

interface Row {
  readonly expression: string;
  readonly value?: unknown;
  readonly error?: string;
  /** Why the language answers otherwise on purpose. */
  readonly otherwise?: string;
}

const rows: readonly Row[] = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8'));

function answerOf(text: string): Pick<Row, 'value'> | 'none' {
  const parsed = parseExpression(text);
  if (!parsed.ok) return 'none';
  const { value } = evaluate(parsed.expression, {});
  return value === undefined ? 'none' : { value: asDouble(value) };
}

/** Python answers with doubles, so a number that has more digits is compared as the nearest one. */
function asDouble(value: unknown): unknown {
  return value instanceof ExactNumber ? Number(value.text) : value;
}

const python = (row: Row) => (row.error === undefined ? { value: row.value } : 'none');

test('R107: there are more than 300 of them', () => {
  expect(rows.length).toBeGreaterThan(300);
});

test.each(rows.filter(({ otherwise }) => otherwise === undefined).map((row) => [row.expression, row] as const))(
  'R107: %s is what Python says',
  (text, row) => {
    expect(answerOf(text)).toEqual(python(row));
  },
);

test.each(rows.flatMap((row) => (row.otherwise === undefined ? [] : [[row.expression, row.otherwise, row] as const])))(
  'R107: %s is not what Python says: %s',
  (text, _, row) => {
    expect(answerOf(text)).not.toEqual(python(row));
  },
);
