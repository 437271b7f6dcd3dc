/** Pure: what names stand for, in expressions and in templates (R108, R109). */
import * as fc from 'fast-check';
import { makesJson } from '../../src/definitions/scope/makes-json.ts';
import { truthOf } from '../../src/expressions/evaluate.ts';
import { filledInput } from '../../src/expressions/scope/input-fields.ts';
import { type Known, scopeOf, templateNames } from '../../src/expressions/scope/scope.ts';
import { lookupIn } from '../../src/expressions/template.ts';
import { accepted, aDefinition, aStep, check } from '../definitions/makers.ts';
import { anyConditional, FIELD, INPUT_SCHEMA, isSettled, textOf } from '../support/played/named-conditions.ts';
import { cases, costly } from '../support/properties.ts';

const KNOWN: Known = {
  input: { amount: 5 },
  inputSchema: { properties: { amount: {}, currency: { default: 'EUR' }, note: {} }, required: ['amount'] },
  specification: 'pay what is owed',
  constraints: 'never twice',
  runId: 'run_1',
  startedAt: Date.UTC(2026, 10, 27, 23, 59),
  step: 'sign',
  made: {
    extract: { text: '{"total": 7}', value: { total: 7 }, facts: { rows: 2 } },
    note: { text: '{"total": 7}', value: '{"total": 7}' },
  },
};

test.each([
  ['input.amount == 5'],
  ['input.currency == "EUR"'],
  ['input.note == null and not input.note'],
  ['artifact.extract.total == 7 and deps.extract.total == 7 and binding.extract.total == 7'],
  ['verdict.extract.rows == 2'],
  ['specification == "pay what is owed" and constraints == "never twice"'],
  ['run.id == "run_1" and step == "sign"'],
])('R108: %s', (condition) => {
  expect(truthOf(condition, scopeOf(KNOWN))).toEqual({ truth: true, notes: [] });
});

test.each([
  ['artifact.note.total > 1', 'artifact.note.total has no value: artifact.note is text "{\\"total\\": 7}"'],
  ['input.note > 1', 'input.note > 1: nothing > a number cannot be compared; input.note is nothing'],
  ['input.rate > 1', 'input.rate has no value: input is an object with amount, currency, note'],
])('R109: %s cannot be calculated', (condition, note) => {
  expect(truthOf(condition, scopeOf(KNOWN))).toEqual({ truth: undefined, notes: [note] });
});

test('R108: templates know the same names, and what a machine sets by its own', () => {
  const lookup = lookupIn(templateNames({ ...KNOWN, variables: { mode: 'fast' } }));
  const texts = [
    ['artifact', 'extract', 'total'],
    ['deps', 'extract', 'total'],
    ['verdict', 'extract', 'rows'],
    ['run', 'id'],
    ['step'],
    ['mode'],
    ['context', 'mode'],
    ['input', 'note'],
  ].map(lookup);
  expect(texts).toEqual(['7', '7', '2', 'run_1', 'sign', 'fast', 'fast', undefined]);
});

const NESTED = {
  $defs: { person: { properties: { name: { default: 'nobody' }, age: {} }, required: ['age'] } },
  allOf: [{ properties: { first: { default: 1 } } }],
  properties: { who: { $ref: '#/$defs/person' }, must: {} },
  required: ['must'],
};

test.each([
  [{ who: {} }, { who: { name: 'nobody' }, first: 1 }],
  [
    { who: { name: 'Ada', more: 1 }, must: 2 },
    { who: { name: 'Ada', more: 1 }, must: 2, first: 1 },
  ],
  [{}, { who: null, first: 1 }],
  ['text', 'text'],
  [[{}], [{}]],
])(
  'R109: an absent field that the schema declares and does not require is its default, else null: %j',
  (input, expected) => {
    expect(filledInput(input, NESTED)).toEqual(expected);
  },
);

test('R109: an input without a schema stays as it is', () => {
  expect(filledInput({ a: 1 }, undefined)).toEqual({ a: 1 });
});

const schema = { type: 'object' };

test.each<[string, object, boolean]>([
  ['a guard json', { guard: { use: 'json' } }, true],
  [
    'a guard json-schema in a tree',
    { guard: { sequence: [{ use: 'not-empty' }, { use: 'json-schema', with: { schema } }] } },
    true,
  ],
  ['an output schema', { generator: { kind: 'llm', prompt: 'x', output: { format: 'json', schema } } }, true],
  ['code', { generator: { kind: 'code', code: 'context["x"] = 1' } }, true],
  ['a role that hands back JSON', { role: 'worker' }, true],
  ['nothing', {}, false],
])('R108: %s makes JSON of what a step makes: %#', (_, fields, expected) => {
  const { definition } = accepted(aDefinition({ steps: [aStep('a', fields as Record<string, unknown>)] }));
  expect(definition.steps.map(makesJson)).toEqual([expected]);
});

test('R109: a when that names what is not there never skips, unless the rest settles it, whatever the data', () => {
  fc.assert(
    fc.property(anyConditional, ({ data, tree }) => {
      const when = textOf(tree);
      const steps = [
        aStep('made', { guard: { use: 'json' } }),
        aStep('text'),
        aStep('last', { requires: ['made', 'text'], when }),
      ];
      expect(check(aDefinition({ steps, input: INPUT_SCHEMA })).ok).toBe(true);
      const scope = scopeOf({
        ...KNOWN,
        input: data,
        inputSchema: INPUT_SCHEMA,
        made: { made: { text: '', value: data, facts: data }, text: { text: '{"a": 1}', value: '{"a": 1}' } },
      });
      if (truthOf(when, scope).truth === false) expect(isSettled(tree, false, scope)).toBe(true);
    }),
    costly(2_000),
  );
});

test('R108: a when that names a step or a root that is not there is refused, whatever else it says', () => {
  const root = fc.constantFrom(
    'artefact',
    'nonsense',
    'results',
    'artifact.nobody',
    'deps.mad',
    'verdict.x',
    'context',
  );
  const place = fc.constantFrom(
    '% > 1',
    'not %',
    'true or %',
    '% == null',
    'get(%, "a", 1) == 1',
    '"k" in %',
    '[1, %] == []',
  );
  fc.assert(
    fc.property(root, FIELD, place, (name, field, around) => {
      const when = around.replace('%', () => `${name}.${field}`);
      const checked = check(aDefinition({ steps: [aStep('made'), aStep('last', { requires: ['made'], when })] }));
      expect(checked.ok ? [] : checked.issues.map(({ code }) => code)).toEqual(['unknown_name']);
    }),
    cases(200),
  );
});
