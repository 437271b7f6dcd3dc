// Pure: patterns with look-ahead in schemas, and where one that cannot be run is told.
import { schemaErrors, schemaProblems } from '../../../src/guards/isolation/schema-errors.ts';
import { aDefinition, aStep, check } from '../../definitions/makers.ts';

const DECIMAL = String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`;
const price = (pattern: string) => ({
  type: 'object',
  properties: { price: { anyOf: [{ type: 'number' }, { type: 'string', pattern }] } },
});

test('report 28: the schema of a decimal of Pydantic is taken, and means what it says', () => {
  expect(schemaProblems(price(DECIMAL))).toEqual([]);
  expect(schemaErrors(price(DECIMAL), { price: '19.99' })).toEqual([]);
  expect(schemaErrors(price(DECIMAL), { price: '.' })).not.toEqual([]);
});

test('report 28: a pattern that no linear engine can run is told at its own pointer, in every schema of a definition', () => {
  const wrong = price(String.raw`^(a+)\1$`);
  const at = '/properties/price/anyOf/1/pattern';
  const document = aDefinition({
    input: wrong,
    steps: [
      aStep('a', {
        generator: { kind: 'llm', prompt: 'x', output: { format: 'json', schema: wrong } },
        guard: { use: 'json-schema', with: { schema: wrong } },
      }),
      aStep('b', { generator: { kind: 'human', question: 'x', answer: wrong } }),
    ],
  });
  const checked = check(document, { compileSchema: schemaProblems });
  if (checked.ok) throw new Error('It was taken.');
  expect(checked.issues.map(({ pointer }) => pointer).toSorted()).toEqual([
    `/input${at}`,
    `/steps/0/generator/output/schema${at}`,
    `/steps/0/guard/with/schema${at}`,
    `/steps/1/generator/answer${at}`,
  ]);
  for (const { detail } of checked.issues) expect(detail).toContain('write out what is repeated');
});
