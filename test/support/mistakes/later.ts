import {
  CLOSED,
  definition,
  fixed,
  G,
  guarded,
  MACHINE,
  type Mistake,
  machine,
  made,
  ofStep,
  prompted,
  row,
  searching,
  signed,
  step,
} from './makers.ts';

/** Publishing is answered with a warning. */
export const WARNED: readonly Mistake[] = [
  row(
    'a placeholder where there is no template',
    guarded({ use: 'not-contains', with: { text: '{input.secret}' } }),
    `${G}/with/text`,
    'not_a_template',
    'input.secret, without braces',
  ),
  row(
    'a when of what nothing makes JSON',
    signed('artifact.extract.amount > 1000', '5000', { use: 'not-empty' }),
    '/steps/1/when',
    'not_json',
    'a guard json',
  ),
  row(
    'a misspelt field of a closed schema',
    signed('artifact.extract.amout > 1000', '5000', { use: 'json-schema', with: { schema: CLOSED } }),
    '/steps/1/when',
    'undeclared_field',
    'Did you mean "amount"',
  ),
  row(
    'a misspelt keyword of the input',
    definition({ input: { type: 'object', requierd: ['a'] } }),
    '/input/requierd',
    'unknown_keyword',
    '"required"',
  ),
  row(
    'one of a guard',
    guarded({ use: 'json-schema', with: { schema: { type: 'object', propertes: {} } } }),
    `${G}/with/schema/propertes`,
    'unknown_keyword',
    '"properties"',
  ),
  row(
    'one of an output',
    made({ kind: 'llm', prompt: 'x', output: { format: 'json', schema: { requierd: ['a'] } } }),
    '/steps/0/generator/output/schema/requierd',
    'unknown_keyword',
    '"required"',
  ),
  row(
    'one of an answer',
    made({ kind: 'human', question: 'x?', answer: { enmu: ['a'] } }),
    '/steps/0/generator/answer/enmu',
    'unknown_keyword',
    '"enum"',
  ),
  row(
    'a guard that cannot judge',
    ofStep({ generator: { kind: 'llm', prompt: 'x', output: { format: 'json' } }, guard: { use: 'python-syntax' } }),
    `${G}/use`,
    'cannot_judge',
    'python',
  ),
  row(
    'a source that names nothing',
    guarded({ use: 'quotes-source', with: { source: 'the text' } }),
    `${G}/with/source`,
    'no_placeholder',
    'placeholder',
  ),
  row(
    'a name that nobody knows',
    prompted('Sum up {document}.'),
    '/steps/0/generator/prompt',
    'unknown_name',
    '{{document}}',
  ),
  row(
    'a group of a slip',
    searching([
      step('jwt', { orGroup: 'way' }),
      step('session', { orGroup: 'way' }),
      step('basic', { orGroup: 'wya' }),
    ]),
    '/steps/2/orGroup',
    'single_choice',
    '"way"',
  ),
  row(
    'a goal that may be skipped',
    ofStep({ when: 'input.amount > 1' }),
    '/steps/0',
    'goal_can_be_skipped',
    'without its artifact',
  ),
  row(
    'a condition of a machine that cannot be read',
    machine({ transitions: [{ from: 'drafting', to: 'shipping', condition: 'tick >' }] }),
    `${MACHINE}/transitions/0/condition`,
    'invalid_expression',
    'counts as false',
  ),
  row(
    'a name in one',
    machine({ transitions: [{ from: 'drafting', to: 'shipping', condition: 'sucess_rate > 1' }] }),
    `${MACHINE}/transitions/0/condition`,
    'unknown_name',
    '"success_rate"',
  ),
];

/** It publishes, but no run of it starts. */
export const UNSTARTED: readonly Mistake[] = [
  row('a missing input', definition({ input: CLOSED }), '/input/amount', 'invalid_input', 'amount', {}),
  row('an input of the wrong type', definition({ input: CLOSED }), '/input/amount', 'invalid_input', 'number', {
    amount: '5',
  }),
  row('an input that a placeholder needs', prompted('For {input.who}.'), '/input/who', 'input_missing', 'Give it', {}),
  row('an unknown model', definition({ model: 'sim:nope' }), '/workflow', 'model_unavailable', '"sim:nope"'),
  row(
    'a budget without a price',
    definition({ model: 'real/unpriced', budgets: { maxCostUsd: 1 } }),
    '',
    'price_unknown',
    'unpriced: allow',
  ),
];

const EXTRACT = '{{"amount": 5000}}';

/** It starts, and a person is asked instead of going on. */
export const ASKED: readonly Mistake[] = [
  row(
    'a field that a fixed text names and nothing made',
    definition({
      steps: [
        fixed('extract', EXTRACT, { guard: { use: 'json' } }),
        fixed('pay', 'Pay {artifact.extract.amuont}.', { requires: ['extract'] }),
      ],
    }),
    'pay',
    'attempts_exhausted',
    '{artifact.extract.amuont}',
  ),
  row(
    'a when of a field that is not there',
    signed('artifact.extract.amuont > 1000'),
    'sign',
    'condition',
    'artifact.extract is an object with amount',
    { amount: 1 },
  ),
  row(
    'a when of text',
    signed('artifact.extract.amount > 1000', 'It is 5000.', { use: 'not-empty' }),
    'sign',
    'condition',
    'artifact.extract is text',
    { amount: 1 },
  ),
  row(
    'a number compared with text',
    signed('artifact.extract.amount > "1000"'),
    'sign',
    'condition',
    'a number > text cannot be compared',
    { amount: 1 },
  ),
  row(
    'an object compared with a number',
    signed('artifact.extract > 1000'),
    'sign',
    'condition',
    'an object > a number cannot be compared',
    { amount: 1 },
  ),
  row(
    'a fact that no guard finds',
    signed('verdict.extract.signed'),
    'sign',
    'condition',
    'verdict.extract.signed has no value',
    { amount: 1 },
  ),
  row(
    'a keyword for a field',
    signed('artifact.extract.if > 1000'),
    'sign',
    'condition',
    'artifact.extract.if has no value',
    { amount: 1 },
  ),
  row(
    'an input that nothing declares',
    definition({ steps: [fixed('sign', 'signed', { when: 'input.sing' })] }),
    'sign',
    'condition',
    'input is an object with sign',
    { sign: true },
  ),
  row(
    'a guard of another step is meant',
    definition({
      steps: [
        fixed('extract', EXTRACT, {
          guard: { use: 'expression', with: { expr: 'artifact.total > 1' } },
          recovery: { rMax: 0, rPatience: null },
        }),
      ],
    }),
    'extract',
    'attempts_exhausted',
    'artifact.total has no value',
  ),
  row(
    'an input that a guard lacks',
    definition({
      steps: [
        fixed('extract', EXTRACT, { guard: { use: 'expression', with: { expr: 'artifact.amount > input.limit' } } }),
      ],
    }),
    'extract',
    'fatal',
    'input.limit',
  ),
];
