/** Definitions that are right but for one thing, and what the service says of it (R108–R116, R125). */

type Fields = Readonly<Record<string, unknown>>;

export interface Mistake {
  readonly title: string;
  readonly document: Fields;
  /** Where it is told, as a JSON pointer; of a question the step that it is about. */
  readonly place: string;
  /** Of the issue or warning; of a question its kind. */
  readonly code: string;
  /** What is said of it: the mend. */
  readonly says: string;
  readonly input?: unknown;
}

let names = 0;

const step = (id: string, fields: Fields = {}): Fields => ({
  id,
  generator: { kind: 'llm', prompt: 'Write.' },
  guard: { use: 'not-empty' },
  ...fields,
});
const fixed = (id: string, content: string, fields: Fields = {}): Fields =>
  step(id, { generator: { kind: 'fixed', content }, ...fields });

function definition(fields: Fields = {}): Fields {
  names += 1;
  return { name: `mistake-${names}`, model: 'sim:script', steps: [step('draft')], ...fields };
}
const ofStep = (fields: Fields, more: Fields = {}) => definition({ steps: [step('draft', fields)], ...more });
const without = (field: string) =>
  definition({ steps: [Object.fromEntries(Object.entries(step('draft')).filter(([key]) => key !== field))] });
const guarded = (guard: unknown) => ofStep({ guard });
const made = (generator: Fields) => ofStep({ generator });
const prompted = (prompt: string, more: Fields = {}) => ofStep({ generator: { kind: 'llm', prompt } }, more);
const two = (fields: Fields, first: Fields = {}) => definition({ steps: [step('plan', first), step('write', fields)] });

const CLOSED = {
  type: 'object',
  properties: { amount: { type: 'number' } },
  required: ['amount'],
  additionalProperties: false,
};

/** An approval above a threshold: what is made, whether it is signed, what is paid. */
function signed(when: unknown, content = '{{"amount": 5000}}', guard: unknown = { use: 'json' }): Fields {
  return definition({
    input: CLOSED,
    steps: [
      fixed('extract', content, { guard }),
      fixed('sign', 'signed', { requires: ['extract'], when }),
      fixed('pay', 'paid', { optionalRequires: ['sign'] }),
    ],
    goal: ['pay'],
  });
}

function machine(fields: Fields = {}, ofItsStep: Fields = {}): Fields {
  const { name, model } = definition();
  const state_machine = {
    states: ['drafting', 'shipping'],
    initial_state: 'drafting',
    final_states: ['shipping'],
    transitions: [{ from: 'drafting', to: 'shipping' }],
    ...fields,
  };
  const only = {
    name: 'go',
    type: 'llm',
    in_state: 'drafting',
    prompt: 'Go.',
    transition_to: 'shipping',
    ...ofItsStep,
  };
  return { name, model, workflow: { state_machine, steps: [only] } };
}

const searching = (steps: readonly Fields[], orGroups?: Fields) =>
  definition({ topology: 'and-or', steps, ...(orGroups && { orGroups }) });

const row = (title: string, document: Fields, place: string, code: string, says: string, input?: unknown): Mistake => ({
  title,
  document,
  place,
  code,
  says,
  ...(input !== undefined && { input }),
});

const MACHINE = '/workflow/state_machine';
const G = '/steps/0/guard';

/** Publishing is refused. */
export const REFUSED: readonly Mistake[] = [
  // Names of fields, and where they stand.
  row('a misspelt field', definition({ specifcation: 'x' }), '/specifcation', 'unknown_field', '"specification"'),
  row('a misspelt field of a step', ofStep({ optinal: true }), '/steps/0/optinal', 'unknown_field', '"optional"'),
  row('a policy on the step', ofStep({ rMax: 2 }), '/steps/0/rMax', 'unknown_field', '"recovery"'),
  row(
    'an output on the step',
    ofStep({ output: { format: 'json' } }),
    '/steps/0/output',
    'unknown_field',
    '"generator"',
  ),
  row(
    'a budget in defaults',
    definition({ defaults: { maxAttempts: 1 } }),
    '/defaults/maxAttempts',
    'unknown_field',
    '"budgets"',
  ),
  row(
    'an option beside its guard',
    guarded({ use: 'length', max: 3, with: { min: 1 } }),
    `${G}/max`,
    'unknown_field',
    '"with"',
  ),
  row(
    'a group outside of and-or',
    definition({ orGroups: { way: { choices: ['draft'] } } }),
    '/orGroups',
    'wrong_topology',
    'topology: and-or',
  ),
  // What is missing, and types.
  row('no guard', without('guard'), '/steps/0/guard', 'required', 'missing'),
  row('no generator', without('generator'), '/steps/0/generator', 'required', 'missing'),
  row('a guard as a text', guarded('not-empty'), G, 'invalid_type', 'must be a map'),
  row(
    'a number as a text',
    ofStep({ recovery: { rMax: '3' } }),
    '/steps/0/recovery/rMax',
    'invalid_type',
    'must be a number',
  ),
  row('a list as a text', two({ requires: 'plan' }), '/steps/1/requires', 'invalid_type', 'must be a list'),
  row('an id with a space', ofStep({ id: 'my draft' }), '/steps/0/id', 'invalid_format', 'letters, digits'),
  row('an unknown topology', definition({ topology: 'tree' }), '/topology', 'invalid_value', 'dag, and-or'),
  row(
    'a wrong duration',
    ofStep({ timeouts: { generate: '30s' } }),
    '/steps/0/timeouts/generate',
    'invalid_format',
    'PT90S',
  ),
  row(
    'a duration in words',
    definition({ budgets: { maxDuration: '2 hours' } }),
    '/budgets/maxDuration',
    'invalid_format',
    'PT2H',
  ),
  row(
    'patience above the tries',
    ofStep({ recovery: { rMax: 2, rPatience: 2 } }),
    '/steps/0/recovery/rPatience',
    'invalid_patience',
    'raise rMax',
  ),
  // Names of things.
  row(
    'an unknown generator',
    made({ kind: 'lm', prompt: 'x' }),
    '/steps/0/generator/kind',
    'unknown_generator',
    '"llm"',
  ),
  row(
    'an unknown guard',
    guarded({ use: 'json-shema', with: { schema: {} } }),
    `${G}/use`,
    'unknown_guard',
    '"json-schema"',
  ),
  row(
    'an unknown option of a guard',
    guarded({ use: 'length', with: { min: 1, maxx: 3 } }),
    `${G}/with/maxx`,
    'unknown_option',
    '"max"',
  ),
  row(
    'an option of the wrong type',
    guarded({ use: 'length', with: { max: '40' } }),
    `${G}/with/max`,
    'invalid_option',
    'must be a number',
  ),
  row('a missing option', guarded({ use: 'json-schema' }), `${G}/with/schema`, 'invalid_option', 'missing'),
  row(
    'a pattern that is none',
    guarded({ use: 'regex', with: { pattern: '(a' } }),
    `${G}/with/pattern`,
    'invalid_option',
    'missing closing )',
  ),
  row(
    'an unknown agent',
    made({ kind: 'agent', agent: 'coder' }),
    '/steps/0/generator/agent',
    'unknown_agent',
    'DSAP_WORKER_MODULE',
  ),
  row('an unknown step', two({ requires: ['paln'] }), '/steps/1/requires/0', 'unknown_step', '"plan"'),
  row('an unknown goal', definition({ goal: ['drfat'] }), '/goal/0', 'unknown_step', '"draft"'),
  row(
    'two steps of one id',
    definition({ steps: [step('a'), step('a')] }),
    '/steps/1/id',
    'duplicate_step_id',
    '/steps/0/id',
  ),
  row(
    'two leaves of one guard',
    guarded({ all: [{ use: 'json' }, { use: 'json' }] }),
    `${G}/all/1/use`,
    'duplicate_guard_id',
    'an id of its own',
  ),
  row(
    'a circle',
    definition({ steps: [step('a', { requires: ['b'] }), step('b', { requires: ['a'] })] }),
    '/steps/0/requires/0',
    'cycle',
    'a → b → a',
  ),
  row(
    'a target that is not upstream',
    two({ recovery: { backtrackTo: ['plan'] } }),
    '/steps/1/recovery/backtrackTo/0',
    'not_upstream',
    'Upstream: none',
  ),
  row(
    'a misspelt choice',
    searching([step('jwt'), step('session')], { way: { choices: ['jwt', 'sesion'] } }),
    '/orGroups/way/choices/1',
    'unknown_step',
    '"session"',
  ),
  row('an opinion alone', guarded({ use: 'llm-judge', with: { rubric: 'x' } }), G, 'judged_alone', 'sequence or all'),
  row(
    'several answers of a call',
    definition({ model: { name: 'sim:script', extra: { n: 3 } } }),
    '/model/extra/n',
    'several_answers',
    'leave it out',
  ),
  row(
    'a queue of our own',
    made({ kind: 'external', taskQueue: 'dsap-log', activity: 'flush' }),
    '/steps/0/generator/taskQueue',
    'queue_not_allowed',
    'a worker of yours',
  ),
  // Placeholders.
  row(
    'a placeholder of a step that is not upstream',
    two({ generator: { kind: 'llm', prompt: '{artifact.plan}' } }),
    '/steps/1/generator/prompt',
    'not_upstream',
    'to its requires',
  ),
  row(
    'a fixed text of one',
    two({ generator: { kind: 'fixed', content: '{artifact.plan}' } }),
    '/steps/1/generator/content',
    'not_upstream',
    'to its requires',
  ),
  row(
    'a question of one',
    two({ generator: { kind: 'human', question: '{artifact.plan}?' } }),
    '/steps/1/generator/question',
    'not_upstream',
    'to its requires',
  ),
  row(
    'a placeholder of no step',
    two({ requires: ['plan'], generator: { kind: 'llm', prompt: '{artifact.paln}' } }),
    '/steps/1/generator/prompt',
    'unknown_name',
    '{artifact.plan}',
  ),
  row(
    'a slip of a root',
    prompted('Sum up {inputs.text}.'),
    '/steps/0/generator/prompt',
    'unknown_name',
    '{input.text}',
  ),
  row(
    'a field that the input cannot have',
    prompted('Pay {input.amuont}.', { input: CLOSED }),
    '/steps/0/generator/prompt',
    'unknown_name',
    '{input.amount}',
  ),
  row(
    'a source without braces',
    guarded({ use: 'quotes-source', with: { source: 'input.text' } }),
    `${G}/with/source`,
    'invalid_option',
    '{input.text}',
  ),
  // Conditions.
  row('a when with =', signed('artifact.extract.amount = 1000'), '/steps/1/when', 'invalid_expression', '"=="'),
  row('a when that is no text', signed(true), '/steps/1/when', 'invalid_type', 'must be a text'),
  row(
    'artifacts for artifact',
    signed('artifacts.extract.amount > 1000'),
    '/steps/1/when',
    'unknown_name',
    '"artifact"',
  ),
  row(
    'a when of an unknown step',
    signed('artifact.extrct.amount > 1000'),
    '/steps/1/when',
    'unknown_name',
    '"extract"',
  ),
  row(
    'a when of a step alone',
    signed('extract.amount > 1000'),
    '/steps/1/when',
    'unknown_name',
    'deps.extract.amount',
  ),
  row('a when of an undeclared input', signed('input.amuont > 1000'), '/steps/1/when', 'unknown_name', '"amount"'),
  row('a when of a later step', signed('artifact.pay == "paid"'), '/steps/1/when', 'not_upstream', 'to its requires'),
  row(
    'a when with an unknown function',
    signed('lenght(artifact.extract) > 1'),
    '/steps/1/when',
    'invalid_expression',
    'len',
  ),
  row(
    'a when with braces',
    signed('{artifact.extract.amount} > 1000'),
    '/steps/1/when',
    'invalid_expression',
    'without braces',
  ),
  row(
    'an ambiguous name in a guard',
    two({ requires: ['plan'], guard: { use: 'expression', with: { expr: 'artifact.plan.x > 1' } } }),
    '/steps/1/guard/with/expr',
    'ambiguous_name',
    'deps.plan.x',
  ),
  row(
    'an unknown root in a guard',
    guarded({ use: 'expression', with: { expr: 'output.x > 1' } }),
    `${G}/with/expr`,
    'unknown_name',
    'Known: ',
  ),
  // Schemas.
  row(
    'a type that JSON Schema lacks',
    guarded({ use: 'json-schema', with: { schema: { type: 'objct' } } }),
    `${G}/with/schema`,
    'invalid_option',
    '"object"',
  ),
  row(
    'the same of an output',
    made({ kind: 'llm', prompt: 'x', output: { format: 'json', schema: { type: 'objct' } } }),
    '/steps/0/generator/output/schema',
    'invalid_schema',
    '"object"',
  ),
  // State machines.
  row(
    'an undeclared state in a move',
    machine({ transitions: [{ from: 'drafting', to: 'shiping' }] }),
    `${MACHINE}/transitions/0/to`,
    'unknown_state',
    '"shipping"',
  ),
  row(
    'an undeclared state of a step',
    machine({}, { in_state: 'draft' }),
    '/workflow/steps/0/in_state',
    'unknown_state',
    'drafting',
  ),
  row(
    'an undeclared state at first',
    machine({ initial_state: 'darfting' }),
    `${MACHINE}/initial_state`,
    'unknown_state',
    '"drafting"',
  ),
  row(
    'code with an import',
    machine({}, { type: 'code', prompt: undefined, code: 'import os' }),
    '/workflow/steps/0/code',
    'invalid_code',
    'assignments and expressions',
  ),
  row('when for run_if', machine({}, { when: 'tick > 1' }), '/workflow/steps/0/when', 'unknown_field', 'run_if'),
];

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
  row('a missing input', definition({ input: CLOSED }), '/input', 'required', 'amount', {}),
  row('an input of the wrong type', definition({ input: CLOSED }), '/input/amount', 'type', 'number', { amount: '5' }),
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
