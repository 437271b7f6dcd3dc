// Pure: the verbs that steer a run.

import { deadline } from '../../src/core/wanted.ts';
import { wanted } from '../../src/engine.ts';
import { isClosed, openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';

const MINUTE = 60_000;
const two = () => playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })]));
const one = () => playing(aPlan([aStep('a')]));

test('R47: a pause lets the attempt in flight finish, guard included, and starts none', () => {
  const run = two();
  const [call] = wanted(run.state);
  const token = call?.token ?? '';
  expect(run.do({ kind: 'pause', reason: 'lunch', by: 'ann' }).life.status).toBe('running');
  expect(run.do(generated(token)).life.status).toBe('running');
  expect(run.do(judged(token))).toMatchObject({
    life: { status: 'paused' },
    steps: { a: { sigma: 'satisfied' }, b: { epoch: 0 } },
  });
  expect(wanted(run.state)).toEqual([]);
  expect(run.do({ kind: 'resume', by: 'ann' })).toMatchObject({ life: { status: 'running' }, control: {} });
  expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  expect(run.log.map(({ type }) => type).filter((type) => type.startsWith('run.'))).toEqual([
    'run.created',
    'run.started',
    'run.pausing',
    'run.paused',
    'run.resumed',
  ]);
});

test.each(['pause', 'resume'] as const)('%s is safe to repeat', (kind) => {
  const run = one();
  run.do({ kind: 'pause' });
  run.do({ kind });
  const { length } = run.log;
  run.do({ kind });
  expect(run.log).toHaveLength(length);
});

test.each(['pause', 'stop'] as const)('R41: the clock of a question stands while a %s lasts', (kind) => {
  const timeouts = { generate: 1, guard: 1, infra: 1, decision: 10 * MINUTE };
  const run = playing(aPlan([aStep('a', { kind: 'human', timeouts })]));
  expect(deadline(run.state)).toBe(10 * MINUTE);
  run.do({ kind }, 4 * MINUTE);
  expect(run.do({ kind: 'time' }, 60 * MINUTE)).toMatchObject({
    life: { status: kind === 'stop' ? 'stopped' : 'paused' },
  });
  expect(run.do({ kind: 'resume', stopped: true }, 60 * MINUTE)).toMatchObject({ life: { status: 'escalated' } });
  expect(openEscalations(run.state)).toMatchObject([{ expiresAt: 66 * MINUTE }]);
  expect(run.do({ kind: 'time' }, 66 * MINUTE)).toMatchObject({
    life: { status: 'failed', failure: { code: 'escalation_expired' } },
  });
});

test('R27, S1-3.3-c: a stopped run goes on with what was being judged, and makes again what was being generated', () => {
  const run = playing(aPlan([aStep('a'), aStep('b')]));
  const [a, b] = wanted(run.state);
  run.do(generated(a?.token ?? ''));
  expect(run.do({ kind: 'stop', by: 'ann' })).toMatchObject({ life: { status: 'stopped' }, usage: { attempts: 1 } });
  expect(wanted(run.state)).toEqual([]);
  const { seq } = run.state;
  const resumed = run.do({ kind: 'resume', by: 'bob', stopped: true });
  expect(run.log.find((event) => event.seq === seq + 1)).toMatchObject({ type: 'run.resumed', by: 'bob' });
  expect(resumed).toMatchObject({ life: { status: 'running' }, control: {} });
  expect(isClosed(resumed)).toBe(false);
  const calls = wanted(resumed);
  expect(calls).toMatchObject([
    { step: 'a', phase: 'guard', token: a?.token, attempt: 1 },
    { step: 'b', phase: 'generate', attempt: 1, n: 1 },
  ]);
  expect(calls[1]?.token).not.toBe(b?.token);
});

test.each(['pause', 'resume', 'terminate', 'stop'] as const)(
  '%s is refused once the run has ended for good',
  (kind) => {
    const run = one();
    expect(run.do({ kind: 'terminate', by: 'ann', reason: 'wrong' })).toMatchObject({ life: { status: 'terminated' } });
    expect(run.log.at(-1)).toMatchObject({ type: 'run.closed', by: 'ann', reason: 'wrong' });
    expect(() => run.do({ kind })).toThrow(expect.objectContaining({ code: 'run_not_open' }));
  },
);

test('a resume takes back a stop that waits for the attempt in flight', () => {
  const run = two();
  const [call] = wanted(run.state);
  const token = call?.token ?? '';
  run.do({ kind: 'stop', mode: 'after_attempt' });
  run.do({ kind: 'resume' });
  run.do(generated(token));
  run.do(judged(token));
  expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
});

test('a stopped run is not opened again by a message to the execution that is closing', () => {
  const run = one();
  expect(run.do({ kind: 'stop' })).toMatchObject({ life: { status: 'stopped' } });
  expect(() => run.do({ kind: 'resume' })).toThrow(expect.objectContaining({ code: 'run_not_open' }));
});
