// Pure: what catalogues and editors tell of guards and generators, in words.
import { Ajv2020 } from 'ajv/dist/2020.js';
import '../../src/topologies/documents.ts';
import { NO_OWN_PARTS } from '../../src/authoring/parts.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { generatorRows } from '../../src/definitions/schema/generator-rows.ts';
import { definitionJsonSchema } from '../../src/definitions/schema/json-schema.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { defineGuard, z } from '../../src/index.ts';
import type { Described } from '../../src/ports/catalogues.ts';

const judge = () => Promise.reject(new Error('nothing is judged here'));
const own = defineGuard({
  name: 'own',
  options: z.strictObject({ note: z.string().meta({ 'x-template': true }), plain: z.string().optional() }),
  evaluate: () => ({ verdict: 'pass', feedback: '' }),
});
const registry = createGuardRegistry({ sim: true, judge, own: () => [own] });
const guards = registry.list();
const builtIn = guards.filter(({ name }) => name !== 'own');
const generators = generatorRows();
const parts = { ...NO_OWN_PARTS, agents: () => ['expense-reader'], generators: () => ['policy'] };
const validate = new Ajv2020({ strict: false, formats: { duration: true } }).compile(definitionJsonSchema(guards));

const rows: readonly (readonly [string, Described & { readonly schema: unknown }])[] = [
  ...builtIn.map((row) => [`guard ${row.name}`, row] as const),
  ...generators.map((row) => [`generator ${row.kind}`, row] as const),
];

test.each(rows)('the %s says what it is, what each option is, and gives an example', (_, row) => {
  expect(row.title).toMatch(/^[A-Z].*[^.]$/);
  expect(row.description).toMatch(/^[A-Z].*\.$/s);
  expect(row.example).toBeDefined();
  expect(row.options.filter(({ description = '' }) => description === '')).toEqual([]);
  expect(undescribed(row.schema, '')).toEqual([]);
});

const step = { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } };
const around = (fields: object) => ({ name: 'sample', model: 'small', steps: [{ ...step, ...fields }] });

test.each([
  ...builtIn.map(({ name, example }) => [`guard ${name}`, around({ guard: example })] as const),
  ...generators.map(({ kind, example }) => [`generator ${kind}`, around({ generator: example })] as const),
])('the example of the %s publishes, and editors find nothing wrong with it', (_, document) => {
  const checked = checkDefinition(document, { guards: registry, parts });
  expect(checked).toMatchObject({ ok: true, warnings: [] });
  expect(validate(document)).toBe(true);
});

test('(R113) every option says whether it is a template', () => {
  const templates = (row: Described) => row.options.filter(({ template }) => template).map(({ name }) => name);
  const marked = [
    ...guards.map((row) => [row.name, templates(row)]),
    ...generators.map((row) => [row.kind, templates(row)]),
  ];
  expect(marked.filter(([, names]) => names?.length !== 0)).toEqual([
    ['quotes-source', ['source']],
    ['human', ['question']],
    ['command', ['files']],
    ['own', ['note']],
    ['llm', ['prompt']],
    ['agent', ['prompt']],
    ['fixed', ['content']],
    ['human', ['question']],
    ['command', ['files']],
  ]);
});

test('the schema for editors has the same words for each guard and each of its options', () => {
  const text = JSON.stringify(definitionJsonSchema(guards));
  for (const { title, description, options } of builtIn) {
    for (const words of [title, description, ...options.map((option) => option.description)])
      expect(text).toContain(JSON.stringify(words));
  }
});

test.each([
  ['an option that is not there', { use: 'length', with: { mx: 3 } }],
  ['an option that must be', { use: 'regex' }],
  ['a guard that is not there', { use: 'lenght', with: { max: 3 } }],
])('editors mark %s', (_, guard) => {
  expect(validate(around({ guard }))).toBe(false);
});

test('a guard of the user’s is listed without words, or with those that it gives', () => {
  expect(guards.find(({ name }) => name === 'own')).toMatchObject({
    name: 'own',
    options: [
      { name: 'note', required: true, template: true },
      { name: 'plain', required: false, template: false },
    ],
  });
  const told = defineGuard({
    name: 'told',
    title: 'Told',
    description: 'Says yes.',
    example: { note: 'x' },
    options: z.strictObject({ note: z.string() }),
    evaluate: () => ({ verdict: 'pass', feedback: '' }),
  });
  const [row] = createGuardRegistry({ sim: false, own: () => [told] })
    .list()
    .slice(-1);
  expect(row).toMatchObject({
    title: 'Told',
    description: 'Says yes.',
    example: { use: 'told', with: { note: 'x' } },
  });
});

/** Pointers of properties without a description. */
function undescribed(node: unknown, pointer: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    if (key === 'examples') return [];
    const here = `${pointer}/${key}`;
    const isSilent = pointer.endsWith('/properties') && typeof child === 'object' && !('description' in (child ?? {}));
    return [...(isSilent ? [here] : []), ...undescribed(child, here)];
  });
}
