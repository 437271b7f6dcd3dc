/** `docs/budgets.md` says of each budget what the code says of it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { budgetsSchema } from '../../src/definitions/schema/budgets.ts';
import { fieldOf } from '../../src/text/loose.ts';

const page = readFileSync(new URL('../../docs/budgets.md', import.meta.url), 'utf8');

test('the table of docs/budgets.md has every budget with its own description', () => {
  const definition = fieldOf(fieldOf(z.toJSONSchema(budgetsSchema), '$defs'), 'BudgetsDefinition');
  const properties: object = Object(fieldOf(definition, 'properties'));
  const described = Object.entries(properties).map(([name, schema]) => [name, fieldOf(schema, 'description')]);
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name, text]) => [name, text]);
  expect(described).not.toHaveLength(0);
  expect(rows).toEqual(described);
});
