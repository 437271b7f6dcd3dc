// Pure: what publishing says of a machine as of any definition (design 3.2), and what the steps of its plan wait for.
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { rulesIn } from '../../../src/topologies/machine/machine-in.ts';
import { accepted, found, told } from '../../definitions/makers.ts';
import { aMachine } from '../../support/played/a-machine.ts';

const WORK = { name: 'work', in_state: 'a', transition_to: 'b' };
const CHECK = { name: 'check', in_state: 'b', transition_to: 'end' };
const complete = (baseCase: object) => ({ fields: { objective: { goal: 'Done.', baseCase } } });
const STEP = '/workflow/steps/0';
const LOOKING = { use: 'expression', with: { expr: 'deps.first.n > 1' } };

test.each<[string, unknown, readonly string[]]>([
  ['nothing is wrong', aMachine({ steps: [WORK, CHECK] }), []],
  [
    'a base case on no step',
    aMachine({ ...complete({ guard: { use: 'not-empty' }, on: 'gone' }), steps: [WORK, CHECK] }),
    ['/objective/baseCase/on unknown_step'],
  ],
  [
    'a base case that looks outside of the workspace',
    aMachine({ ...complete({ file: '/etc/passwd' }), steps: [WORK, CHECK] }),
    ['/objective/baseCase/file invalid_path'],
  ],
  [
    'a guard that is not there',
    aMachine({ steps: [{ ...WORK, guard: { use: 'gone' } }, CHECK] }),
    [`${STEP}/guard/use unknown_guard`],
  ],
  [
    'a ladder of no model',
    aMachine({ steps: [{ ...WORK, recovery: { ladder: [] } }, CHECK] }),
    [`${STEP}/recovery/ladder too_small`],
  ],
  [
    'patience beyond its attempts',
    aMachine({ steps: [{ ...WORK, max_retries: 1, recovery: { rPatience: 9 } }, CHECK] }),
    [`${STEP}/recovery/rPatience invalid_patience`],
  ],
  [
    'a base case with a guard that is not there',
    aMachine({ ...complete({ all: [{ guard: { use: 'gone' }, on: 'work' }] }), steps: [WORK, CHECK] }),
    ['/objective/baseCase/all/0/guard/use unknown_guard'],
  ],
  [
    'a map of too many answers',
    aMachine({ steps: [{ ...WORK, type: 'transition', prompt: 'Which?', ...answers(201) }, CHECK] }),
    [`${STEP}/transition_map too_large`, `${STEP}/transition_to not_for_type`],
  ],
  [
    'a map of as many answers as there may be',
    aMachine({ steps: [{ ...WORK, type: 'transition', prompt: 'Which?', ...answers(200) }, CHECK] }),
    [`${STEP}/transition_to not_for_type`],
  ],
  [
    'a map without answers where there is to be none',
    aMachine({ steps: [{ ...WORK, transition_map: {} }, CHECK] }),
    [`${STEP}/transition_map not_for_type`],
  ],
  [
    'a model that is asked for several answers',
    aMachine({ steps: [{ ...WORK, model: { name: 'sim:script', extra: { n: 2 } } }, CHECK] }),
    [`${STEP}/model/extra/n several_answers`],
  ],
  [
    'a fallback that reaches for more than data',
    aMachine({
      machine: {
        transitions: [
          { from: 'a', to: 'b', condition: { invoke: 'ask', fallback: '__import__("os").system("id")' } },
          { from: 'b', to: 'end' },
        ],
      },
      steps: [WORK, CHECK],
    }),
    ['/workflow/state_machine/transitions/0/condition/fallback invalid_expression'],
  ],
  [
    'a guard on what it is given under a name of its own',
    aMachine({ steps: [WORK, { ...CHECK, guardArtifacts: { first: 'work' }, guard: LOOKING }] }),
    [],
  ],
  [
    'a guard that is to be confirmed',
    aMachine({ steps: [{ ...WORK, guard: { use: 'json', id: 'v', generated: true, confirm: 'human' } }, CHECK] }),
    [`${STEP}/guard/confirm not_effective_yet`],
  ],
  [
    'a guard that cannot judge what its step makes',
    aMachine({ steps: [{ ...WORK, output: { format: 'json' }, guard: { use: 'python-syntax' } }, CHECK] }),
    [`${STEP}/guard/use cannot_judge`],
  ],
  [
    'a schema with a word that nobody knows',
    aMachine({ steps: [{ ...WORK, output: { format: 'json', schema: { requierd: ['n'] } } }, CHECK] }),
    [`${STEP}/output/schema/requierd unknown_keyword`],
  ],
  [
    'a placeholder where no template is',
    aMachine({ steps: [{ ...WORK, guard: { use: 'contains', with: { text: '{artifact.check}' } } }, CHECK] }),
    [`${STEP}/guard/with/text not_a_template`],
  ],
])('design 3.2: %s', (_, document, expected) => {
  expect(found(document)).toEqual(expected);
});

function answers(count: number) {
  return { transition_map: Object.fromEntries(Array.from({ length: count }, (_, at) => [`to ${at}`, 'b'])) };
}

test('design 2 R11: a judge alone accepts no step of a machine either', () => {
  const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('not asked')) });
  const judge = { use: 'llm-judge', with: { rubric: 'It is kind.' } };
  const machine = (guard: object) => aMachine({ steps: [{ ...WORK, guard }, CHECK] });
  expect(found(machine(judge), { guards })).toEqual([`${STEP}/guard judged_alone`]);
  expect(found(machine({ all: [judge, { use: 'not-empty' }] }), { guards })).toEqual([]);
});

test('R116: a machine asks no task queue that this service may not ask', () => {
  const queues = { prefix: 'dsap', former: [], external: ['theirs'] };
  const guard = (taskQueue: string) => ({ use: 'external', with: { taskQueue, activity: 'x' } });
  const machine = (taskQueue: string) => aMachine({ steps: [{ ...WORK, guard: guard(taskQueue) }, CHECK] });
  expect(found(machine('theirs'), { queues })).toEqual([]);
  expect(found(machine('ours'), { queues })).toEqual([`${STEP}/guard/with/taskQueue queue_not_allowed`]);
});

test('design 3.3: a step sees what its conditions and transitions look at, runs where it says, and requires nothing', () => {
  const transitions = [
    { from: 'a', to: 'b', condition: 'artifact.check.ok == 1 and verdict.work == "pass"' },
    { from: ['a', 'b'], to: 'end', condition: { invoke: 'ask', fallback: 'deps.late.n > deps.gone or other.go > 2' } },
    { from: 'b', to: 'a' },
  ];
  const { plan } = accepted(
    aMachine({
      machine: { transitions, final_states: ['end'] },
      fields: { variables: { other: { go: 1 } } },
      steps: [
        WORK,
        { ...CHECK, in_state: ['b', 'a'] },
        { name: 'late' },
        { name: 'go', type: 'transition', prompt: 'Which?', transition_map: { yes: 'end' }, in_state: 'b' },
      ],
    }),
  );
  const looked = ['check', 'work', 'late'];
  expect(
    plan.steps.map(({ id, requires, optionalRequires, inStates, decides }) => [
      id,
      requires,
      optionalRequires,
      inStates,
      decides,
    ]),
  ).toEqual([
    ['work', [], looked, ['a'], undefined],
    ['check', [], looked, ['b', 'a'], undefined],
    ['late', [], looked, undefined, undefined],
    ['go', [], looked, ['b'], true],
  ]);
  const machine = rulesIn(plan);
  expect(machine).toMatchObject({
    states: ['a', 'b', 'end'],
    initial: 'a',
    finals: ['end'],
    transitions: [
      { from: ['a'], to: 'b', conditional: true },
      { from: ['a', 'b'], to: 'end', conditional: true },
      { from: ['b'], to: 'a' },
    ],
  });
  expect(machine.transitions[2]).not.toHaveProperty('conditional');
});

test('design 3.3: no guard leads back upstream', () => {
  const recovery = { backtrackByGuard: { 'not-empty': ['work'] } };
  const issues = found(aMachine({ steps: [WORK, { ...CHECK, recovery }] }));
  expect(issues).toContain('/workflow/steps/1/recovery/backtrackByGuard not_supported');
});

test('a document that names a topology that there is not is no machine', () => {
  expect(found({ ...aMachine({ steps: [WORK, CHECK] }), topology: 'dog' })).toContain('/workflow unknown_field');
});

test('R76: limits among the constraints of its objective hold, those that it leaves out are as always', () => {
  const objective = { goal: 'Done.', constraints: { maxIterations: 7 } };
  const { plan } = accepted(aMachine({ fields: { objective }, steps: [WORK, CHECK] }));
  expect(plan.budgets).toMatchObject({ maxIterations: 7, maxStall: 3 });
});

test('R88: of a machine without steps it is told that it has none, and not that nothing ends it', () => {
  const { workflow, ...rest } = aMachine({ steps: [], machine: { final_states: ['b'] } });
  const { steps: _, ...bare } = Object(workflow);
  expect(found({ ...rest, workflow: bare })).toEqual(['/workflow no_steps']);
});

const CODE = (name: string, fields: object = {}) => ({ name, type: 'code', code: 'x = 1', in_state: 'a', ...fields });
const LEAVING = CODE('one', { transition_to: 'b' });
const DECIDING = { name: 'one', type: 'transition', prompt: 'Which?', transition_map: { go: 'b' }, in_state: 'a' };

test.each<[string, readonly object[], Readonly<Record<string, unknown>>, boolean]>([
  ['code that asks to stay', [{ from: 'a', to: 'b' }], CODE('one', { transition_to: 'a' }), true],
  ['a decision that is given up', [{ from: 'a', to: 'b' }], { ...DECIDING, on_failure: 'skip' }, true],
  ['code that leaves where any move is permitted', [], LEAVING, false],
  ['code that leaves under the one condition there is', [{ from: 'a', to: 'b', condition: 'x > 1' }], LEAVING, true],
])('R88: whether a step ever runs after %s', (_, transitions, first, runs) => {
  const { warnings } = accepted(aMachine({ machine: { transitions }, steps: [first, CODE('two')] }));
  expect(told(warnings).includes('/workflow/steps/1 unreachable_step')).toBe(!runs);
});
