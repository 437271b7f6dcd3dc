// Pure: what events of the run and its steps change of a search.
import type { Body } from '../../../src/model/event.ts';
import { INITIAL, NEW_STEP, type RunState, type StepState } from '../../../src/model/run-state.ts';
import { newSearch } from '../../../src/model/search-state.ts';
import { changedBy, changesOf, redirected } from '../../support/changes.ts';
import { NO_GROUP, searching, trailAfter } from '../../support/played/search-standing.ts';

const BUDGETS = { maxParallelAgents: 2 };

describe('S1-3.4-d: a redirect', () => {
  const before = searching({ taken: ['jwt', 'sso'], failed: ['old', 'jwt'], swaps: 1 });

  test.each<[string, object, object]>([
    ['that takes a choice out', { removed: ['jwt'] }, { taken: ['sso'], failed: ['old'] }],
    ['that takes out something else', { removed: ['docs'] }, {}],
    ['that takes out nothing', {}, {}],
  ])('%s', (_, facts, changes) => {
    expect(changesOf(Object(before.own).groups.auth, Object(changedOwn(before, facts)).groups.auth)).toStrictEqual(
      changes,
    );
  });

  const changedOwn = (state: RunState, facts: object) => changedBy(state, redirected(facts))['own'] ?? state.own;

  test('that begins the Trail anew opens what has not won', () => {
    const groups = {
      auth: { ...NO_GROUP, taken: ['jwt'], failed: ['sso'], winner: 'jwt' },
      other: { ...NO_GROUP, failed: ['x'] },
    };
    const after = Object(changedOwn(searching({}, { groups }), { trailCleared: true }));
    expect(after.groups).toEqual({ auth: { ...groups.auth, failed: [] } });
  });

  test('that begins the Trail anew leaves a base case in a run of any other kind', () => {
    const dag = { ...before, own: { kind: 'dag' as const } };
    expect(changedOwn(dag, { trailCleared: true })).toEqual({ kind: 'dag', baseCase: { due: true } });
    expect(changedOwn(dag, { removed: ['jwt'] })).toEqual({ kind: 'dag' });
    const known = { kind: 'dag' as const, baseCase: { due: false, passed: true } };
    expect(changedOwn({ ...before, own: known }, { trailCleared: true })).toEqual({
      kind: 'dag',
      baseCase: { due: true },
    });
    expect(changedOwn({ ...before, own: known, rules: 2 }, { trailCleared: true })).toEqual({
      kind: 'dag',
      baseCase: { due: true, passed: true },
    });
  });
});

test('S1-3.1-a: what is agreed on begins the run anew, but for the counters of what drafted it', () => {
  const steps = { draft: { epoch: 1, n: 3, backtracks: 1, amendments: 1, attempt: 2 }, jwt: {} };
  const before = {
    ...searching({}, { alignments: 1 }, steps),
    gone: { old: { epoch: 1, n: 1, backtracks: 0, amendments: 0 } },
  };
  const aligned: Body = {
    type: 'run.aligned',
    version: 2,
    digest: 'sha256:2',
    steps: ['draft', 'jwt', 'old'],
    budgets: BUDGETS,
    by: 'ann',
  };
  const draft = { epoch: 1, n: 3, backtracks: 1, amendments: 1 };
  const after = changedBy(before, aligned);
  expect(after).toMatchObject({
    revision: 'sha256:2',
    budgets: BUDGETS,
    gone: { ...before.gone, draft },
    steps: { draft: { ...NEW_STEP, ...draft }, jwt: NEW_STEP, old: { ...NEW_STEP, epoch: 1, n: 1 } },
    stall: { best: 3, since: 0 },
  });
  expect(changesOf(before.own, Object(after['own']))).toEqual({ alignments: 2 });
  expect(Object.keys(Object(after['gone']))).toEqual(['old', 'draft']);
  expect(changedBy(searching(), aligned)).not.toHaveProperty('gone');
});

test('S1x-5: the parts of a step join the run, and what is left is counted from there on', () => {
  const before = {
    ...searching({}, { decompositions: [{ parent: 'z', children: ['y'], reason: '' }] }),
    gone: { part: { epoch: 4, n: 5, backtracks: 1, amendments: 0 } },
  };
  const after = changedBy(before, {
    type: 'step.decomposed',
    step: 'docs',
    artifactId: 'art',
    children: ['part', 'rest'],
    reason: 'large',
    revision: 'sha256:3',
    granted: 7,
  });
  expect(after).toMatchObject({
    revision: 'sha256:3',
    granted: 7,
    stall: { best: 4, since: 3 },
    steps: { docs: NEW_STEP, part: { epoch: 4, n: 5, backtracks: 1 }, rest: NEW_STEP },
  });
  expect(Object(after['own']).decompositions).toEqual([
    { parent: 'z', children: ['y'], reason: '' },
    { parent: 'docs', children: ['part', 'rest'], reason: 'large' },
  ]);
});

describe('S1-7.2.1-d: a failure beside others that began with it is remembered', () => {
  const beside = { jwt: { wave: 7 }, docs: { wave: 7 } };
  const waived = (facts: object = {}): Body => ({
    type: 'step.waived',
    step: 'jwt',
    epoch: 1,
    attempt: 1,
    reason: 'attempts_exhausted',
    ...facts,
  });
  const asked = (kind: string, step?: string): Body =>
    ({
      type: 'escalation.opened',
      escalationId: 'e',
      kind,
      question: '?',
      allowedActions: [],
      ...(step && { step, epoch: 1, attempt: 1 }),
    }) as Body;
  const entry = (why: string) => [
    { type: 'parallel_failure', reason: `jwt failed (${why}); what began with it goes on` },
  ];

  test.each<[string, Readonly<Record<string, Partial<StepState>>>, Body, readonly object[] | undefined]>([
    ['given up', beside, waived(), entry('attempts_exhausted')],
    ['skipped', beside, waived({ reason: 'skipped by ann' }), undefined],
    ['asked about', beside, asked('attempts_exhausted', 'jwt'), entry('attempts_exhausted')],
    ['asked about with no choice left, which is told already', beside, asked('or_exhausted', 'jwt'), undefined],
    ['asked about though it has not failed', beside, asked('approval', 'jwt'), undefined],
    ['the run is asked about', beside, asked('fatal'), undefined],
    ['it began alone', { jwt: { wave: 7 }, docs: { wave: 8 } }, waived(), undefined],
    ['nobody knows what it began with', { jwt: {}, docs: {} }, waived(), undefined],
  ])('%s', (_, steps, body, trail) => {
    expect(trailAfter(searching({}, {}, steps), body)).toEqual(trail);
  });

  test('but in no run without a base case', () => {
    const { own: _, ...search } = searching({}, {}, beside);
    expect(trailAfter({ ...search, own: { kind: 'dag' } }, waived())).toBeUndefined();
  });
});

describe('R6: an iteration of a search', () => {
  const started = (wave?: number): Body => ({
    type: 'step.started',
    step: 'docs',
    epoch: 1,
    allowed: 1,
    ...(wave && { wave }),
  });
  const stalled = (stall: RunState['stall'], wave?: number, docs: Partial<StepState> = {}) => ({
    ...searching({}, {}, { jwt: wave === undefined ? {} : { wave }, docs }),
    stall,
  });

  test.each<[string, RunState, Body, object]>([
    [
      'that finds as much left as before and repeats a step is no progress',
      stalled({ best: 2, since: 3, last: 2 }, undefined, { epoch: 1 }),
      started(),
      { best: 2, since: 4, last: 2 },
    ],
    [
      'that begins a step for the first time repeats nothing',
      stalled({ best: 2, since: 3, last: 2 }),
      started(),
      { best: 2, since: 3, last: 2 },
    ],
    [
      'that finds less than the one before makes up for what was undone',
      stalled({ best: 1, since: 3, last: 3 }),
      started(),
      { best: 1, since: 3, last: 2 },
    ],
    [
      'that is the first is known by what it finds',
      stalled({ best: 1, since: 3 }, undefined, { epoch: 1 }),
      started(),
      { best: 1, since: 4, last: 2 },
    ],
    [
      'that finds less than ever is progress',
      stalled({ best: 3, since: 3, last: 4 }),
      started(),
      { best: 2, since: 0, last: 2 },
    ],
    [
      'that comes down to the best is no progress of its own',
      stalled({ best: 2, since: 3, last: 5 }),
      started(),
      { best: 2, since: 3, last: 2 },
    ],
    [
      'begun with others is theirs',
      stalled({ best: 2, since: 3, last: 9 }, 7),
      started(7),
      { best: 2, since: 3, last: 9 },
    ],
  ])('%s', (_, before, body, stall) => {
    expect({ ...before, ...changedBy(before, body) }.stall).toEqual(stall);
  });
});

test('a run of a search begins with what a fork takes over; one of another kind has none', () => {
  const decompositions = [{ parent: 'z', children: ['y'], reason: '' }];
  const created = (facts: object): Body => ({
    type: 'run.created',
    runId: 'r',
    steps: [],
    budgets: BUDGETS,
    by: 'ann',
    ...facts,
  });
  expect(changedBy(INITIAL, created({ topology: 'and-or', decompositions }))['own']).toEqual(newSearch(decompositions));
  expect(changedBy(INITIAL, created({ decompositions }))).not.toHaveProperty('own');
});
