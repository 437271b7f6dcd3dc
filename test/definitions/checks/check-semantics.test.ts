import { accepted, aDefinition, aStep, check, type Fields, found } from '../makers.ts';

const steps = (...list: Fields[]) => aDefinition({ steps: list });
const llm = (task: string) => ({ kind: 'llm', prompt: task });
const chain = (fields: Fields = {}) =>
  steps(aStep('a'), aStep('b', { requires: ['a'] }), aStep('c', { requires: ['b'], ...fields }));

test.each([
  ['a required step that is not there', chain({ requires: ['b', 'bb'] }), ['/steps/2/requires/1 unknown_step']],
  ['an optional one', chain({ optionalRequires: ['x'] }), ['/steps/2/optionalRequires/0 unknown_step']],
  [
    'one whose artifact the guard sees',
    chain({ guardArtifacts: { t: 'x' } }),
    ['/steps/2/guardArtifacts/t unknown_step'],
  ],
  ['one that is shown', chain({ context: { x: 'none' } }), ['/steps/2/context/x unknown_step']],
  ['one to go back to', chain({ recovery: { backtrackTo: ['x'] } }), ['/steps/2/recovery/backtrackTo/0 unknown_step']],
  [
    'one a guard goes back to',
    chain({ recovery: { backtrackByGuard: { 'not-empty': ['x'] } } }),
    ['/steps/2/recovery/backtrackByGuard/not-empty/0 unknown_step'],
  ],
  ['a goal', { ...chain(), goal: ['c', 'd'] }, ['/goal/1 unknown_step']],
])('design 3.2: every reference exists: %s', (_, document, expected) => {
  expect(found(document)).toEqual(expected);
});

test.each([
  ['itself', steps(aStep('a', { requires: ['a'] })), ['/steps/0/requires/0 cycle'], 'a → a'],
  [
    'two steps',
    steps(aStep('a', { requires: ['b'] }), aStep('b', { requires: ['a'] })),
    ['/steps/0/requires/0 cycle'],
    'a → b → a',
  ],
  [
    'optional edges and guard artifacts',
    steps(
      aStep('a', { optionalRequires: ['c'] }),
      aStep('b', { requires: ['a'] }),
      aStep('c', { guardArtifacts: { x: 'b' } }),
    ),
    ['/steps/0/optionalRequires/0 cycle'],
    'a → c → b → a',
  ],
])('design 3.2: a cycle is named: %s', (_, document, expected, way) => {
  expect(found(document)).toEqual(expected);
  expect(check(document)).toMatchObject({ issues: [{ detail: expect.stringContaining(way) }] });
});

test('every cycle is told once, beside steps that only depend on one', () => {
  const document = steps(
    aStep('a', { requires: ['b'] }),
    aStep('b', { requires: ['a'] }),
    aStep('c', { requires: ['d', 'a'] }),
    aStep('d', { requires: ['c'] }),
    aStep('e', { requires: ['a', 'd'] }),
  );
  expect(found(document)).toEqual(['/steps/0/requires/0 cycle', '/steps/2/requires/0 cycle']);
});

test.each([
  ['a sibling', 'b', ['/steps/2/recovery/backtrackTo/0 not_upstream']],
  ['itself', 'c', ['/steps/2/recovery/backtrackTo/0 not_upstream']],
  ['a dependent', 'd', ['/steps/2/recovery/backtrackTo/0 not_upstream']],
])('S3-RT2, design 3.2: backtrack targets are upstream; not %s', (_, target, expected) => {
  const document = steps(
    aStep('a'),
    aStep('b', { requires: ['a'] }),
    aStep('c', { requires: ['a'], recovery: { backtrackTo: [target] } }),
    aStep('d', { requires: ['c'] }),
  );
  expect(found(document)).toEqual(expected);
});

test('R64: a target over an optional edge or through other steps is upstream', () => {
  const document = chain({ requires: [], optionalRequires: ['b'], recovery: { backtrackTo: ['a', 'b'] } });
  expect(found(document)).toEqual([]);
});

test.each([
  ['the guard of a leaf', 'not-empty', []],
  ['generator-validation', 'generator-validation', []],
  ['a leaf the step does not have', 'json', ['unknown_guard_id']],
])('routes are keyed by %s', (_, key, expected) => {
  const codes = found(chain({ recovery: { backtrackByGuard: { [key]: ['a'] } } })).map((line) => line.split(' ')[1]);
  expect(codes).toEqual(expected);
});

test.each([
  ['unset', {}, {}, true],
  ['off', { rPatience: null, rMax: 1 }, {}, true],
  ['off over defaults', { rPatience: null, rMax: 1 }, { rPatience: 2 }, true],
  ['below rMax', { rPatience: 2 }, {}, true],
  ['as large as rMax', { rPatience: 3 }, {}, false],
  ['one', { rPatience: 1 }, {}, false],
  ['too large for an rMax of the defaults', { rPatience: 2 }, { rMax: 2 }, false],
  ['of the defaults, too large for the rMax of the step', { rMax: 2 }, { rPatience: 2 }, false],
  ['of the defaults, replaced', { rPatience: 3, rMax: 4 }, { rPatience: 9 }, true],
])('S3-D6-g, R17, R59: 1 < rPatience < rMax holds after defaults are merged: %s', (_, recovery, defaults, ok) => {
  const document = aDefinition({ defaults, steps: [aStep('a', { recovery })] });
  expect(found(document)).toEqual(ok ? [] : ['/steps/0/recovery/rPatience invalid_patience']);
});

test('R29: what is not retried has no patience to check', () => {
  const fixed = aStep('a', { generator: { kind: 'fixed', content: 'x' }, recovery: { rMax: 0 } });
  expect(found(aDefinition({ defaults: { rPatience: 2 }, steps: [fixed] }))).toEqual([]);
});

test.each([
  ['an unknown guard, with those there are', { use: 'nope' }, ['/steps/0/guard/use unknown_guard']],
  [
    'one deep in a tree',
    { sequence: [{ use: 'json' }, { any: [{ use: 'nope' }] }] },
    ['/steps/0/guard/sequence/1/any/0/use unknown_guard'],
  ],
  [
    'two leaves of one guard',
    { all: [{ use: 'json' }, { use: 'json' }] },
    ['/steps/0/guard/all/1/use duplicate_guard_id'],
  ],
  [
    'two leaves of one id',
    { all: [{ use: 'json', id: 'x' }, { any: [{ use: 'not-empty', id: 'x' }] }] },
    ['/steps/0/guard/all/1/any/0/id duplicate_guard_id'],
  ],
  [
    'a confirmation by itself',
    { use: 'json', generated: true, confirm: 'json' },
    ['/steps/0/guard/confirm unknown_guard_id'],
  ],
  [
    'an id that is the name of another guard',
    { all: [{ use: 'json' }, { use: 'not-empty', id: 'json' }] },
    ['/steps/0/guard/all/1/id duplicate_guard_id'],
  ],
])('R60, R81: %s', (_, guard, expected) => {
  expect(found(steps(aStep('a', { guard })))).toEqual(expected);
});

test('running 5: options that a guard does not take are refused under `with`', () => {
  const guard = { sequence: [{ use: 'not-empty', with: { colour: 1 } }] };
  expect(found(steps(aStep('a', { guard })))).toEqual([
    expect.stringMatching(/^\/steps\/0\/guard\/sequence\/0\/with\/colour /),
  ]);
});

test.each([
  'input',
  'artifact',
  'binding',
  'verdict',
  'injected',
  'feedback',
  'specification',
  'constraints',
  'step',
  'attempt',
  'run',
  'deps',
  'constructor',
  '__proto__',
])('R68: the id %s is reserved', (id) => {
  expect(found(steps(aStep(id)))).toEqual(['/steps/0/id reserved_id']);
});

test('step ids are unique', () => {
  expect(found(steps(aStep('a'), aStep('b'), aStep('a')))).toEqual(['/steps/2/id duplicate_step_id']);
});

test.each([
  ['its own artifact', chain({ generator: llm('{artifact.c}') }), ['/steps/2/generator/prompt not_upstream']],
  [
    'a sibling in the role',
    steps(aStep('a'), aStep('b', { generator: { kind: 'llm', prompt: { role: '{binding.a}', task: 'x' } } })),
    ['/steps/1/generator/prompt/role not_upstream'],
  ],
  [
    'a verdict of a sibling',
    steps(aStep('a'), aStep('b', { generator: llm('{verdict.a.count}') })),
    ['/steps/1/generator/prompt not_upstream'],
  ],
  ['a step, in the specification', aDefinition({ specification: '{artifact.a}' }), ['/specification not_upstream']],
  [
    'a sibling, in an option of a guard',
    steps(aStep('a'), aStep('b', { guard: { use: 'quotes-source', with: { source: '{artifact.a}' } } })),
    ['/steps/1/guard/with/source not_upstream'],
  ],
  [
    'a sibling, in `when`',
    steps(aStep('a'), aStep('b', { when: 'verdict.a.ok and 1 < 2' })),
    ['/steps/1/when not_upstream'],
  ],
])('R64: a name of an existing step that is not upstream is an error: %s', (_, document, expected) => {
  expect(found(document)).toEqual(expected);
});

test('context names what the step depends on', () => {
  expect(found(chain({ context: { b: 'summary' } }))).toEqual([]);
  expect(found(chain({ context: { a: 'none' } }))).toEqual(['/steps/2/context/a not_a_dependency']);
  expect(found(chain({ context: { a: 'none' }, generator: llm('{artifact.a}') }))).toEqual([]);
});

const compileSchema = (schema: unknown) =>
  JSON.stringify(schema).includes('objekt') ? [{ pointer: '', message: 'no such type' }] : [];

test('design 3.2: schemas compile and expressions parse', () => {
  const output = { format: 'json', schema: { type: 'objekt' } };
  const document = aDefinition({
    input: { type: 'objekt' },
    steps: [aStep('a', { when: 'a +', generator: { kind: 'llm', prompt: 'x', output } })],
  });
  expect(found(document, { compileSchema })).toEqual([
    '/input invalid_schema',
    '/steps/0/generator/output/schema invalid_schema',
    '/steps/0/when invalid_expression',
  ]);
});

test('all problems are told at once, also those beside parts that cannot be read', () => {
  const document = {
    nme: 'x',
    topology: 'dag',
    defaults: { rMax: 'many' },
    steps: [
      7,
      { id: 'a', requires: ['b', 3], guard: { sequence: [{ use: 'nope' }, { usee: 'json' }] } },
      { id: 'b', requires: ['a'], generator: { kind: 'llm', promt: 'x', prompt: '{artifact.d}' }, guard: 5 },
      {
        id: 'deps',
        generator: { kind: 'oracle' },
        guard: { use: 'json', id: 'x y' },
        recovery: { rMax: 2, rPatience: 2, backtrackTo: ['zz'] },
      },
      aStep('d', { timeouts: { guard: 'soon' } }),
    ],
    goal: ['e'],
  };
  expect(found(document)).toEqual(
    [
      '/name required',
      '/nme unknown_field',
      '/defaults/rMax invalid_type',
      '/steps/0 invalid_type',
      '/steps/1/generator required',
      '/steps/1/requires/1 invalid_type',
      '/steps/1/requires/0 cycle',
      '/steps/1/guard/sequence/0/use unknown_guard',
      '/steps/1/guard/sequence/1/use required',
      '/steps/1/guard/sequence/1/usee unknown_field',
      '/steps/2/generator/promt unknown_field',
      '/steps/2/generator/prompt not_upstream',
      '/steps/2/guard invalid_type',
      '/steps/3/id reserved_id',
      '/steps/3/generator/kind unknown_generator',
      '/steps/3/guard/id invalid_format',
      '/steps/3/recovery/rPatience invalid_patience',
      '/steps/3/recovery/backtrackTo/0 unknown_step',
      '/steps/4/timeouts/guard invalid_format',
      '/goal/0 unknown_step',
    ].toSorted(),
  );
});

test.each([
  [
    'a goal that may be skipped',
    { ...chain({ recovery: { onExhausted: 'skip' } }), goal: ['b', 'c'] },
    ['/goal/1 goal_can_be_skipped'],
  ],
  ['a default goal with a condition', chain({ when: 'input.x' }), ['/steps/2 goal_can_be_skipped']],
  [
    'R34: skip with a dependent that needs it',
    steps(aStep('a', { recovery: { onExhausted: 'skip' } }), aStep('b', { requires: ['a'] })),
    ['/steps/0 goal_can_be_skipped', '/steps/0 skip_blocks_dependents'],
  ],
  [
    'R34: skip with a dependent that does not',
    steps(aStep('a', { optional: true }), aStep('b', { optionalRequires: ['a'] })),
    [],
  ],
  [
    'R34: skip with an optional dependent',
    steps(aStep('a', { optional: true }), aStep('b', { requires: ['a'], optional: true }), aStep('c')),
    [],
  ],
  ['no model anywhere', aDefinition({ model: undefined }), ['/steps/0 no_model']],
])('what may not be meant is a warning: %s', (_, document, expected) => {
  expect(check(document).ok).toBe(true);
  expect(found(document)).toEqual(expected);
});

test('fields whose behaviour this version lacks are accepted, and what happens instead is told', () => {
  const recovery = {
    backtrackTo: ['a'],
    backtrackByGuard: { v: ['a'] },
    ladder: ['m'],
    onStagnation: 'fail',
    diffuseAfter: 3,
    onExhausted: 'backtrack',
  };
  const document = aDefinition({
    budgets: { maxStall: 3, maxIterations: 20, maxAttempts: 9 },
    defaults: { onStagnation: 'warn', diffuseAfter: 2 },
    steps: [
      aStep('a'),
      aStep('b', {
        requires: ['a'],
        recovery,
        approval: true,
        timeouts: { decision: 'PT1H' },
        guard: { use: 'json', id: 'v', generated: true, confirm: 'human' },
      }),
    ],
  });
  expect(found(document)).toEqual(['/steps/1/guard/confirm not_effective_yet']);
  expect(accepted(document).warnings[0]?.detail).toContain('does not act on it yet');
});

test('a definition of optional steps only has nothing to reach', () => {
  expect(found(steps(aStep('a', { optional: true })))).toEqual(['/goal empty_goal']);
});
