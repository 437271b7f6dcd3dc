/** Pure: what publishing says of a state machine (design 3.2, 3.3). */
import { parse } from 'yaml';
import { accepted, check, type Fields, found, told } from '../../definitions/makers.ts';
import { briefly } from '../../support/briefly.ts';
import { STATE_MACHINE, STEPS } from '../../support/played/seed-machine.ts';

const MOVES = [
  { from: 'a', to: 'b' },
  { from: 'b', to: 'a', condition: 'x > 1' },
];

/** A machine that is right; `undefined` takes a field out. */
function aMachine({
  machine = {},
  workflow = {},
  ...fields
}: { machine?: Fields; workflow?: Fields } & Fields = {}): unknown {
  const whole = {
    name: 'sample',
    model: 'small',
    variables: { x: 1 },
    ...fields,
    workflow: {
      state_machine: { states: ['a', 'b'], initial_state: 'a', transitions: MOVES, ...machine },
      steps: [aStep()],
      ...workflow,
    },
  };
  return JSON.parse(JSON.stringify(whole));
}

function aStep(fields: Fields = {}): Fields {
  return { name: 'work', type: 'llm', prompt: 'Work.', ...fields };
}

function withSteps(...steps: readonly Fields[]): unknown {
  return aMachine({ workflow: { steps } });
}
const DECIDING = { type: 'transition', transition_map: { go: 'b', stay: 'a' } };
const STEP = '/workflow/steps/0';
const MACHINE = '/workflow/state_machine';

test.each<[string, unknown, readonly string[]]>([
  [
    'S2-2-a: no states',
    aMachine({ machine: { states: [], transitions: undefined } }),
    [`${MACHINE}/initial_state unknown_state`, `${MACHINE}/states too_small`],
  ],
  ['groups of alternatives', aMachine({ orGroups: {} }), ['/orGroups wrong_topology']],
  [
    'S2-2-a: a state twice',
    aMachine({ machine: { states: ['a', 'b', 'a'] } }),
    [`${MACHINE}/states/2 duplicate_state`],
  ],
  [
    'S2-2-b: an initial state that is not in the list',
    aMachine({ machine: { initial_state: 'z' } }),
    [`${MACHINE}/initial_state unknown_state`],
  ],
  [
    'S2-2-b: no initial state',
    aMachine({ machine: { initial_state: undefined } }),
    [`${MACHINE}/initial_state required`],
  ],
  [
    'S2-2-c: transitions between states that are not there',
    aMachine({ machine: { transitions: [{ from: ['a', 'y'], to: 'z' }] } }),
    [`${MACHINE}/transitions/0/from/1 unknown_state`, `${MACHINE}/transitions/0/to unknown_state`],
  ],
  [
    'R53: a final state that is not there',
    aMachine({ machine: { final_states: ['z'] } }),
    [`${MACHINE}/final_states/0 unknown_state`],
  ],
  ['S2-4-a: an unknown type', withSteps(aStep({ type: 'prose' })), [`${STEP}/type invalid_value`]],
  ['S2-5-a: no name', withSteps(aStep({ name: undefined })), [`${STEP}/name required`]],
  ['S2-5-a: a name twice', withSteps(aStep(), aStep()), ['/workflow/steps/1/name duplicate_step_id']],
  ['R68: a reserved name', withSteps(aStep({ name: 'artifact' })), [`${STEP}/name reserved_id`]],
  ['S2-5-b: no type', withSteps(aStep({ type: undefined })), [`${STEP}/type required`]],
  [
    'S2-5-c: a state that is not there',
    withSteps(aStep({ in_state: ['a', 'z'] })),
    [`${STEP}/in_state/1 unknown_state`],
  ],
  ['S2-5-d: no prompt', withSteps(aStep({ prompt: undefined })), [`${STEP}/prompt required`]],
  [
    'S2-5-d: no prompt of a transition',
    withSteps(aStep({ ...DECIDING, prompt: undefined })),
    [`${STEP}/prompt required`],
  ],
  ['S2-5-e: no code', withSteps(aStep({ type: 'code', prompt: undefined })), [`${STEP}/code required`]],
  [
    'S2-5-e: code that is none',
    withSteps({ name: 'x', type: 'code', code: 'import os' }),
    [`${STEP}/code invalid_code`],
  ],
  [
    'S2-5-f: a move to a state that is not there',
    withSteps(aStep({ transition_to: 'z' })),
    [`${STEP}/transition_to unknown_state`],
  ],
  ['S2-5-g: no map', withSteps(aStep({ type: 'transition' })), [`${STEP}/transition_map required`]],
  ['S2-5-g: an empty map', withSteps(aStep({ ...DECIDING, transition_map: {} })), [`${STEP}/transition_map too_small`]],
  [
    'S2-5-g: an answer that leads nowhere',
    withSteps(aStep({ ...DECIDING, transition_map: { go: 'z' } })),
    [`${STEP}/transition_map/go unknown_state`],
  ],
  [
    'R54: two answers that differ by case',
    withSteps(aStep({ ...DECIDING, transition_map: { go: 'b', GO: 'a' } })),
    [`${STEP}/transition_map/GO duplicate_answer`],
  ],
  [
    'fields that the type ignores',
    withSteps(aStep({ code: 'x = 1', transition_map: { go: 'b' } })),
    [`${STEP}/code not_for_type`, `${STEP}/transition_map not_for_type`],
  ],
  ['S2-5-i: an unknown policy', withSteps(aStep({ on_failure: 'ignore' })), [`${STEP}/on_failure invalid_value`]],
  [
    'S2-11-a: another number of calls in a turn',
    aMachine({ workflow: { llm_calls_per_turn: 2 }, machine: { dynamic: true } }),
    ['/workflow/llm_calls_per_turn unknown_field', `${MACHINE}/dynamic unknown_field`],
  ],
  [
    'S2-8-d, S2-11-a: another place to inject at',
    aMachine({ components: { traits: [{ inject_into: [], prompt_fragment: 'x', position: 'prepend' }] } }),
    ['/components/traits/0/position unknown_field'],
  ],
  [
    'S2-3-c: hostile conditions',
    aMachine({
      machine: { transitions: [{ from: 'a', to: 'b', condition: '__import__("os").system("id")' }] },
      workflow: { steps: [aStep({ run_if: 'context.constructor.constructor("x")()' })] },
    }),
    [`${MACHINE}/transitions/0/condition invalid_expression`, `${STEP}/run_if invalid_expression`],
  ],
  [
    'S2x-3: an invoked condition without its fallback',
    aMachine({ machine: { transitions: [{ from: 'a', to: 'b', condition: { invoke: 'art', method: 'ready' } }] } }),
    [`${MACHINE}/transitions/0/condition/fallback required`],
  ],
  ['a guard that is not there', withSteps(aStep({ guard: { use: 'nope' } })), [`${STEP}/guard/use unknown_guard`]],
  [
    'options that a guard does not take, behind the guard of a transition',
    withSteps(aStep({ ...DECIDING, guard: { use: 'contains', with: { text: 'x', most: 1 } } })),
    [`${STEP}/guard/with/most unknown_option`],
  ],
  [
    'a way upstream',
    withSteps(aStep({ recovery: { backtrackTo: ['work'] } })),
    [`${STEP}/recovery/backtrackTo not_supported`],
  ],
  [
    'variables with names that expressions could not say',
    aMachine({ variables: { ok: 1, 'not ok': 2, input: 3 } }),
    ['/variables/input invalid_name', '/variables/not ok invalid_name'],
  ],
  ['steps that are none', aMachine({ workflow: { steps: [] } }), ['/workflow/steps too_small']],
  ['no machine', { name: 'x', topology: 'machine' }, ['/workflow required']],
  [
    'a machine that says that it is none',
    { ...(aMachine() as Fields), topology: 'dag' },
    ['/steps required', '/variables unknown_field', '/workflow unknown_field'],
  ],
])('%s: refused where it is written', (_, document, expected) => {
  const checked = check(document);
  expect(checked.ok ? 'accepted' : told(checked.issues)).toEqual(expected);
});

test('all problems are told at once', () => {
  const document = aMachine({
    machine: { initial_state: 'z', final_states: ['y'] },
    workflow: {
      steps: [aStep({ type: 'prose' }), aStep({ name: 'b', guard: { use: 'nope' } }), { name: 'c', type: 'code' }],
    },
  });
  expect(found(document)).toHaveLength(5);
});

test.each<[string, unknown, readonly string[]]>([
  ['a machine that is right', aMachine(), []],
  [
    'R53: a state that nothing leads to',
    aMachine({ machine: { states: ['a', 'b', 'c'] } }),
    [`${MACHINE}/states/2 unreachable_state`],
  ],
  ['any move, where none is declared', aMachine({ machine: { transitions: undefined, states: ['a', 'b', 'c'] } }), []],
  [
    'R54: a move that is never permitted',
    aMachine({
      machine: {
        states: ['a', 'b', 'c'],
        transitions: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'c' },
        ],
      },
      workflow: { steps: [aStep({ in_state: 'a', transition_to: 'c' })] },
    }),
    [`${STEP}/transition_to undeclared_transition`],
  ],
  [
    'S2-8-b: a component for a step that is not there',
    aMachine({ components: { traits: [{ inject_into: ['nobody'], prompt_fragment: 'x' }] } }),
    ['/components/traits/0/inject_into/0 unknown_step'],
  ],
  [
    'S2-3-b: a condition that cannot be read',
    aMachine({ machine: { transitions: [{ from: 'a', to: 'b', condition: 'x <' }] } }),
    [`${MACHINE}/transitions/0/condition invalid_expression`],
  ],
  [
    'S2-3-d, S2x-3: a condition that asks outside',
    aMachine({ machine: { transitions: [{ from: 'a', to: 'b', condition: { invoke: 'art', fallback: true } }] } }),
    [`${MACHINE}/transitions/0/condition/invoke not_effective_yet`],
  ],
  ['no steps', aMachine({ workflow: { steps: undefined } }), ['/workflow no_steps']],
  ['no model', aMachine({ model: undefined }), [`${STEP} no_model`]],
])('%s: accepted, with these warnings', (_, document, expected) => {
  expect(told(accepted(document).warnings.filter(isNoEnd))).toEqual(expected);
});

/** The sample has a step in every state, and nothing that ends it. */
function isNoEnd({ code }: { readonly code: string }): boolean {
  return code !== 'never_ends';
}

const LLM = (name: string, fields: Fields = {}) => aStep({ name, in_state: 'a', ...fields });
const CODE = (name: string, fields: Fields = {}) => ({ name, type: 'code', code: 'x = 1', in_state: 'a', ...fields });
const ENDS = { final_states: ['b'] };
const BASE_CASE = { objective: { baseCase: { guard: { use: 'not-empty' }, on: 'work' } } };

test.each<[string, unknown, readonly string[]]>([
  ['a step in every state', aMachine(), [`${MACHINE} never_ends`]],
  ['a base case may hold', aMachine(BASE_CASE), []],
  ['a state without steps', withSteps(aStep({ in_state: 'a', transition_to: 'b' })), []],
  ['nothing asks to leave', withSteps(aStep({ in_state: 'a' })), [`${MACHINE} never_ends`]],
  ['a final state', aMachine({ machine: ENDS, workflow: { steps: [aStep({ ...DECIDING })] } }), []],
  [
    'a final state that nothing asks for',
    aMachine({ machine: ENDS, workflow: { steps: [aStep({ in_state: 'a' })] } }),
    [`${MACHINE}/final_states never_ends`],
  ],
  [
    'a final state that no transition permits',
    aMachine({
      machine: { ...ENDS, transitions: [{ from: 'b', to: 'a' }] },
      workflow: { steps: [aStep({ in_state: 'a', transition_to: 'b' })] },
    }),
    [
      `${STEP}/transition_to undeclared_transition`,
      `${MACHINE}/final_states never_ends`,
      `${MACHINE}/states/1 unreachable_state`,
    ],
  ],
  [
    'only a step that never runs asks for it',
    withSteps(LLM('one'), LLM('two', { transition_to: 'b' })),
    [`${MACHINE} never_ends`, '/workflow/steps/1 unreachable_step'],
  ],
])('R88: whether only a budget ends a run, a warning: %s', (_, document, expected) => {
  expect(told(accepted(document).warnings)).toEqual(told(expected.map(asIssue)));
});

function asIssue(text: string) {
  const [pointer = '', code = ''] = text.split(' ');
  return { pointer, code, detail: '' };
}

test.each<[string, readonly Fields[], readonly string[]]>([
  ['after one that asks a model', [LLM('one'), CODE('two')], ['/workflow/steps/1 unreachable_step']],
  ['after one of any state', [aStep({ name: 'one' }), LLM('two')], ['/workflow/steps/1 unreachable_step']],
  ['before it', [CODE('two'), LLM('one')], []],
  ['in another state as well', [LLM('one'), CODE('two', { in_state: ['a', 'b'] })], []],
  ['after one that run_if may leave out', [LLM('one', { run_if: 'x > 1' }), CODE('two')], []],
  ['after one that is left out once it is given up', [LLM('one', { on_failure: 'skip' }), CODE('two')], []],
  ['after code', [CODE('one'), CODE('two')], []],
  [
    'after code that always leaves',
    [CODE('one', { transition_to: 'b' }), CODE('two')],
    ['/workflow/steps/1 unreachable_step'],
  ],
  [
    'after code that leaves under a condition',
    [CODE('one', { in_state: 'b', transition_to: 'a' }), CODE('two', { in_state: 'b' })],
    [],
  ],
])('R88: whether a step ever runs, a warning: %s', (_, steps, expected) => {
  expect(told(accepted(withSteps(...steps)).warnings.filter(isNoEnd))).toEqual(expected);
});

test.each<[string, unknown, readonly string[]]>([
  ['a condition', aMachine({ variables: {} }), [`${MACHINE}/transitions/1/condition unknown_name`]],
  ['run_if', withSteps(aStep({ run_if: 'wether' })), [`${STEP}/run_if unknown_name`]],
  [
    'a guard',
    withSteps(aStep({ guard: { use: 'expression', with: { expr: 'artifact.n > limt' } } })),
    [`${STEP}/guard/with/expr unknown_name`],
  ],
  ['a step', withSteps(aStep({ run_if: 'artifact.wrk.done' })), [`${STEP}/run_if unknown_name`]],
  [
    'what code sets',
    withSteps(aStep({ run_if: 'ready' }), { name: 'set', type: 'code', code: 'context["ready"] = true' }),
    [],
  ],
  ['a built-in variable', withSteps(aStep({ run_if: 'tick > 3 and success_rate < 0.3 and context.x == 1' })), []],
  [
    'a field of the input',
    aMachine({ input: { properties: { mode: {} } }, workflow: { steps: [aStep({ run_if: 'mode == "fast"' })] } }),
    [],
  ],
])(
  'R108: in a machine a name that nothing sets is a warning, since code may set a variable: %s',
  (_, document, expected) => {
    expect(
      accepted(document)
        .warnings.filter(isNoEnd)
        .map(({ pointer, code }) => `${pointer} ${code}`),
    ).toEqual(expected);
  },
);

test('S2-2-h: the fragments of the worked example are accepted as written', () => {
  for (const text of [STATE_MACHINE, `${STATE_MACHINE}${STEPS}`])
    expect(check(parse(text))).toMatchObject({ ok: true });
});

test('R76: the bound is the turns times the code steps and the attempts of the one that asks a model', () => {
  const steps = [
    { name: 'count', type: 'code', code: 'context["n"] = 1' },
    { name: 'again', type: 'code', in_state: 'a', code: 'context["n"] = 2' },
    aStep({ in_state: 'a', max_retries: 1 }),
    aStep({ name: 'other', in_state: 'b', max_retries: 4 }),
    aStep({ name: 'more', in_state: 'b', on_failure: 'fail', max_retries: 9 }),
  ];
  const machine = aMachine({ budgets: { maxIterations: 7 }, workflow: { steps } });
  // In a: 2 + 2. In b: 1 + 5.
  expect(accepted(machine).bound).toEqual({ generations: 7 * 6 });
  expect(accepted(withSteps(aStep())).bound).toEqual({ generations: 20 * 4 });
});

test.each<[string, Fields, Fields, object]>([
  ['S2-10-a: the default', { default_on_failure: 'skip' }, {}, { onExhausted: 'skip', attempts: 4 }],
  ['S2-10-b: the default number', { default_max_retries: 2 }, {}, { attempts: 3 }],
  [
    'S2-10-c: an override',
    { default_on_failure: 'retry', default_max_retries: 3 },
    { on_failure: 'skip', max_retries: 1 },
    { onExhausted: 'skip', attempts: 2 },
  ],
  [
    'the place of the origin',
    { error_handling: { default_on_failure: 'skip', default_max_retries: 1 } },
    {},
    { onExhausted: 'skip', attempts: 2 },
  ],
  ['S2-10-d: retry', { default_max_retries: 3 }, { on_failure: 'retry' }, { onExhausted: 'fail', attempts: 4 }],
  [
    'S2-10-f: fail makes no retry',
    { default_max_retries: 3 },
    { on_failure: 'fail' },
    { onExhausted: 'fail', attempts: 1 },
  ],
  [
    "dsap's own words win",
    { default_on_failure: 'retry' },
    { recovery: { rMax: 5, onExhausted: 'escalate' } },
    { onExhausted: 'escalate', attempts: 6 },
  ],
  ['nothing written: a person is asked', {}, {}, { onExhausted: 'escalate', attempts: 4 }],
])('%s: what follows a failure', (_, workflow, step, expected) => {
  expect(accepted(aMachine({ workflow: { ...workflow, steps: [aStep(step)] } })).plan.steps[0]).toMatchObject(expected);
});

test('R72: a machine has its own limits where it writes none', () => {
  expect(accepted(aMachine()).plan.budgets).toMatchObject({ maxIterations: 20, maxStall: 3 });
  expect(accepted(aMachine({ budgets: { maxStall: 9 } })).plan.budgets).toMatchObject({
    maxIterations: 20,
    maxStall: 9,
  });
});

test('what would make prompts without end is refused before it is made', () => {
  const names = Array.from({ length: 900 }, (_, index) => `s${index}`);
  const traits = Array.from({ length: 100 }, () => ({ inject_into: names, prompt_fragment: 'x'.repeat(4_000) }));
  const steps = names.map((name) => aStep({ name }));
  expect(briefly(() => found(aMachine({ components: { traits }, workflow: { steps } })))).toEqual([
    '/components/traits too_large',
  ]);
});

test('many states, steps and answers are checked soon', () => {
  const states = Array.from({ length: 200 }, (_, index) => `q${index}`);
  const transitions = Array.from({ length: 1_000 }, (_, index) => ({ from: states, to: states[index % 100] }));
  const transition_map = Object.fromEntries(states.map((state) => [`to ${state}`, state]));
  const steps = Array.from({ length: 300 }, (_, index) => aStep({ name: `s${index}`, ...DECIDING, transition_map }));
  const machine = aMachine({ machine: { states, initial_state: 'q0', transitions }, workflow: { steps } });
  briefly(() => check(machine));
});
