// Pure: what the log and the next call are told of what was answered, and when a run has to be looked at by itself.
import { wanted } from '../../src/engine.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { memoryRun } from '../../src/testing/memory-world.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';

const one = aPlan([aStep('a')]);

test.each(['generated', 'judged', 'skipped'] as const)(
  'R37: what a call notes stands in the log with its step: %s',
  (kind) => {
    const run = playing(one);
    const token = wanted(run.state)[0]?.token ?? '';
    const notes = ['x cannot be calculated'];
    if (kind === 'skipped') run.do({ kind, token, reason: 'not for this run', notes });
    else run.do({ ...generated(token), ...(kind === 'generated' && { notes }) });
    if (kind === 'judged') run.do({ ...judged(token), notes });
    const told = run.log.flatMap((event) => (event.type === 'note.added' ? [event] : []));
    expect(told).toMatchObject([{ step: 'a', text: 'x cannot be calculated' }]);
  },
);

test('R73: what a person says of a rejected artifact goes on to the guard, by text or by digest', () => {
  for (const words of [{ feedback: 'Shorter.' }, { feedbackDigest: 'sha256:f' }, {}]) {
    const run = playing(one);
    const token = wanted(run.state)[0]?.token ?? '';
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'human' });
    const escalationId = openEscalations(run.state)[0]?.id ?? '';
    run.do({ kind: 'decide', escalationId, action: 'reject', by: 'ann', ...words });
    expect(wanted(run.state)).toMatchObject([{ phase: 'guard', token }]);
    expect(wanted(run.state)[0]?.answers).toEqual([{ leaf: 'human', verdict: 'retry', by: 'ann', ...words }]);
  }
});

test('R49: each limit that is nearly used up is told once, until the limits change', () => {
  const steps = ['a', 'b', 'c', 'd', 'e'].map((id, at, ids) =>
    aStep(id, at === 0 ? {} : { requires: [ids[at - 1] ?? ''] }),
  );
  const run = playing(aPlan(steps, { maxAttempts: 5, maxTokens: 100 }));
  const warned = () => run.log.flatMap((event) => (event.type === 'budget.warning' ? [event.budget] : []));
  const usage = { inputTokens: 21, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 1 };
  for (let round = 0; round < 4; round += 1) {
    const token = wanted(run.state)[0]?.token ?? '';
    run.do({ ...generated(token), usage });
    run.do(judged(token));
  }
  expect(warned().toSorted()).toEqual(['maxAttempts', 'maxTokens']);
  run.do({ kind: 'budget', budgets: { maxAttempts: 5 }, by: 'ann' });
  expect(warned().length).toBeGreaterThan(2);
});

test('R62: a run that has ended takes no limits', () => {
  const run = playing(one);
  run.do({ kind: 'terminate', by: 'ann' });
  expect(() => run.do({ kind: 'budget', budgets: { maxAttempts: 5 }, by: 'ann' })).toThrow(
    expect.objectContaining({ code: 'run_not_open' }),
  );
});

describe('R41, R49: when a run has to be looked at although nothing arrives', () => {
  const asking = (...expiries: readonly (number | undefined)[]) => {
    const run = memoryRun(aPlan(expiries.map((_, at) => aStep(`s${at}`))));
    run.turn();
    for (const [at, expiresIn] of expiries.entries()) {
      const token = wanted(run.now.state).find(({ step }) => step === `s${at}`)?.token ?? '';
      run.dispatch(generated(token));
      run.dispatch({ kind: 'pending', token, leaf: 'human', ...(expiresIn !== undefined && { expiresIn }) });
    }
    run.turn();
    return run;
  };

  test('the first of its questions expires', () => {
    expect(asking().wakesAt).toBeUndefined();
    expect(asking(undefined).wakesAt).toBeUndefined();
    expect(asking(500, 300, undefined).wakesAt).toBe(300);
  });

  test('its time is over, as far as it has been running', () => {
    const run = memoryRun(aPlan([aStep('a')], { maxDurationMs: 1_000 }));
    run.turn();
    expect(run.wakesAt).toBe(1_000);
    run.at(200);
    run.dispatch({ kind: 'pause', by: 'ann' });
    run.turn();
    expect(run.wakesAt).toBeUndefined();
    run.at(700);
    run.dispatch({ kind: 'resume', by: 'ann' });
    run.turn();
    expect([run.now.state.life.status, run.wakesAt !== undefined]).toEqual(['running', true]);
  });
});
