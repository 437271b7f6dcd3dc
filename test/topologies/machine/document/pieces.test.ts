// Pure: what is read of the document of a machine, piece by piece: its form for the engine, its moves, where its fields are written.
import { compileMachine } from '../../../../src/topologies/machine/document/compile.ts';
import { machineOf } from '../../../../src/topologies/machine/document/definition.ts';
import { machineSchema } from '../../../../src/topologies/machine/document/document.ts';
import { givenVariableIssues } from '../../../../src/topologies/machine/document/given-variables.ts';
import { injectionIssues } from '../../../../src/topologies/machine/document/limits.ts';
import { inMachine } from '../../../../src/topologies/machine/document/pointers.ts';
import { sketchMachine } from '../../../../src/topologies/machine/document/sketch.ts';
import { targetsFrom } from '../../../../src/topologies/machine/document/targets.ts';
import { translate } from '../../../../src/topologies/machine/document/translate.ts';
import { told } from '../../../definitions/makers.ts';
import { aMachine } from '../../../support/played/a-machine.ts';
import { aPlan, aStep } from '../../../support/played/plans.ts';

describe('design 3.3: where a field of the engine is written in the machine', () => {
  const document = { workflow: { steps: [{ name: 'work', type: 'llm' }, { type: 'transition' }] } };

  test.each([
    ['/name', '/name'],
    ['/steps', '/workflow/steps'],
    ['/steps/0', '/workflow/steps/0'],
    ['/steps/0/id', '/workflow/steps/0/name'],
    ['/steps/0/when', '/workflow/steps/0/run_if'],
    ['/steps/0/generator', '/workflow/steps/0'],
    ['/steps/0/generator/kind', '/workflow/steps/0/type'],
    ['/steps/0/generator/output/schema', '/workflow/steps/0/output/schema'],
    ['/steps/0/guard', '/workflow/steps/0/guard'],
    ['/steps/0/guard/sequence/1/use', '/workflow/steps/0/guard/sequence/1/use'],
    ['/steps/0/recovery/ladder/0', '/workflow/steps/0/recovery/ladder/0'],
    ['/steps/1/guard', '/workflow/steps/1/transition_map'],
    ['/steps/1/guard/with/map', '/workflow/steps/1/transition_map'],
    ['/steps/1/guard/sequence/0/with', '/workflow/steps/1/transition_map'],
    ['/steps/1/guard/all/1/with', '/workflow/steps/1/transition_map'],
    ['/steps/1/guard/sequence/1/with/expr', '/workflow/steps/1/guard/with/expr'],
  ])('%s: %s', (pointer, written) => {
    expect(inMachine(pointer, document)).toBe(written);
  });
});

describe('design 3.3: a step in the form of the engine', () => {
  const step = (fields: object, beside: object = {}) =>
    translate({ workflow: { steps: [{ name: 'a', type: 'llm', prompt: 'P', ...fields }] }, ...beside })['steps'];
  const trait = (text: unknown, ...into: readonly string[]) => ({ prompt_fragment: text, inject_into: into });

  test.each<[string, object, object]>([
    ['a condition', { run_if: 'x > 1' }, { when: 'x > 1' }],
    ['its fallback', { run_if: { invoke: 'q', fallback: 'x > 2' } }, { when: 'x > 2' }],
    ['a fallback that is an answer', { run_if: { invoke: 'q', fallback: false } }, { when: 'false' }],
    ['no guard', {}, { guard: { use: 'not-empty' } }],
    ['a form of answers', { output: { format: 'json' } }, { generator: { output: { format: 'json' } } }],
    ['code', { type: 'code', code: 'x' }, { generator: { kind: 'code', code: 'x' } }],
  ])('%s', (_, fields, expected) => {
    expect(step(fields)).toMatchObject([{ id: 'a', ...expected }]);
  });

  test.each<[string, object, string]>([
    ['none', {}, 'P  '],
    ['one, which is left as it is written', { components: { traits: [trait('One  ', 'a')] } }, 'P\n\nOne  '],
    [
      'two, in their order, each once',
      { components: { traits: [trait('One  ', 'a', 'a'), trait(3, 'a'), trait('No', 'b'), trait('Two', 'a')] } },
      'P\n\nOne\n\nTwo',
    ],
  ])('S2-8-a: its prompt with its traits: %s', (_, beside, prompt) => {
    expect(step({ prompt: 'P  ' }, beside)).toMatchObject([{ generator: { prompt } }]);
  });
});

test('R54: of each step its type, its states, and where it leads', () => {
  const steps = [
    { name: 'one', in_state: 'a', transition_to: 'b' },
    { name: 'two', in_state: ['a', 'b'] },
    { name: 'any', type: 'transition', prompt: 'Which?', transition_map: { yes: 'b' } },
  ];
  const machine = machineOf(machineSchema.parse(aMachine({ machine: { states: ['a', 'b', 'a'] }, steps })));
  expect([...machine.steps]).toEqual([
    ['one', { type: 'llm', inStates: ['a'], transitionTo: 'b', map: {} }],
    ['two', { type: 'llm', inStates: ['a', 'b'], map: {} }],
    ['any', { type: 'transition', map: { yes: 'b' } }],
  ]);
  expect([machine.states, machine.finals, machine.transitions]).toEqual([['a', 'b'], [], []]);
});

test('R86: what finds out what words mean is no goal of a machine, and keeps what it requires', () => {
  const machine = machineOf(machineSchema.parse(aMachine({ steps: [{ name: 'work' }] })));
  const plan = aPlan([aStep('work'), aStep('finds', { requires: ['work'], clarification: true })]);
  const compiled = compileMachine(plan, machine);
  expect(compiled.goal).toEqual(['work']);
  expect(compiled.steps.map(({ requires }) => requires)).toEqual([[], ['work']]);
});

test('R88: for every state those that it may be left for, itself included', () => {
  const from = (transitions: readonly object[]) =>
    Object.fromEntries(
      [...targetsFrom(sketchMachine(aMachine({ machine: { transitions }, steps: [] })))].map(([state, to]) => [
        state,
        [...to].toSorted().join(' '),
      ]),
    );
  expect(from([])).toEqual({ a: 'a b end', b: 'a b end', end: 'a b end' });
  expect(from([{ from: 'a', to: 'b' }])).toEqual({ a: 'a b', b: 'b', end: 'end' });
  expect(from([{ from: ['b', '*'], to: 'end' }])).toEqual({ a: 'a end', b: 'b end', end: 'end' });
});

test('S2-10-a: what follows a failure stands beside the steps, or where the origin has it', () => {
  const onFailure = (workflow: object) => sketchMachine({ workflow }).onFailure;
  const error_handling = { default_on_failure: 'skip' };
  expect([
    onFailure({}),
    onFailure({ error_handling }),
    onFailure({ error_handling, default_on_failure: 'fail' }),
  ]).toEqual([undefined, 'skip', 'fail']);
});

test('S2-8: traits may add 4 MiB to all prompts together, and no character more', () => {
  const issues = (length: number, steps = 1) => {
    const inject_into = Array.from({ length: steps }, (_, at) => `s${at}`);
    return injectionIssues({ components: { traits: [{ inject_into, prompt_fragment: 'x'.repeat(length) }, {}] } });
  };
  const most = 4 * 1024 * 1024;
  expect(issues(most)).toEqual([]);
  expect(issues(most / 2, 2)).toEqual([]);
  expect(told(issues(most + 1))).toEqual(['/components/traits too_large']);
});

describe('R89: the variables that a person may set', () => {
  const document = aMachine({
    machine: { transitions: [{ from: 'a', to: 'b', condition: 'limit > 1' }] },
    fields: {
      variables: { declared: 1 },
      specification: 'Of {subject}.',
      constraints: 'In {context.tone}.',
      components: { traits: [{ inject_into: ['work'], prompt_fragment: 'As {manner}.' }] },
    },
    steps: [
      { name: 'work', prompt: 'For {reader}.', guard: { all: [{ use: 'expression', with: { expr: 'size > 1' } }] } },
      { name: 'sets', type: 'code', code: 'context["made"] = used' },
    ],
  });
  const issues = (variables: object, input: object = { given: 1 }) =>
    told([...givenVariableIssues(document, input, variables as Readonly<Record<string, unknown>>)]);

  test.each(['declared', 'given', 'limit', 'subject', 'tone', 'manner', 'reader', 'size', 'made', 'used'])(
    '%s is known',
    (name) => {
      expect(issues({ [name]: 1 })).toEqual([]);
    },
  );

  test.each<[string, object, readonly string[]]>([
    ['one that nothing knows', { gone: 1 }, ['/variables/gone unknown_variable']],
    ['where they are kept', { context: 1 }, ['/variables/context invalid_name']],
    ['one of the eleven', { tick: 1 }, ['/variables/tick built_in_variable']],
    ['what is no name', { 'a b': 1 }, ['/variables/a b invalid_name']],
    ['too much', { declared: 'x'.repeat(70_000) }, ['/variables invalid_variables']],
    ['too much under a name that is none', { 'a b': 'x'.repeat(70_000) }, ['/variables/a b invalid_name']],
  ])('refused: %s', (_, variables, expected) => {
    expect(issues(variables)).toEqual(expected);
  });

  test('no other is offered: what is known are names that code could have, and none of the eleven', () => {
    const [issue] = [...givenVariableIssues(document, { 'no name': 1, tick: 2, given: 3 }, { gone: 1 })];
    const [, offered] = /Variables: (.*)\.$/.exec(issue?.detail ?? '') ?? [];
    expect(offered?.split(', ').toSorted()).toEqual(
      ['declared', 'given', 'limit', 'made', 'manner', 'reader', 'size', 'subject', 'tone', 'used'].toSorted(),
    );
  });
});
