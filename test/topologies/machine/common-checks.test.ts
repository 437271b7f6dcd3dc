// Pure: what publishing says of a machine as of any definition (design 3.2), and what the steps of its plan wait for.
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { rulesIn } from '../../../src/topologies/machine/machine-in.ts';
import { accepted, found } from '../../definitions/makers.ts';
import { aMachine } from '../../support/played/a-machine.ts';

const WORK = { name: 'work', in_state: 'a', transition_to: 'b' };
const CHECK = { name: 'check', in_state: 'b', transition_to: 'end' };
const complete = (baseCase: object) => ({ fields: { objective: { goal: 'Done.', baseCase } } });
const STEP = '/workflow/steps/0';

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
    { from: ['a', 'b'], to: 'end', condition: { invoke: 'ask', fallback: 'deps.late.n > 1 or other.go > 2' } },
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
