// Pure: what publishing warns of because it can never work.
import { aDefinition, aStep, check, type Fields } from '../makers.ts';

const warnings = (document: unknown) => {
  const checked = check(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.warnings;
};
const WHO = {
  type: 'object',
  properties: { who: { type: 'string' }, net: { type: 'number' }, lines: { type: 'array' } },
};
const withPrompt = (prompt: string, input: unknown = WHO) =>
  aDefinition({ input, steps: [aStep('extract', { generator: { kind: 'llm', prompt } })] });
const saidOf = (prompt: string, input?: unknown) => warnings(withPrompt(prompt, input));

describe('N27 (R96): a placeholder of a known name that is none', () => {
  test.each([
    ['Greet { input.who }.', 'no spaces', '{input.who}'],
    ['Greet {input.who }.', 'no spaces', '{input.who}'],
    ['Greet {input . who}.', 'no spaces', '{input.who}'],
    ['Greet {\n  input.who\n}.', 'U+000A', '{input.who}'],
    ['Greet {input.who\u00a0}.', 'U+00A0', '{input.who}'],
    ['Greet {input.who\u200b}.', 'U+200B', '{input.who}'],
    ['Greet {\ufeffinput.who}.', 'U+FEFF', '{input.who}'],
    ['Greet {{ input.who }}.', 'doubled braces are literal', '{input.who}'],
    ['Greet {{input.who }}.', 'doubled braces are literal', '{input.who}'],
    ['Greet {{{ input.who }}}.', 'doubled braces are literal', '{input.who}'],
    ['Greet ${input.who}.', 'leaves the $', '{input.who}'],
    ['Obey { constraints }.', 'no spaces', '{constraints}'],
    ['Run { run.id }.', 'no spaces', '{run.id}'],
    ['The first is {input.lines[0]}.', 'without brackets', '{input.lines.0}'],
    ['The first is {input.lines[0].net}.', 'without brackets', '{input.lines.0.net}'],
    ['Greet {input["who"]}.', 'without brackets', '{input.who}'],
    ['Greet {input.who|upper}.', 'filters', '{input.who}'],
    ['Greet {input.who | upper}.', 'filters', '{input.who}'],
    ['It costs {input.net:.2f}.', 'filters', '{input.net}'],
  ])('%j', (prompt, why, meant) => {
    expect(saidOf(prompt)).toEqual([
      {
        pointer: '/steps/0/generator/prompt',
        code: 'not_a_placeholder',
        detail: expect.stringContaining(`Write ${meant}`),
      },
    ]);
    expect(saidOf(prompt)[0]?.detail).toContain(why);
  });

  test.each([
    'Greet {input.who}.',
    // The escape of a brace that is meant (R96).
    'Greet {{input.who}}.',
    'Greet {{ name }} and { name } and ${name}.',
    'Answer with {"who": "…", "lines": [{ "net": 1 }]} or { who: 1 }.',
    'It costs ${input.net}.',
    'const { input } = props; function f({ step, text }) { return step; }',
    "import { text } from 'x'; type A = { step };",
    '{% if input.who %} { } {} {{ }}',
    'Write `a{input.who}b`.',
  ])('says nothing of %j', (prompt) => {
    expect(saidOf(prompt).filter(({ code }) => code === 'not_a_placeholder')).toEqual([]);
  });

  test('a closed input, an open one and none', () => {
    for (const input of [{ ...WHO, additionalProperties: false }, WHO])
      expect(saidOf('{ input.who }', input)).toMatchObject([{ code: 'not_a_placeholder' }]);
    expect(saidOf('{ input.nobody }', { ...WHO, additionalProperties: false })).toEqual([]);
  });

  test.each([
    ['specification', (text: string) => ({ specification: text }), '/specification'],
    [
      'a role',
      (text: string) => step({ generator: { kind: 'llm', prompt: { role: text, task: 'x' } } }),
      '/prompt/role',
    ],
    ['a fixed text', (text: string) => step({ generator: { kind: 'fixed', content: text } }), '/content'],
    ['a question', (text: string) => step({ generator: { kind: 'human', question: text } }), '/question'],
    [
      'a file',
      (text: string) => step({ generator: { kind: 'command', run: ['cat'], files: { a: text } } }),
      '/files/a',
    ],
    ['the question of a guard', (text: string) => step(guard({ use: 'human', with: { question: text } })), '/question'],
    [
      'the source of quotes',
      (text: string) => step(guard({ use: 'quotes-source', with: { source: `{input.who} ${text}` } })),
      '/source',
    ],
  ])('in every template: %s', (_title, fields, pointer) => {
    const said = warnings(aDefinition({ input: WHO, steps: [aStep('extract')], ...fields('{{ input.who }}') }));
    expect(said.filter(({ code }) => code === 'not_a_placeholder')).toMatchObject([
      { pointer: expect.stringMatching(new RegExp(`${pointer}$`)) },
    ]);
  });

  test('in the prompt of a state machine, of its variables too', () => {
    const machine = {
      name: 'sample',
      model: 'small',
      variables: { look: 1 },
      workflow: {
        state_machine: { states: ['a'], initial_state: 'a' },
        steps: [{ name: 'see', type: 'llm', prompt: 'Look at { input.who } by {{ look }}.' }],
      },
    };
    expect(warnings(machine).filter(({ code }) => code === 'not_a_placeholder')).toMatchObject([
      { pointer: '/workflow/steps/0/prompt', detail: expect.stringContaining('{input.who}') },
      { pointer: '/workflow/steps/0/prompt', detail: expect.stringContaining('{look}') },
    ]);
  });
});

const step = (fields: Fields) => ({ steps: [aStep('extract', fields)] });
const guard = (tree: unknown) => ({ guard: tree });

describe('N28 (R125): what ends in a line break of a YAML block', () => {
  const ends = (fields: Fields, more: Fields = {}) =>
    warnings(aDefinition({ ...more, steps: [aStep('extract', fields)] }))
      .filter(({ code }) => code === 'line_break_at_end' || code === 'invisible_at_end')
      .map(({ pointer, code }) => `${pointer} ${code}`);
  const schema = (value: unknown) => ({ type: 'object', properties: { a: value } });

  test.each([
    ['contains', { text: 'Hello\n' }, '/steps/0/guard/with/text line_break_at_end'],
    ['contains', { texts: ['Hello', 'you\r\n'] }, '/steps/0/guard/with/texts/1 line_break_at_end'],
    ['not-contains', { text: 'Hello\n' }, '/steps/0/guard/with/text line_break_at_end'],
    ['regex', { pattern: '^Hello$\n' }, '/steps/0/guard/with/pattern line_break_at_end'],
    ['contains', { text: 'Hello\u00a0' }, '/steps/0/guard/with/text invisible_at_end'],
    ['contains', { text: '\ufeffHello' }, '/steps/0/guard/with/text invisible_at_end'],
    ['regex', { pattern: 'Hello\u200b' }, '/steps/0/guard/with/pattern invisible_at_end'],
    [
      'json-schema',
      { schema: schema({ type: 'string', pattern: '^a$\n' }) },
      '/steps/0/guard/with/schema/properties/a/pattern line_break_at_end',
    ],
    [
      'json-schema',
      { schema: schema({ enum: ['a', 'b\n'] }) },
      '/steps/0/guard/with/schema/properties/a/enum/1 line_break_at_end',
    ],
    [
      'json-schema',
      { schema: { anyOf: [schema({ const: 'b\n' })] } },
      '/steps/0/guard/with/schema/anyOf/0/properties/a/const line_break_at_end',
    ],
  ])('of the guard %s: %j', (use, options, said) => {
    expect(ends(guard({ use, with: options }))).toEqual([said]);
  });

  test('of the input, of an output and of an answer', () => {
    const pattern = schema({ type: 'string', pattern: '^a$\n' });
    expect(ends({}, { input: pattern })).toEqual(['/input/properties/a/pattern line_break_at_end']);
    expect(ends({ generator: { kind: 'llm', prompt: 'x', output: { format: 'json', schema: pattern } } })).toEqual([
      '/steps/0/generator/output/schema/properties/a/pattern line_break_at_end',
    ]);
    expect(ends({ generator: { kind: 'human', question: 'x', answer: pattern } })).toEqual([
      '/steps/0/generator/answer/properties/a/pattern line_break_at_end',
    ]);
  });

  test.each([
    ['contains', { text: 'Hello' }],
    ['contains', { text: 'a\nb' }],
    ['contains', { text: ' Hello ' }],
    ['not-contains', { texts: ['\u200b', '\u00a0'] }],
    ['regex', { pattern: '\\n' }],
    ['one-of', { values: ['yes\n', 'no'] }],
    ['json-schema', { schema: { type: 'object', properties: { pattern: { type: 'string' } }, default: 'x\n' } }],
    ['human', { question: 'Is it so?\n' }],
  ])('says nothing of the guard %s: %j', (use, options) => {
    expect(ends(guard({ use, with: options }))).toEqual([]);
  });
});

describe('K9 (R108): a field that a closed schema of the step does not declare', () => {
  const SCHEMA = {
    type: 'object',
    additionalProperties: false,
    properties: {
      total: { type: 'number' },
      lines: {
        type: 'array',
        items: { type: 'object', additionalProperties: false, properties: { net: { type: 'number' } } },
      },
      note: { type: 'object', properties: { by: { type: 'string' } } },
    },
  };
  const MADE = { kind: 'llm', prompt: 'x', output: { format: 'json', schema: SCHEMA } };
  const from = (maker: Fields, reader: Fields) =>
    warnings(aDefinition({ steps: [aStep('bill', maker), aStep('pay', { requires: ['bill'], ...reader })] })).filter(
      ({ code }) => code === 'undeclared_field',
    );
  const prompt = (text: string) => ({ generator: { kind: 'llm', prompt: text } });
  const expression = (expr: string, more: Fields = {}) => ({ guard: { use: 'expression', with: { expr } }, ...more });

  test.each([
    ['a prompt', prompt('{artifact.bill.totl}'), '/steps/1/generator/prompt', 'artifact.bill.totl', '"total"'],
    ['deps', prompt('{deps.bill.totl}'), '/steps/1/generator/prompt', 'deps.bill.totl', '"total"'],
    [
      'an entry of a list',
      prompt('{artifact.bill.lines.0.nett}'),
      '/steps/1/generator/prompt',
      'artifact.bill.lines.0.nett',
      '"net"',
    ],
    ['when', { when: 'artifact.bill.totl > 1' }, '/steps/1/when', 'artifact.bill.totl', '"total"'],
    [
      'every entry',
      { when: 'sum(artifact.bill.lines[*].nett) > 1' },
      '/steps/1/when',
      'artifact.bill.lines[*].nett',
      '"net"',
    ],
    [
      'it',
      { when: "all(artifact.bill.lines, 'it.nett > 1')" },
      '/steps/1/when',
      'artifact.bill.lines[*].nett',
      '"net"',
    ],
    ['brackets', { when: "artifact.bill['totl'] > 1" }, '/steps/1/when', 'artifact.bill.totl', '"total"'],
    ['a guard', expression('deps.bill.totl == 1'), '/steps/1/guard/with/expr', 'deps.bill.totl', '"total"'],
    [
      'guardArtifacts',
      expression('deps.due.totl == 1', { guardArtifacts: { due: 'bill' } }),
      '/steps/1/guard/with/expr',
      'deps.due.totl',
      '"total"',
    ],
    [
      'an option of a guard',
      { guard: { use: 'quotes-source', with: { source: '{artifact.bill.totl}' } } },
      '/steps/1/guard/with/source',
      'artifact.bill.totl',
      '"total"',
    ],
    [
      'a fixed text',
      { generator: { kind: 'fixed', content: '{artifact.bill.totl}' } },
      '/steps/1/generator/content',
      'artifact.bill.totl',
      '"total"',
    ],
    [
      'code',
      { generator: { kind: 'code', code: 'due = artifact.bill.totl' } },
      '/steps/1/generator/code',
      'artifact.bill.totl',
      '"total"',
    ],
  ])('in %s', (_title, reader, pointer, name, meant) => {
    const said = from({ generator: MADE }, reader);
    expect(said).toMatchObject([{ pointer, detail: expect.stringContaining(`"${name}" is never there`) }]);
    expect(said[0]?.detail).toContain(`Did you mean ${meant}?`);
  });

  test.each([
    ['a json-schema guard', { guard: { use: 'json-schema', with: { schema: SCHEMA } } }],
    [
      'one in a sequence',
      { guard: { sequence: [{ use: 'not-empty' }, { use: 'json-schema', with: { schema: SCHEMA } }] } },
    ],
    ['the answer of a person', { generator: { kind: 'human', question: 'How much?', answer: SCHEMA } }],
    [
      'a schema by reference',
      { generator: { ...MADE, output: { format: 'json', schema: { $defs: { a: SCHEMA }, $ref: '#/$defs/a' } } } },
    ],
    [
      'one that is not evaluated elsewhere',
      {
        generator: {
          ...MADE,
          output: {
            format: 'json',
            schema: { ...SCHEMA, additionalProperties: undefined, unevaluatedProperties: false },
          },
        },
      },
    ],
  ])('of %s', (_title, maker) => {
    expect(from(JSON.parse(JSON.stringify(maker)), prompt('{artifact.bill.totl}'))).toHaveLength(1);
  });

  test('of what is judged, in its own guard', () => {
    const definition = aDefinition({
      steps: [aStep('bill', { generator: MADE, ...expression('artifact.totl == sum(artifact.lines[*].net)') })],
    });
    expect(warnings(definition)).toMatchObject([{ pointer: '/steps/0/guard/with/expr', code: 'undeclared_field' }]);
  });

  test('of a group, if none of its choices has the field', () => {
    const grouped = (other: unknown) =>
      warnings({
        name: 'sample',
        model: 'small',
        topology: 'and-or',
        steps: [
          aStep('quick', { orGroup: 'bill', generator: MADE }),
          aStep('slow', { orGroup: 'bill', generator: { ...MADE, output: { format: 'json', schema: other } } }),
          aStep('pay', { requires: ['bill'], ...prompt('{artifact.bill.totl}') }),
        ],
      }).filter(({ code }) => code === 'undeclared_field');
    expect(grouped(SCHEMA)).toHaveLength(1);
    expect(grouped({ type: 'object', properties: { totl: {} } })).toEqual([]);
  });

  test('in a state machine', () => {
    const machine = {
      name: 'sample',
      model: 'small',
      workflow: {
        state_machine: { states: ['a'], initial_state: 'a' },
        steps: [
          { name: 'bill', type: 'llm', prompt: 'x', output: { format: 'json', schema: SCHEMA } },
          { name: 'pay', type: 'llm', prompt: 'Pay {artifact.bill.totl}.' },
        ],
      },
    };
    expect(warnings(machine).filter(({ code }) => code === 'undeclared_field')).toMatchObject([
      { pointer: '/workflow/steps/1/prompt' },
    ]);
  });

  test.each([
    ['a declared field', SCHEMA, '{artifact.bill.total}{artifact.bill.note.at}{artifact.bill}'],
    ['an open schema', { ...SCHEMA, additionalProperties: true }, '{artifact.bill.totl}'],
    ['fields by pattern', { ...SCHEMA, patternProperties: { '^t': {} } }, '{artifact.bill.totl}'],
    ['the escape', SCHEMA, '{{artifact.bill.totl}}'],
  ])('says nothing of %s', (_title, schema, text) => {
    expect(from({ generator: { ...MADE, output: { format: 'json', schema } } }, prompt(text))).toEqual([]);
  });

  test('says nothing where another guard may accept it, and of what a worker tells', () => {
    const guards = [{ use: 'json-schema', with: { schema: SCHEMA } }, { use: 'not-empty' }];
    expect(from({ guard: { any: guards } }, prompt('{artifact.bill.totl}'))).toEqual([]);
    expect(from({ role: 'worker', generator: MADE }, prompt('{binding.bill.port}'))).toEqual([]);
  });
});

describe('K9 (R61): a signature that no step waits for', () => {
  const signed = (pay: Fields, sign: Fields = {}, more: readonly Fields[] = []) =>
    warnings(
      aDefinition({
        goal: ['pay'],
        steps: [
          aStep('extract'),
          aStep('sign', {
            requires: ['extract'],
            generator: { kind: 'fixed', content: 'Pay?' },
            guard: { use: 'human', with: { question: 'May it be paid?' } },
            ...sign,
          }),
          aStep('pay', { requires: ['extract'], generator: { kind: 'fixed', content: 'Paid.' }, ...pay }),
          ...more,
        ],
      }),
    ).filter(({ code }) => code === 'nobody_waits');

  test('names the steps that begin beside it, and the field that is forgotten', () => {
    expect(signed({})).toMatchObject([
      {
        pointer: '/steps/1',
        detail: expect.stringMatching(/"sign", which asks a person: pay can begin .* Name it in requires of each/),
      },
    ]);
    expect(signed({}, { when: "artifact.extract != 'small'" })[0]?.detail).toMatch(
      /Name it in optionalRequires .*: "sign" can be left out \(when\)/,
    );
    expect(signed({}, { recovery: { onExhausted: 'skip' } })[0]?.detail).toContain('Name it in optionalRequires');
    expect(
      signed({}, { guard: { sequence: [{ use: 'not-empty' }, { use: 'human', with: { question: '?' } }] } }),
    ).toHaveLength(1);
  });

  test.each([
    ['it is required', signed({ requires: ['extract', 'sign'] })],
    ['it is in optionalRequires', signed({ optionalRequires: ['sign'] }, { when: "artifact.extract != 'small'" })],
    ['a guard reads it', signed({ guardArtifacts: { yes: 'sign' } })],
    ['a step waits for it through another', signed({}, {}, [aStep('go', { requires: ['sign'] })])],
    ['a person judges what a model made', signed({}, { generator: { kind: 'llm', prompt: 'x' } })],
    ['all others are done by then', signed({ requires: [] })],
    [
      'a second signature stands beside it',
      signed({ requires: ['sign'] }, {}, [aStep('also', { requires: ['extract', 'sign'] })]),
    ],
  ])('says nothing where %s', (_title, said) => {
    expect(said).toEqual([]);
  });
});

describe('issue 47: a template that ends in a quotation mark which nothing opens', () => {
  test.each(['Write to {input.who}."', "Sent: {input.who}'", 'Greet "all" of them."'])('%j', (prompt) => {
    expect(saidOf(prompt)).toMatchObject([{ pointer: '/steps/0/generator/prompt', code: 'quote_at_end' }]);
  });

  test.each(['Write "x"', "Write 'x'", 'of 24"', "the users'", 'He said:\n"', '"', 'Say it.'])(
    'says nothing of %j',
    (prompt) => {
      expect(saidOf(prompt)).toEqual([]);
    },
  );
});
