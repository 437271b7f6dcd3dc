// Pure: a choice that has won makes way for another one, when what is built on it fails (R85).

import type { Event } from '../../../src/model/event.ts';
import { searchIn } from '../../../src/model/own-state.ts';
import { INITIAL, openEscalations } from '../../../src/model/run-state.ts';
import { newSearch } from '../../../src/model/search-state.ts';
import { traceOf } from '../../../src/stories/trace.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { groupOf } from '../../../src/topologies/and-or/group-state.ts';
import { observation } from '../../../src/topologies/and-or/observation.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import type { Playing } from '../../support/played/playing.ts';
import { goOn, play, type Script, searchPlan, type Word } from '../../support/played/plays.ts';
import { whyOf } from '../../support/told.ts';

const AUTH = { auth: { choices: ['jwt', 'session'] } };
const once = { recovery: { rMax: 0 } };
const failing = (times: number): readonly Word[] => Array.from({ length: times }, () => 'retry');

function login(more: object = {}): readonly object[] {
  return [atom('jwt'), atom('session'), atom('login', { requires: ['auth'], ...once, ...more })];
}

function plain(more: object = {}, facts: object = {}) {
  return searchPlan(login(more), { orGroups: AUTH, objective: objective('login'), ...facts });
}

const HOLDS: Script['baseCase'] = [{ passed: true }];

function winners({ state }: Playing, ...groups: readonly string[]) {
  return groups.map((group) => groupOf(state, group).winner);
}

function swaps({ log }: Playing) {
  return log.filter((event): event is Extract<Event, { type: 'branch.swapped' }> => event.type === 'branch.swapped');
}

function questions({ state }: Playing): readonly string[] {
  return openEscalations(state).map(({ kind }) => kind);
}

describe('R85: another choice is taken before a person is asked', () => {
  test('(a) a step that needs the group uses up its attempts', () => {
    const run = play(plain(), { verdicts: { login: failing(1) }, baseCase: HOLDS });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'auth')).toEqual(['session']);
    const cause = { step: 'login', epoch: 1, guard: 'g' };
    expect(swaps(run)).toMatchObject([
      { orGroup: 'auth', from: 'jwt', to: 'session', swap: 1, cause, reset: ['login'] },
    ]);
  });

  test('(b) a backtrack that names the group takes another choice, and tells none that is not taken', () => {
    const recovery = { rMax: 0, eMax: 2, onExhausted: 'backtrack', backtrackTo: ['auth'] };
    const run = play(plain({ recovery }), { verdicts: { login: failing(1) }, baseCase: HOLDS });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'auth')).toEqual(['session']);
    expect(run.log.flatMap((event) => (event.type === 'context.injected' ? [event.step] : []))).toEqual(['session']);
    expect(run.state.steps['jwt']?.epoch).toBe(1);
    expect(searchIn(run.state)?.swaps ?? 0).toBe(0);
    expect(run.state.steps['login']?.backtracks).toBe(1);
  });

  test('(b) where none is left, the winner is made again', () => {
    const recovery = { rMax: 0, eMax: 2, onExhausted: 'backtrack', backtrackTo: ['auth'] };
    const run = play(plain({ recovery }), { verdicts: { login: failing(2) }, baseCase: HOLDS });
    expect(run.state.life.status).toBe('completed');
    expect(run.state.steps['session']?.epoch).toBe(2);
    expect(run.state.steps['jwt']?.epoch).toBe(1);
  });

  test('(c) all is done and the base case is false', () => {
    const leaf = { passed: false, falseLeaves: ['baseCase'] };
    const run = play(plain(), { baseCase: [leaf, { passed: true }] });
    expect(run.state.life.status).toBe('completed');
    expect(swaps(run)).toMatchObject([{ from: 'jwt', to: 'session', cause: { leaf: 'baseCase' }, reset: ['login'] }]);
  });

  test('(c) of several leaves only the false ones blame their steps', () => {
    const steps = [...login(), atom('other')];
    const guard = { use: 'not-empty' };
    const baseCase = {
      all: [
        { guard, on: 'login' },
        { guard, on: 'other' },
      ],
    };
    const plan = searchPlan(steps, { orGroups: AUTH, objective: objective('login', { baseCase }) });
    const run = play(plan, { baseCase: [{ passed: false, falseLeaves: ['baseCase/all/1'] }] });
    expect(swaps(run)).toEqual([]);
    expect(questions(run)).toEqual(['stalled']);
  });

  test('(c) a false leaf without a step blames every group that is won', () => {
    const baseCase = { all: [{ file: 'done.md' }, { guard: { use: 'not-empty' }, on: 'login' }] };
    const plan = plain({}, { objective: objective('login', { baseCase }) });
    const run = play(plan, { baseCase: [{ passed: false, falseLeaves: ['baseCase/all/0'] }, { passed: true }] });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'auth')).toEqual(['session']);
  });

  test('(d) all choices of a group that needs it fail, and are tried again on the other one', () => {
    const steps = [
      atom('jwt'),
      atom('session'),
      atom('form', { requires: ['auth'], ...once }),
      atom('link', { requires: ['auth'], ...once }),
    ];
    const orGroups = { ...AUTH, login: { choices: ['form', 'link'] } };
    const plan = searchPlan(steps, { orGroups, objective: objective('login') });
    const run = play(plan, { verdicts: { form: failing(1), link: failing(1) }, baseCase: HOLDS });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'auth', 'login')).toEqual(['session', 'form']);
    expect(swaps(run)[0]?.reset).toEqual(['form', 'link']);
  });

  test('(e) a choice that needs an inner group fails: the other inner choice comes first', () => {
    const steps = [
      atom('a'),
      atom('b'),
      atom('p', { requires: ['inner'], ...once }),
      atom('q'),
      atom('end', { requires: ['outer'] }),
    ];
    const orGroups = { inner: { choices: ['a', 'b'] }, outer: { choices: ['p', 'q'] } };
    const plan = searchPlan(steps, { orGroups, objective: objective('end') });
    const run = play(plan, { verdicts: { p: failing(1) }, baseCase: HOLDS });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'inner', 'outer')).toEqual(['b', 'p']);
    expect(run.state.steps['q']?.epoch).toBe(0);
  });

  test('(f) the choice that a race has cut off has not failed', () => {
    const orGroups = { auth: { ...AUTH.auth, speculative: true } };
    const run = play(plain({}, { orGroups }), {
      verdicts: { login: failing(1) },
      baseCase: HOLDS,
      late: ['session'],
    });
    expect(run.state.life.status).toBe('completed');
    expect(winners(run, 'auth')).toEqual(['session']);
  });
});

test('R85: the innermost group first, then the choice of its own, then those outside', () => {
  const steps = [
    atom('x'),
    atom('y'),
    atom('a', { requires: ['far'] }),
    atom('b', { requires: ['far'] }),
    atom('p', { requires: ['inner'], ...once }),
    atom('q', { requires: ['far'], ...once }),
    atom('end', { requires: ['outer', 'far'] }),
  ];
  const orGroups = {
    far: { choices: ['x', 'y'] },
    inner: { choices: ['a', 'b'] },
    outer: { choices: ['p', 'q'] },
  };
  const plan = searchPlan(steps, { orGroups, objective: objective('end') });
  const run = play(plan, { verdicts: { p: failing(2), q: failing(1) }, baseCase: HOLDS });
  const told = (run.state.trail?.entries ?? []).flatMap(({ type, selected = '' }) =>
    type === 'or_selected' ? [selected] : [],
  );
  expect(run.state.life.status).toBe('completed');
  expect(told.slice(0, 3).toSorted()).toEqual(['a', 'p', 'x']);
  expect(told.slice(3, 6)).toEqual(['b', 'q', 'y']);
});

test('R85: a speculative group takes all its other choices at once', () => {
  const steps = [atom('a'), atom('b'), atom('c'), atom('end', { requires: ['way'], ...once })];
  const orGroups = { way: { choices: ['a', 'b', 'c'], speculative: true } };
  const run = play(searchPlan(steps, { orGroups, objective: objective('end') }), {
    verdicts: { end: failing(1) },
    baseCase: HOLDS,
    late: ['b', 'c'],
  });
  expect(run.state.life.status).toBe('completed');
  expect(groupOf(run.state, 'way').failed).toEqual(['a']);
});

test.each([
  ['fatal', { login: ['fatal'] as const }, {}, 'fatal'],
  [
    'a failure that skip calls harmless',
    { login: failing(1) },
    { recovery: { rMax: 0, onExhausted: 'skip' } },
    'stalled',
  ],
])('R85: not for %s', (_, verdicts, more, kind) => {
  const run = play(plain(more, kind === 'stalled' ? { budgets: { maxSwaps: 0 } } : {}), { verdicts });
  expect(swaps(run)).toEqual([]);
  expect(questions(run)).toEqual([kind]);
});

test('R85: also where the run would fail', () => {
  const recovery = { rMax: 0, onExhausted: 'fail' };
  const run = play(plain({ recovery }), { verdicts: { login: failing(1) }, baseCase: HOLDS });
  expect(run.state.life.status).toBe('completed');
  expect(swaps(run)).toHaveLength(1);
});

test('R85: a winner that a person has forced stays', () => {
  const run = play(plain(), { verdicts: { jwt: ['fatal'] } });
  const prepared = { kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'jwt', by: 'me' } as const;
  run.do({ ...prepared, force: { orGroup: 'auth', choice: 'session' } });
  goOn(run, { verdicts: { login: failing(1) } }, { verdicts: new Map(), verified: 0 });
  expect(swaps(run)).toEqual([]);
  expect(questions(run)).toEqual(['attempts_exhausted']);
});

test('R85: no more swaps than allowed; the question says so, and a higher limit withdraws it and swaps', () => {
  const script = { verdicts: { login: failing(1) }, baseCase: HOLDS };
  const run = play(plain({}, { budgets: { maxSwaps: 0 } }), script);
  const [question] = openEscalations(run.state);
  expect(question).toMatchObject({ kind: 'attempts_exhausted', swapsUsedUp: true });
  expect(question?.question).toContain('maxSwaps');
  run.do({ kind: 'budget', budgets: { maxSwaps: 1 }, by: 'me' });
  expect(run.state.escalations[question?.id ?? '']?.status).toBe('withdrawn');
  goOn(run, script, { verdicts: new Map([['login', 1]]), verified: 0 });
  expect(run.state.life.status).toBe('completed');
  expect(winners(run, 'auth')).toEqual(['session']);
});

test('R85: a higher limit answers the question of a run that is stalled, too', () => {
  const script: Script = { baseCase: [{ passed: false, falseLeaves: ['baseCase'] }, { passed: true }] };
  const run = play(plain({}, { budgets: { maxSwaps: 0 } }), script);
  expect(questions(run)).toEqual(['stalled']);
  run.do({ kind: 'budget', budgets: { maxSwaps: 3 }, by: 'me' });
  goOn(run, script, { verdicts: new Map(), verified: 1 });
  expect(run.state.life.status).toBe('completed');
});

test('R85: what is beside stays, and what the old choice made leaves the bindings', () => {
  const steps = [...login(), atom('beside'), atom('below', { requires: ['login'] })];
  const plan = searchPlan(steps, { orGroups: AUTH, objective: objective('below') });
  const run = play(plan, { verdicts: { login: failing(1) }, baseCase: HOLDS });
  expect(['jwt', 'session', 'beside', 'login'].map((id) => run.state.steps[id]?.epoch)).toEqual([1, 1, 1, 2]);
});

test('R85: the trail, the trace and the sentences tell it', () => {
  const run = play(plain(), { verdicts: { login: failing(1) }, baseCase: HOLDS });
  const entries = (run.state.trail?.entries ?? []).map(({ type, selected = '' }) => `${type} ${selected}`.trim());
  expect(entries).toEqual(['or_selected jwt', 'or_failed jwt', 'backtrack', 'or_selected session']);
  const actions = traceOf(run.log, plain()).map(({ action, step = '' }) => `${action} ${step}`.trim());
  const from = actions.indexOf('SWITCH-BRANCH');
  expect(actions.slice(from, from + 3)).toEqual(['SWITCH-BRANCH', 'INVALIDATE login', 'INJECT-CONTEXT session']);
  const because = whyOf(run.log, plain(), run.state).chain.map((reason) => reason.because);
  expect(because).toContain('login failed at g, so for auth session takes the place of jwt; login is done anew.');
});

test('R85: plans from before swaps make none', () => {
  const before = groupsOf(plain()).map(({ id, choices }) => ({ id, choices }));
  const run = play({ ...plain(), topology: 'and-or', groups: before }, { verdicts: { login: failing(1) } });
  expect(questions(run)).toEqual(['attempts_exhausted']);
});

test('S1-5-a, R121: each look at the run tells what was open, decided, asked for and verified', () => {
  const run = play(plain(), { verdicts: { login: failing(1) }, baseCase: HOLDS });
  const looks = traceOf(run.log, plain()).filter(({ action }) => action === 'OBSERVE');
  const told = looks.map(({ step, unresolved, unresolvedIds, trail }) => [step, unresolved, unresolvedIds, trail]);
  const chosen = (selected: string) => expect.objectContaining({ type: 'or_selected', orGroup: 'auth', selected });
  expect(told).toEqual([
    ['jwt', 2, ['login', 'auth'], chosen('jwt')],
    ['login', 1, ['login'], chosen('jwt')],
    ['session', 2, ['login', 'auth'], chosen('session')],
    ['login', 1, ['login'], chosen('session')],
  ]);
  expect(looks[0]).toMatchObject({ stopRequested: false, redirectRequested: false });
  const verified = { passed: false, artifactId: 'art_1' };
  const own = { ...newSearch(), baseCase: { due: true, ...verified } };
  const control = { stop: { mode: 'after_attempt' as const, reason: '', by: 'ann' } };
  expect(observation(plain(), { ...INITIAL, own, control }, 2)).toMatchObject({
    stopRequested: true,
    verification: verified,
  });
});
