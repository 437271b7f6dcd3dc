// Pure: what is verified, won or forced while something else takes it away (R85, R91, R101).

import { wantedCalls } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { type Call, openEscalations } from '../../../src/model/run-state.ts';
import { groupOf } from '../../../src/topologies/and-or/group-state.ts';
import { objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { play, searchPlan } from '../../support/played/plays.ts';

const WORK = { generator: { kind: 'llm', prompt: 'Do it.' }, guard: { use: 'not-empty' } };
const once = (id: string, facts: object = {}) => ({ id, ...WORK, recovery: { rMax: 0 }, ...facts });
const passes = (token: string) => ({ kind: 'verified', token, passed: true, artifactId: 'v', digest: 'd' }) as const;

function tokenOf(run: Playing, is: string): string {
  const found = wantedCalls(run.plan, run.state).find((call) => is === ('step' in call ? call.step : call.phase));
  return found?.token ?? `no call of ${is}`;
}

function make(run: Playing, ...steps: readonly string[]): void {
  for (const step of steps) {
    run.do(generated(tokenOf(run, step)));
    run.do(judged(tokenOf(run, step)));
  }
}

/** Answers every call, those of `last` after all others, with the verdict that `fails` names, until nothing is wanted. */
function goOn(run: Playing, fails: readonly string[], last: readonly string[] = [], before?: () => boolean): void {
  for (let rounds = 0; rounds < 100; rounds += 1) {
    const calls = wantedCalls(run.plan, run.state);
    const early = calls.find((call) => call.phase !== 'verify' && !last.includes(call.step));
    const call = early ?? calls[0];
    if (!call) return;
    if (before?.()) continue;
    if (call.phase === 'verify') run.do({ ...passes(call.token), passed: false, artifactId: `v${rounds}` });
    else if (call.phase === 'generate') run.do(generated(call.token));
    else run.do(judged(call.token, isIn(fails, call) ? 'retry' : 'pass'));
  }
}

const isIn = (steps: readonly string[], call: { readonly step?: string } | Call) => steps.includes(call.step ?? '');
const types = (log: readonly Event[]) => log.map(({ type }) => type);

test.each([
  ['a backtrack', [once('y'), once('end', { requires: ['y'] })], { requires: ['y'], backtrackTo: ['y'] }, {}],
  [
    'a swap',
    [once('y'), once('other'), once('end', { requires: ['g'] })],
    { requires: ['g'] },
    { orGroups: { g: { choices: ['y', 'other'] } } },
  ],
])('a verification of what %s has undone meanwhile completes nothing (R85, R101)', (_, steps, review, facts) => {
  const { requires, backtrackTo } = { backtrackTo: [], ...review };
  const recovery = { rMax: 0, ...(backtrackTo.length > 0 && { eMax: 1, onExhausted: 'backtrack', backtrackTo }) };
  const plan = searchPlan([...steps, once('review', { requires, recovery })], {
    objective: objective('end'),
    ...facts,
  });
  const run = playing(plan);
  make(run, 'y');
  for (const step of ['end', 'review']) run.do(generated(tokenOf(run, step)));
  run.do(judged(tokenOf(run, 'end')));
  const token = tokenOf(run, 'verify');
  run.do(judged(tokenOf(run, 'review'), 'retry'));
  expect(run.state.steps['end']?.sigma).toBe('unsatisfied');
  run.do(passes(token));
  expect(run.state.life.status).toBe('running');
});

test('a redo of a person takes away what is being verified, too (R101)', () => {
  const steps = [once('y'), once('end', { requires: ['y'] }), once('more', { requires: ['y'] })];
  const run = playing(searchPlan(steps, { objective: objective('end') }));
  make(run, 'y');
  for (const step of ['end', 'more']) run.do(generated(tokenOf(run, step)));
  run.do(judged(tokenOf(run, 'more'), 'retry'));
  run.do(judged(tokenOf(run, 'end')));
  const token = tokenOf(run, 'verify');
  const [asked] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: asked?.id ?? '', action: 'redo', step: 'y' });
  run.do(passes(token));
  expect(run.state).toMatchObject({ life: { status: 'running' }, steps: { y: { sigma: 'unsatisfied' } } });
});

test('what was verified under another objective completes nothing, also where both arrive together (R86, R101)', () => {
  const plan = searchPlan([once('end')], { objective: objective('end') });
  const after = searchPlan([once('end'), once('more')], { objective: objective('more') });
  const run = playing(plan);
  make(run, 'end');
  run.together(passes(tokenOf(run, 'verify')), {
    kind: 'redirect',
    prepared: true,
    type: 'objective_change',
    description: 'More is wanted.',
    revision: { digest: 'sha256:new', plan: after },
  });
  expect(run.state).toMatchObject({ life: { status: 'running' }, steps: { more: { sigma: 'unsatisfied' } } });
  expect(types(run.log)).not.toContain('run.closed');
});

test('an optional step that gives up takes no winner along: it is skipped, and what was built stays (R51, R85)', () => {
  const steps = [
    once('postgres'),
    once('sqlite'),
    once('api', { requires: ['database'] }),
    once('tuning', { requires: ['postgres'], optional: true, recovery: { rMax: 0, onExhausted: 'skip' } }),
    once('end', { requires: ['api'] }),
  ];
  const plan = searchPlan(steps, {
    orGroups: { database: { choices: ['postgres', 'sqlite'] } },
    objective: objective('end'),
    budgets: { maxIterations: 100, maxStall: 50 },
  });
  const run = play(plan, { verdicts: { tuning: ['retry'] }, late: ['end', 'tuning'], baseCase: [{ passed: true }] });
  expect(run.state).toMatchObject({ life: { status: 'completed' }, steps: { tuning: { sigma: 'waived' } } });
  expect(groupOf(run.state, 'database')).toMatchObject({ winner: 'postgres', failed: [] });
});

describe('a winner that a person has forced (R85)', () => {
  const force = (orGroup: string, choice: string) =>
    ({
      kind: 'redirect',
      prepared: true,
      type: 'dag_adjustment',
      description: 'That one.',
      force: { orGroup, choice },
    }) as const;

  test('stays when what needs it by name fails: a person is asked', () => {
    const steps = [
      once('a'),
      once('b'),
      once('y', { requires: ['g'] }),
      once('x', { requires: ['a', 'y'] }),
      once('end', { requires: ['y'] }),
    ];
    const run = playing(searchPlan(steps, { orGroups: { g: { choices: ['b', 'a'] } }, objective: objective('end') }));
    run.do(force('g', 'a'));
    goOn(run, ['x'], ['end']);
    expect(groupOf(run.state, 'g')).toMatchObject({ winner: 'a', forced: 'a' });
    expect(types(run.log)).toContain('escalation.opened');
  });

  test('stays forced when another group is swapped below it', () => {
    const steps = [
      once('a'),
      once('b'),
      once('c', { requires: ['g'] }),
      once('d', { requires: ['g'] }),
      once('end', { requires: ['h'] }),
    ];
    const orGroups = { g: { choices: ['a', 'b'] }, h: { choices: ['c', 'd'] } };
    const budgets = { maxIterations: 100, maxStall: 50 };
    const run = playing(searchPlan(steps, { orGroups, objective: objective('end'), budgets }));
    let isForced = false;
    goOn(run, ['end'], [], () => {
      if (isForced || run.state.steps['c']?.open !== true) return false;
      isForced = true;
      run.do(force('h', 'd'));
      return true;
    });
    const swaps = run.log.flatMap((event) => (event.type === 'branch.swapped' ? [event.orGroup] : []));
    expect(swaps).toEqual(['g']);
    expect(groupOf(run.state, 'h')).toMatchObject({ winner: 'd', forced: 'd' });
  });
});

test('a probe that finds a winner infeasible swaps it with what was built on it (R85, R91)', () => {
  const steps = [
    once('a'),
    once('b'),
    once('y', { requires: ['g'] }),
    once('p', { requires: ['a'], role: 'probe' }),
    once('z', { requires: ['p'] }),
    once('end', { requires: ['y'] }),
  ];
  const run = playing(searchPlan(steps, { orGroups: { g: { choices: ['a', 'b'] } }, objective: objective('end') }));
  make(run, 'a');
  run.do(generated(tokenOf(run, 'p')));
  make(run, 'y');
  run.do({ ...judged(tokenOf(run, 'p')), infeasible: true });
  expect(types(run.log)).toContain('branch.swapped');
  expect(run.state.steps['y']?.sigma).toBe('unsatisfied');
});
