// Pure: a run is steered twice, too late, or while it waits (R46, R47), and what it may still spend (R49, R111).

import { noteRefusal } from '../../../src/core/moves/control.ts';
import { stillExceeded, usedUp } from '../../../src/core/spending.ts';
import { deadline } from '../../../src/core/wanted.ts';
import { budgetStatusOf, exhaustedBudget, wanted } from '../../../src/engine.ts';
import type { Input } from '../../../src/model/input.ts';
import { Refused } from '../../../src/model/input.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, playing } from '../../support/played/playing.ts';

const stop = (mode: 'now' | 'after_attempt'): Input => ({ kind: 'stop', mode, by: 'ann' });

test.each<[string, readonly Input[], readonly string[]]>([
  ['a stop', [stop('after_attempt')], ['after_attempt']],
  ['the same again', [stop('after_attempt'), stop('after_attempt')], ['after_attempt']],
  ['at once instead', [stop('after_attempt'), stop('now')], ['after_attempt', 'now']],
])('R47: what is asked is told once: %s', (_, inputs, modes) => {
  const run = playing(aPlan([aStep('a')]));
  for (const input of inputs) run.do(input);
  expect(run.log.flatMap((event) => (event.type === 'run.stopping' ? [event.mode] : []))).toEqual(modes);
});

test('R27: a stop at once keeps what is judged, and asks for it no more than once', () => {
  const run = memoryRun(aPlan([aStep('a')]));
  run.turn();
  run.dispatch(generated(wanted(run.now.state)[0]?.token ?? ''));
  run.dispatch(stop('now'));
  run.dispatch(stop('after_attempt'));
  run.dispatch(stop('now'));
  expect(run.log.filter(({ type }) => type === 'run.stopping')).toHaveLength(1);
  run.turn();
  expect(run.now.state.life.status).toBe('stopped');
  expect(run.now.state.steps['a']?.call).toMatchObject({ phase: 'guard' });
});

test('R46: what was stopped is resumed by whoever says that it was, and what waits to stop or rests by anybody', () => {
  const run = playing(aPlan([aStep('a')]));
  run.do(stop('now'));
  expect(() => run.do({ kind: 'resume', by: 'bob' })).toThrow(expect.objectContaining({ code: 'run_not_open' }));
  run.do({ kind: 'resume', stopped: true, by: 'bob' });
  expect(run.state.life.status).toBe('running');
  run.do(stop('after_attempt'));
  run.do({ kind: 'resume', by: 'bob' });
  expect(run.state.control).toEqual({});
  expect(run.log.filter(({ type }) => type === 'run.resumed')).toHaveLength(2);
  run.do({ kind: 'terminate', by: 'ann' });
  expect(() => run.do({ kind: 'resume', stopped: true })).toThrow(expect.objectContaining({ code: 'run_not_open' }));
});

test('R45: a signal that was refused is noted while the log is open', () => {
  const refused = new Refused('run_not_open', 'Too late.');
  expect(noteRefusal(INITIAL, 'pause', refused, 7)).toEqual([
    { type: 'note.added', text: 'A signal "pause" was refused: Too late.', seq: 1, at: 7 },
  ]);
  expect(noteRefusal({ ...INITIAL, life: { status: 'stopped', endedAt: 1 } }, 'pause', refused, 7)).toEqual([]);
});

test('whether anything follows from a request is told, one event being something', () => {
  const run = memoryRun(aPlan([aStep('a')]));
  run.turn();
  expect([run.dispatch({ kind: 'pause' }).changed, run.dispatch({ kind: 'pause' }).changed]).toEqual([true, false]);
});

describe('R49: what may still be spent', () => {
  const spent = (budgets: Partial<RunState['budgets']>, more: Partial<RunState> = {}): RunState => ({
    ...INITIAL,
    at: 100,
    budgets: { maxParallelAgents: 1, ...budgets },
    usage: { ...INITIAL.usage, inputTokens: 3, outputTokens: 4, microUsd: 50, activeMs: 30 },
    ...more,
  });

  test.each<[Partial<RunState['budgets']>, object]>([
    [{ maxTokens: 10 }, {}],
    [{ maxMicroUsd: 60 }, {}],
    [{ maxDurationMs: 1_000 }, { until: 1_070 }],
  ])('is stored for calls: of %j %j', (limits, until) => {
    expect(budgetStatusOf(spent(limits))).toEqual({ limits, tokens: 7, microUsd: 50, ...until });
  });

  test('is not stored where nothing limits the calls', () => {
    expect(budgetStatusOf(spent({ maxAttempts: 3, maxIterations: 4, maxStall: 1 }))).toBeUndefined();
  });

  test.each<['running' | 'paused' | 'budget_exceeded', number, number | undefined]>([
    ['running', 1_000, 1_070],
    ['paused', 1_000, undefined],
    ['budget_exceeded', 1_000, undefined],
    ['budget_exceeded', 20, 90],
  ])('no time passes for a run that is %s; what of %d ms it has used counts', (status, maxDurationMs, until) => {
    expect(budgetStatusOf(spent({ maxDurationMs }, { life: { status } }))?.until).toBe(until);
  });

  test('and the run is looked at once its time is used up', () => {
    expect(deadline(spent({ maxDurationMs: 1_000 }))).toBe(1_070);
    expect(deadline(spent({}))).toBeUndefined();
  });

  test('what nobody knows the price of has cost nothing', () => {
    const unknown = spent({ maxMicroUsd: 60 });
    const state = { ...unknown, usage: { ...unknown.usage, microUsd: null } };
    expect(budgetStatusOf(state)).toMatchObject({ microUsd: 0 });
    expect(usedUp({ ...state, budgets: { ...state.budgets, maxMicroUsd: 1 } }, 100)).toBeUndefined();
    expect(
      exhaustedBudget(
        { limits: { maxMicroUsd: 1 }, tokens: 0, microUsd: 0 },
        { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: null, llmCalls: 0 },
        0,
      ),
    ).toBeUndefined();
  });

  test.each<[Partial<RunState['budgets']>, number, string | undefined]>([
    [{ maxTokens: 7 }, 100, 'maxTokens'],
    [{ maxTokens: 8 }, 100, undefined],
    [{ maxMicroUsd: 50 }, 100, 'maxCostUsd'],
    [{ maxDurationMs: 50 }, 120, 'maxDuration'],
    [{ maxDurationMs: 51 }, 120, undefined],
    [{ maxAttempts: 0, maxIterations: 0 }, 100, undefined],
  ])('%j at %d is used up: %s', (budgets, now, budget) => {
    expect(usedUp(spent(budgets), now)?.budget).toBe(budget);
  });

  test('time stands while a run rests, and the question is about the budget that parked it', () => {
    const parked = spent(
      { maxTokens: 7, maxMicroUsd: 50 },
      { life: { status: 'budget_exceeded' }, exceeded: 'maxCostUsd' },
    );
    expect(usedUp({ ...parked, budgets: { maxParallelAgents: 1, maxDurationMs: 31 } }, 900)).toBeUndefined();
    expect(stillExceeded(parked, { maxMicroUsd: 51 }, 100)).toBeUndefined();
    expect(stillExceeded(parked, { maxMicroUsd: 50 }, 100)).toMatchObject({ budget: 'maxCostUsd' });
    expect(stillExceeded(parked, { maxMicroUsd: 51, maxTokens: 1 }, 100)).toBeUndefined();
  });
});
