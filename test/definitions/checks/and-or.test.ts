// Pure: what publishing says of and-or definitions (design 3.1, 3.2).

import { defineGuard } from '../../../src/authoring/define-guard.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { sharesAmong } from '../../../src/topologies/and-or/shares.ts';
import { objective } from '../../support/played/and-or.ts';
import { accepted, aDefinition, aStep, check, type Fields, found } from '../makers.ts';

/** Two choices and a step after them; complete when `end` is not empty. */
function searching(fields: Fields = {}, steps: readonly Fields[] = STEPS): Fields {
  return aDefinition({
    topology: 'and-or',
    objective: objective('end'),
    orGroups: { auth: { choices: ['jwt', 'session'] } },
    steps,
    ...fields,
  });
}
const STEPS = [aStep('jwt'), aStep('session'), aStep('end', { requires: ['auth'] })];
const withBaseCase = (baseCase: unknown) => searching({ objective: { ...objective('end'), baseCase } });

test('a group of one choice is warned of, with the group that was meant', () => {
  const { warnings } = accepted(
    searching({ orGroups: { auth: {} } }, [
      aStep('jwt', { orGroup: 'auth' }),
      aStep('session', { orGroup: 'auth' }),
      aStep('basic', { orGroup: 'auht' }),
      aStep('end', { requires: ['auth'] }),
    ]),
  );
  expect(warnings).toMatchObject([
    { pointer: '/steps/2/orGroup', code: 'single_choice', detail: expect.stringContaining('Did you mean "auth"?') },
  ]);
});

test('S1-1-c, S1-2.3-a, S1-2.4-a: a graph with AND and OR is a definition', () => {
  const { plan } = accepted(searching());
  expect(plan).toMatchObject({
    topology: 'and-or',
    goal: ['end', 'auth'],
    groups: [{ id: 'auth', choices: ['jwt', 'session'] }],
    steps: [{ orGroup: 'auth' }, { orGroup: 'auth' }, { requires: ['auth'] }],
    budgets: { maxParallelAgents: 3, maxIterations: 20, maxStall: 3 },
  });
  expect(plan.missing).toBeUndefined();
});

test.each([
  [
    'between atoms',
    [aStep('jwt', { requires: ['session'] }), aStep('session', { requires: ['jwt'] }), aStep('end')],
    '/steps/0/requires/0 cycle',
  ],
  [
    'through a group',
    [aStep('jwt', { requires: ['end'] }), aStep('session'), aStep('end', { requires: ['auth'] })],
    '/steps/0/requires/0 cycle',
  ],
  [
    'of a choice with its own group',
    [aStep('jwt', { requires: ['auth'] }), aStep('session'), aStep('end')],
    '/steps/0/requires/0 cycle',
  ],
])('S1-2.3-a: a circle %s is refused', (_, steps, expected) => {
  expect(found(searching({}, steps))).toEqual([expected]);
});

test.each([
  ['directly', [aStep('jwt', { requires: ['session'] }), aStep('session')], '/steps/0/requires/0 never_runs'],
  [
    'as something optional',
    [aStep('jwt', { optionalRequires: ['session'] }), aStep('session')],
    '/steps/0/optionalRequires/0 never_runs',
  ],
  [
    'through another step',
    [
      aStep('jwt', { requires: ['none', 'keys'] }),
      aStep('session'),
      aStep('keys', { requires: ['session'] }),
      aStep('none'),
    ],
    '/steps/0/requires/1 never_runs',
  ],
  [
    'through a group all of whose choices do',
    [
      aStep('jwt', { requires: ['store'] }),
      aStep('session'),
      aStep('disk', { requires: ['session'], orGroup: 'store' }),
      aStep('memory', { requires: ['session'], orGroup: 'store' }),
    ],
    '/steps/0/requires/0 never_runs',
  ],
])('design 3.2: a choice that needs another choice of its group can never run: %s', (_, steps, expected) => {
  expect(found(searching({}, [...steps, aStep('end', { requires: ['auth'] })]))).toEqual([expected]);
});

test('design 3.2: a choice may need a group that can be settled without its rival', () => {
  const steps = [
    aStep('jwt', { requires: ['store'] }),
    aStep('session'),
    aStep('disk', { requires: ['session'], orGroup: 'store' }),
    aStep('memory', { orGroup: 'store' }),
    aStep('end', { requires: ['auth'] }),
  ];
  expect(found(searching({}, steps))).toEqual([]);
});

test.each([
  [
    'a choice that is not there',
    { orGroups: { auth: { choices: ['jwt', 'magic'] } } },
    ['/orGroups/auth/choices/1 unknown_step'],
  ],
  [
    'a group without choices',
    { orGroups: { auth: { choices: ['jwt', 'session'] }, other: {} } },
    ['/orGroups/other empty_group'],
  ],
  [
    'a group with an empty list',
    { orGroups: { auth: { choices: ['jwt', 'session'] }, other: { choices: [] } } },
    ['/orGroups/other empty_group'],
  ],
  [
    'a choice of two groups',
    { orGroups: { auth: { choices: ['jwt', 'session'] }, other: { choices: ['jwt'] } } },
    ['/orGroups/other/choices/0 duplicate_choice'],
  ],
  [
    'a choice twice',
    { orGroups: { auth: { choices: ['jwt', 'session', 'jwt'] } } },
    ['/orGroups/auth/choices/2 duplicate_choice'],
  ],
  [
    'a group called like a step',
    { orGroups: { auth: { choices: ['jwt'] }, end: { choices: ['session'] } } },
    ['/orGroups/end duplicate_step_id'],
  ],
  [
    'a reserved name',
    { orGroups: { auth: { choices: ['jwt'] }, artifact: { choices: ['session'] } } },
    ['/orGroups/artifact reserved_id'],
  ],
  [
    'costs of a stranger',
    { orGroups: { auth: { choices: ['jwt', 'session'], costs: { jwt: 1, magic: 2 } } } },
    ['/orGroups/auth/costs/magic unknown_choice'],
  ],
  [
    'a field that is not known',
    { orGroups: { auth: { choices: ['jwt', 'session'], speculate: true } } },
    ['/orGroups/auth/speculate unknown_field'],
  ],
])('S1-2.4-a: refused with where: %s', (_, fields, expected) => {
  expect(found(searching(fields))).toEqual(expected);
});

test('S1-2.4-a: a step may name its group itself; listed choices come first', () => {
  const steps = [aStep('magic', { orGroup: 'auth' }), ...STEPS];
  expect(accepted(searching({}, steps)).plan).toMatchObject({ groups: [{ choices: ['jwt', 'session', 'magic'] }] });
  const own = [aStep('magic', { orGroup: 'alone' }), ...STEPS];
  expect(accepted(searching({}, own)).plan).toMatchObject({ groups: [{}, { id: 'alone', choices: ['magic'] }] });
});

test.each([
  ['objective', { objective: objective('a') }, {}, '/objective'],
  ['orGroups', { orGroups: { g: { choices: ['a'] } } }, {}, '/orGroups'],
  ['orGroup', {}, { orGroup: 'g' }, '/steps/0/orGroup'],
  ['cost', {}, { cost: 1 }, '/steps/0/cost'],
  ['decompose', {}, { decompose: true }, '/steps/0/decompose'],
  ['unknown', {}, { unknown: true }, '/steps/0/unknown'],
  ['maxChildren', {}, { maxChildren: 2 }, '/steps/0/maxChildren'],
])('design 3.1: %s belongs to and-or alone', (_, fields, ofStep, pointer) => {
  const document = aDefinition({ steps: [aStep('a', ofStep)], ...fields });
  expect(found(document)).toEqual([`${pointer} wrong_topology`]);
  expect(check(document)).toMatchObject({ issues: [{ detail: expect.stringContaining('topology: and-or') }] });
});

test('R63: no steps at all are fine for and-or, and for nothing else', () => {
  expect(accepted(aDefinition({ topology: 'and-or', steps: [] })).plan.missing).toEqual([
    'goal',
    'backgroundIntent',
    'deliverables',
    'definitionOfDone',
    'baseCase',
    'steps',
  ]);
  expect(found(aDefinition({ steps: [] }))).toEqual(['/steps too_small']);
});

test.each([
  ['a text', 'It works.', ['/objective/baseCase invalid_type']],
  ['an empty list', { all: [] }, ['/objective/baseCase/all too_small']],
  [
    'a key that YAML 1.1 reads as true',
    { all: [{ guard: { use: 'not-empty' }, true: 'end' }] },
    ['/objective/baseCase/all/0/true unknown_field'],
  ],
  ['a guard without a step', { guard: { use: 'not-empty' } }, ['/objective/baseCase/on required']],
  ['a guard that is not there', { guard: { use: 'nope' }, on: 'end' }, ['/objective/baseCase/guard/use unknown_guard']],
  [
    'options that the guard does not take',
    { guard: { use: 'contains', with: { words: ['x'] } }, on: 'end' },
    expect.arrayContaining([expect.stringMatching(/^\/objective\/baseCase\/guard\/with/)]),
  ],
  [
    'a step that is not there',
    { all: [{ file: 'a' }, { guard: { use: 'not-empty' }, on: 'nobody' }] },
    ['/objective/baseCase/all/1/on unknown_step'],
  ],
  [
    'a path out of the workspace',
    { any: [{ file: '../etc/passwd' }, { notFile: '/etc/passwd' }] },
    ['/objective/baseCase/any/0/file invalid_path', '/objective/baseCase/any/1/notFile invalid_path'],
  ],
  ['an empty program', { command: [] }, [expect.stringMatching(/^\/objective\/baseCase\/command/)]],
  ['a check that is not known', { url: 'http://x' }, expect.arrayContaining(['/objective/baseCase/url unknown_field'])],
])('S1-4.1-b: a base case that no machine can evaluate is refused with where: %s', (_, baseCase, expected) => {
  expect(found(withBaseCase(baseCase))).toEqual(expected);
});

test.each([
  [{ use: 'human', with: { question: 'Done?' } }, 'write {"assertion"'],
  [{ use: 'external', with: { taskQueue: 'q', activity: 'a' } }, 'give it to a step'],
])('S1-4.1-b: a base case that would wait for %j is refused, and told what to write instead', (guard, instead) => {
  const checked = check(withBaseCase({ any: [{ file: 'a' }, { guard, on: 'end' }] }));
  expect(checked.ok ? [] : checked.issues).toEqual([
    { pointer: '/objective/baseCase/any/1/guard/use', code: 'not_supported', detail: expect.stringContaining(instead) },
  ]);
});

const own = defineGuard({ name: 'kind', nature: 'judged', evaluate: () => ({ verdict: 'pass', feedback: '' }) });
const guards = createGuardRegistry({
  sim: true,
  judge: () => Promise.reject(new Error('not asked')),
  own: () => [own],
});
const judge = { guard: { use: 'llm-judge', with: { rubric: 'good' } }, on: 'end' };
const ownJudge = { guard: { use: 'kind' }, on: 'end' };

test.each([
  ['alone', { rubric: 'good' }, true],
  ['one of several', { any: [{ file: 'a' }, { rubric: 'good' }] }, true],
  ['a judge as guard', judge, true],
  ["a guard of one's own that judges", ownJudge, true],
  ['judges of all kinds', { all: [judge, ownJudge, { rubric: 'better' }] }, true],
  ['a judge as guard beside a check', { all: [judge, { file: 'a' }] }, false],
  ['all judges', { all: [{ rubric: 'good' }, { rubric: 'better' }] }, true],
  ['beside a check', { all: [{ rubric: 'good' }, { file: 'a' }] }, false],
  ['beside a person', { all: [{ rubric: 'good' }, { assertion: 'Good?' }] }, false],
  ['within, but not decisive', { all: [{ any: [{ rubric: 'good' }, { file: 'b' }] }, { file: 'a' }] }, false],
])('R11, S1x-4: a judge that could call the run complete by itself is refused: %s', (_, baseCase, isRefused) => {
  const document = withBaseCase(baseCase);
  const refused = found(document, { guards }).filter((issue) => issue.includes('judged_alone'));
  expect(refused).toEqual(isRefused ? ['/objective/baseCase judged_alone'] : []);
});

test.each([
  ['alone', { guard: { use: 'json' }, on: 'check' }, true],
  ['as a choice of a group', { guard: { use: 'json' }, on: 'auth' }, true],
  ['beside a file', { all: [{ guard: { use: 'json' }, on: 'check' }, { file: 'a' }] }, false],
  [
    'beside what was checked itself',
    {
      all: [
        { guard: { use: 'json' }, on: 'check' },
        { guard: { use: 'not-empty' }, on: 'b' },
      ],
    },
    false,
  ],
])('R106: a base case that believes what a model says as verifier is refused: %s', (_, baseCase, isRefused) => {
  const steps = [aStep('check', { role: 'verifier', orGroup: 'auth' }), aStep('b', { orGroup: 'auth' })];
  const document = aDefinition({ topology: 'and-or', steps, objective: objective('b', { baseCase }) });
  const refused = found(document, { guards }).filter((issue) => issue.includes('judged_alone'));
  expect(refused).toEqual(isRefused ? ['/objective/baseCase judged_alone'] : []);
});

test('S1x-3: checks nest, and on may name a group', () => {
  const baseCase = {
    all: [
      { any: [{ file: 'a' }, { all: [{ notFile: 'b' }, { notCommand: 'false' }] }] },
      { guard: { use: 'not-empty' }, on: 'auth' },
    ],
  };
  expect(accepted(withBaseCase(baseCase)).plan).toHaveProperty('baseCase', {
    all: [
      {
        any: [
          { leaf: 'baseCase/all/0/any/0' },
          { all: [{ leaf: 'baseCase/all/0/any/1/all/0' }, { leaf: 'baseCase/all/0/any/1/all/1' }] },
        ],
      },
      { leaf: 'baseCase/all/1', on: 'auth' },
    ],
  });
});

test.each([
  ['maxChildren alone', { maxChildren: 3 }, ['/steps/0/maxChildren not_a_decomposition']],
  [
    'a fixed text',
    { decompose: true, generator: { kind: 'fixed', content: 'x' } },
    ['/steps/0/decompose not_a_decomposition'],
  ],
  ['no children', { decompose: true, maxChildren: 0 }, ['/steps/0/maxChildren too_small']],
  [
    'a fixed text that is unknown',
    { unknown: true, generator: { kind: 'fixed', content: 'x' } },
    ['/steps/0/unknown not_explorable'],
  ],
])('S1x-5, S1-7.4.2-a: only what a model makes is broken down or explored: %s', (_, fields, expected) => {
  expect(found(searching({}, [aStep('jwt', fields), aStep('session'), aStep('end')]))).toEqual(expected);
});

test('S1x-5, S1-7.4.2-a: the ids of the steps that propose the parts or find out first are taken', () => {
  const app = aStep('app', { decompose: true, unknown: true });
  const steps = [...STEPS, app, aStep('decompose_app'), aStep('probe_app')];
  expect(found(searching({}, steps))).toEqual(['/steps/4/id reserved_id', '/steps/5/id reserved_id']);
  const group = { orGroups: { auth: { choices: ['jwt'] }, probe_app: { choices: ['session'] } } };
  expect(found(searching(group, [...STEPS, app]))).toEqual(['/orGroups/probe_app reserved_id']);
});

test('S1-7.4.2-a: what is unknown waits for its probe, and its parts are proposed after that', () => {
  const steps = [...STEPS, aStep('app', { requires: ['end'], decompose: true, unknown: true }), aStep('none')];
  const orGroups = { auth: { choices: ['jwt', 'session'] }, later: { choices: ['app', 'none'] } };
  const { plan } = accepted(searching({ orGroups }, steps));
  expect(plan.steps.slice(3, -1)).toMatchObject([
    { id: 'probe_app', requires: ['end'], branches: ['app'] },
    { id: 'decompose_app', requires: ['end', 'probe_app'], decomposes: 'app', branches: ['app'] },
    { id: 'app', requires: ['end', 'probe_app', 'decompose_app'], decomposedBy: 'decompose_app', orGroup: 'later' },
  ]);
});

test('S1-4.1-c: limits may stand among the constraints of the objective; budgets win', () => {
  const constraints = { maxIterations: 5, maxStall: 2 };
  const fields = { objective: { ...objective('end'), constraints }, budgets: { maxStall: 9 } };
  expect(accepted(searching(fields)).plan.budgets).toMatchObject({ maxIterations: 5, maxStall: 9 });
});

test('S1-1-a, R26, R76: the halting bound counts every choice, and the parts that a step may be broken down into', () => {
  const rMax = (more: number) => ({ recovery: { rMax: more } });
  const choices = [aStep('jwt', rMax(1)), aStep('session', rMax(2)), aStep('end', { requires: ['auth'], ...rMax(0) })];
  expect(accepted(searching({}, choices)).bound).toEqual({ generations: 2 + 3 + 1 + 1 });
  const back = { recovery: { rMax: 0, eMax: 2, backtrackTo: ['auth'], onExhausted: 'backtrack' } };
  const withBack = [...choices.slice(0, 2), aStep('end', { requires: ['auth'], ...back })];
  expect(accepted(searching({}, withBack)).bound).toEqual({ generations: 3 * (2 + 3 + 1) + 2 * 1 + 1 });
  const broken = [...choices, aStep('app', { decompose: true, maxChildren: 2, ...rMax(0) })];
  // Its own attempt, that of the proposer (4), and two parts of as many attempts as any step has (4).
  expect(accepted(searching({}, broken)).bound).toEqual({ generations: 6 + 1 + 1 + 4 + 2 * 4 });
  const explored = [...choices, aStep('app', { unknown: true, ...rMax(0) })];
  expect(accepted(searching({}, explored)).bound).toEqual({ generations: 6 + 1 + 1 + 4 });
});

test('design 3.2, R26: what two groups need may be done once for a choice of each', () => {
  const once = { recovery: { rMax: 0 } };
  const steps = [
    aStep('base', { recovery: { rMax: 2 } }),
    aStep('jwt', { requires: ['base'], ...once }),
    aStep('session', once),
    aStep('disk', { requires: ['base'], orGroup: 'store', ...once }),
    aStep('memory', { orGroup: 'store', ...once }),
    aStep('end', { requires: ['auth'], ...once }),
  ];
  expect(accepted(searching({}, steps)).bound).toEqual({ generations: 2 * 3 + 5 + 1 });
});

test('design 3.2, R26, R76: parts are done again where what they need is gone back to', () => {
  const back = { rMax: 0, eMax: 2, backtrackTo: ['base'], onExhausted: 'backtrack' };
  const once = { recovery: { rMax: 0 } };
  const app = aStep('app', { requires: ['base'], decompose: true, maxChildren: 2, recovery: back });
  const steps = [...STEPS.map((step) => ({ ...step, ...once })), aStep('base', once), app];
  // base, the proposer, two parts and app, each once and twice more.
  expect(accepted(searching({}, steps)).bound).toEqual({ generations: 3 + 3 * (1 + 4 + 2 * 4 + 1) + 1 });
});

test('R26, R76, R85: a swap is counted with the parts of a choice that is broken down, wherever that choice is needed', () => {
  const once = { recovery: { rMax: 0 } };
  const shareWith = (maxChildren: number) => {
    const steps = [
      aStep('jwt', { decompose: true, maxChildren, ...once }),
      aStep('session', once),
      aStep('app', { requires: ['auth'], orGroup: 'shape', ...once }),
      aStep('page', { orGroup: 'shape', ...once }),
    ];
    // The base case looks at a choice, which is therefore needed itself, whatever its group is a part of.
    const { plan } = accepted(searching({ objective: objective('jwt') }, steps));
    return sharesAmong(groupsOf(plan), ['auth']);
  };
  expect(shareWith(3) - shareWith(2)).toBe(4);
});

test('R64, R85: going back to a group is going back to whatever was taken of it', () => {
  const recovery = { rMax: 1, eMax: 1, backtrackTo: ['auth'], onExhausted: 'backtrack' };
  const steps = [aStep('jwt'), aStep('session'), aStep('end', { requires: ['auth'], recovery })];
  expect(accepted(searching({}, steps)).plan.steps[2]?.recovery).toMatchObject({ targets: ['auth'] });
});
