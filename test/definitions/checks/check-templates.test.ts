// Pure: names in templates, and what publishing says of them.
import { accepted, aDefinition, aStep, check, type Fields, found } from '../makers.ts';

const prompt = (task: string) => ({ generator: { kind: 'llm', prompt: task } });
const steps = (...list: Fields[]) => aDefinition({ steps: list });
const two = (fields: Fields, more: Fields = {}) =>
  aDefinition({ ...more, steps: [aStep('extract'), aStep('pay', { requires: ['extract'], ...fields })] });

/** Codes and details of what was said, refused or not. */
function said(document: unknown) {
  const checked = check(document);
  return checked.ok ? checked.warnings : checked.issues;
}

const CLOSED = { type: 'object', properties: { who: { type: 'string' } }, additionalProperties: false };

describe('(R96) a name that only a slip explains is refused, with the nearest', () => {
  test.each([
    ['{artifact.extrakt}', '{artifact.extract}'],
    ['{deps.extrakt}', '{deps.extract}'],
    ['{binding.nosuch}', ''],
    ['{verdict.nosuch.count}', ''],
    ['{run.name}', '{run.id}'],
    ['{inptu.who}', '{input.who}'],
    ['{inputs.who}', '{input.who}'],
    ['{bindng.extract}', '{binding.extract}'],
    ['{artefacts.extract}', '{artifact.extract}'],
    ['{specfication.x}', '{specification.x}'],
  ])('%s', (task, meant) => {
    const document = two(prompt(task));
    expect(found(document)).toEqual(['/steps/1/generator/prompt unknown_name']);
    expect(check(document).ok).toBe(false);
    expect(said(document)[0]?.detail).toContain(meant === '' ? 'names nothing' : `Did you mean ${meant}?`);
  });

  test('a field that a closed schema of the input has not', () => {
    const document = two(prompt('{input.whom}'), { input: CLOSED });
    expect(check(document).ok).toBe(false);
    expect(said(document)).toMatchObject([
      { code: 'unknown_name', detail: expect.stringContaining('Did you mean {input.who}?') },
    ]);
    expect(found(two(prompt('{input.whom}'), { input: { ...CLOSED, additionalProperties: true } }))).toEqual([]);
  });
});

describe('(R96) what may be code stays a warning, and doubled braces quote for certain', () => {
  test.each([
    ['{nobody}', 1],
    ['{item.name}', 1],
    ['{steps.name}', 1],
    ['{artifact}', 1],
    ['{{artifact.nobody}} {{inptu.who}} and {"json": {"a": 1}}', 0],
    ['{input} {input.a.b} {specification} {constraints} {feedback} {injected} {step} {attempt} {run.id}', 0],
    ['{artifact.extract} {deps.extract} {binding.extract} {verdict.extract.count}', 0],
  ])('%s', (task, count) => {
    expect(check(two(prompt(task))).ok).toBe(true);
    expect(found(two(prompt(task)))).toEqual(Array(count).fill('/steps/1/generator/prompt unknown_name'));
  });
});

test('(R96) in a machine every unknown name is a warning, since code may set one', () => {
  const machine = {
    name: 'sample',
    model: 'small',
    variables: { look: 1 },
    workflow: {
      state_machine: { states: ['a'], initial_state: 'a' },
      steps: [{ name: 'see', type: 'llm', prompt: '{inptu.who} {artifact.nosuch} {tick} {look}' }],
    },
  };
  expect(check(machine)).toMatchObject({ ok: true });
  expect(said(machine).filter(({ code }) => code === 'unknown_name')).toMatchObject([
    { pointer: '/workflow/steps/0/prompt', detail: expect.stringContaining('{input.who}') },
    { pointer: '/workflow/steps/0/prompt', detail: expect.stringContaining('{artifact.nosuch}') },
  ]);
});

describe('(R113) every template is checked, and what it names is a data edge (R64)', () => {
  const question = (kind: 'generator' | 'guard', text: string) =>
    kind === 'guard'
      ? { guard: { use: 'human', with: { question: text } } }
      : { generator: { kind: 'human', question: text } };

  test.each([
    ['a fixed text', { generator: { kind: 'fixed', content: '{artifact.extract}' } }],
    ['the question of a generator', question('generator', 'Pay {artifact.extract}?')],
    ['the question of a guard', question('guard', 'Pay {artifact.extract}?')],
    ['the source of quotes', { guard: { use: 'quotes-source', with: { source: '{artifact.extract}' } } }],
    ['a file of a program', { generator: { kind: 'command', run: ['cat', 'a'], files: { a: '{artifact.extract}' } } }],
  ])('%s', (_, fields) => {
    const apart = steps(aStep('extract'), aStep('pay', fields));
    expect(found(apart)).toEqual([expect.stringMatching(/ not_upstream$/)]);
    const between = steps(
      aStep('extract'),
      aStep('mid', { requires: ['extract'] }),
      aStep('pay', { requires: ['mid'], ...fields }),
    );
    expect(accepted(between).plan.steps[2]?.requires).toEqual(['mid', 'extract']);
    expect(found(steps(aStep('extract'), aStep('pay', replaced(fields))))).toEqual([
      expect.stringMatching(/ unknown_name$/),
    ]);
  });

  test('what is no template names nothing', () => {
    const fields = { guard: { use: 'contains', with: { text: '{artifact.extract} {inptu.who}' } } };
    expect(found(steps(aStep('extract'), aStep('pay', fields)))).toEqual(['/steps/1/guard/with/text not_a_template']);
  });

  test('in a guard {artifact} and {text} are what is judged, and {deps.<name>} what it is given', () => {
    const fields = {
      guardArtifacts: { terms: 'extract' },
      ...question('guard', 'Does {artifact} keep to {deps.terms}? {text}'),
    };
    expect(found(two(fields))).toEqual([]);
  });
});

describe('(R113) the source of quotes', () => {
  const source = (text: string) => two({ guard: { use: 'quotes-source', with: { source: text } } });

  test.each([
    ['input.text', '{input.text}'],
    ['artifact.extract', '{artifact.extract}'],
    ['specification', '{specification}'],
  ])('a known name without braces is refused: %s', (text, meant) => {
    expect(said(source(text))).toMatchObject([
      { pointer: '/steps/1/guard/with/source', detail: expect.stringContaining(meant) },
    ]);
    expect(check(source(text)).ok).toBe(false);
  });

  test('any other text without a placeholder is a warning', () => {
    expect(check(source('To be or not to be')).ok).toBe(true);
    expect(found(source('To be or not to be'))).toEqual(['/steps/1/guard/with/source no_placeholder']);
  });
});

describe('(R125) a keyword or format that nobody knows in a schema', () => {
  const typo = {
    type: 'object',
    requierd: ['a'],
    properties: { a: { typ: 'string', 'x-mine': 1, title: 'A' }, day: { format: 'dat' }, iban: { format: 'iban' } },
  };

  test.each([
    ['the input', aDefinition({ input: typo }), '/input'],
    [
      'an output',
      steps(aStep('a', { generator: { kind: 'llm', prompt: 'x', output: { format: 'json', schema: typo } } })),
      '/steps/0/generator/output/schema',
    ],
    [
      'a guard',
      steps(aStep('a', { guard: { use: 'json-schema', with: { schema: typo } } })),
      '/steps/0/guard/with/schema',
    ],
    [
      'an answer that a guard asks of a person',
      steps(aStep('a', { guard: { use: 'human', with: { question: 'Ok?', answer: typo } } })),
      '/steps/0/guard/with/answer',
    ],
  ])('of %s is a warning, with the nearest', (_, document, at) => {
    expect(check(document).ok).toBe(true);
    const warned = said(document).filter(({ code }) => code.startsWith('unknown_'));
    expect(warned).toMatchObject([
      {
        pointer: `${at}/requierd`,
        code: 'unknown_keyword',
        detail: expect.stringContaining('Did you mean "required"?'),
      },
      {
        pointer: `${at}/properties/a/typ`,
        code: 'unknown_keyword',
        detail: expect.stringContaining('Did you mean "type"?'),
      },
      {
        pointer: `${at}/properties/day/format`,
        code: 'unknown_format',
        detail: expect.stringContaining('Did you mean "date"?'),
      },
    ]);
  });

  test.each([
    ['e-mail', '"email"'],
    ['Date', '"date"'],
    ['datetime', '"date-time"'],
    ['phone', '"phone-e164"'],
    ['isbn13', '"isbn"'],
    ['currency-code', '"currency"'],
    ['idn-email', undefined],
    ['iri', '"uri"'],
    ['toString', undefined],
    ['', undefined],
  ])('report 14: the format "%s" demands nothing, and %s is offered', (format, meant) => {
    const [warning] = said(aDefinition({ input: { type: 'object', properties: { a: { anyOf: [{ format }] } } } }));
    expect(warning).toMatchObject({ pointer: '/input/properties/a/anyOf/0/format', code: 'unknown_format' });
    if (meant === undefined) expect(warning?.detail).not.toContain('Did you mean');
    else expect(warning?.detail).toContain(`Did you mean ${meant}?`);
  });

  test('report 14: a property that is called format is none', () => {
    expect(said(aDefinition({ input: { properties: { format: { enum: ['a'] } }, const: { format: 'x' } } }))).toEqual(
      [],
    );
  });
});

test.each([
  ['python-syntax', { format: 'json' }, true],
  ['python-tests', { format: 'code', language: 'typescript' }, true],
  ['typescript-types', { format: 'code', language: 'python' }, true],
  ['json-schema', { format: 'code', language: 'python' }, true],
  ['python-syntax', { format: 'code', language: 'python' }, false],
  ['python-syntax', { format: 'code' }, false],
  ['python-syntax', { format: 'text' }, false],
  ['json', { format: 'json' }, false],
  ['patch-applies', { format: 'json' }, false],
  ['not-empty', { format: 'json' }, false],
])('(R125) %s on an output of %j cannot judge: %s', (use, output, warned) => {
  const options = { 'python-tests': { tests: 'x' }, 'json-schema': { schema: true } }[use];
  const step = aStep('a', {
    generator: { kind: 'llm', prompt: 'x', output },
    guard: { use, ...(options && { with: options }) },
  });
  expect(check(steps(step)).ok).toBe(true);
  expect(found(steps(step))).toEqual(warned ? ['/steps/0/guard/use cannot_judge'] : []);
});

function replaced(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields).replace('{artifact.extract}', '{artifact.nosuch}'));
}
