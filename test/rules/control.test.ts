// Pure: stop, redirect and resume, in memory.
import { wanted } from '../../src/engine.ts';
import { Refused } from '../../src/model/input.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';

const begun = () => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })]));
  return { run, token: wanted(run.state)[0]?.token ?? '' };
};
const redirect = {
  kind: 'redirect',
  prepared: true,
  type: 'dag_adjustment',
  description: 'as said',
  by: 'ann',
} as const;

test.each([
  ['a stop', { kind: 'stop', mode: 'now', by: 'ann' }, 'stopped'],
  ['a redirect', redirect, 'running'],
] as const)(
  'R9: %s revokes what is under way as it is accepted, and what that answers later changes nothing',
  (_, input, status) => {
    const { run, token } = begun();
    expect(run.do(input).life.status).toBe(status);
    expect(wanted(run.state).map((call) => call.token)).not.toContain(token);
    expect(run.log).toContainEqual(expect.objectContaining({ type: 'attempt.finished', token, status: 'discarded' }));
    const { length } = run.log;
    run.do(generated(token));
    expect(run.log).toHaveLength(length);
    expect(run.state.usage.attempts).toBe(run.state.life.status === 'stopped' ? 0 : 1);
  },
);

test('R9: a stop may wait for the attempt that is under way, its guard included', () => {
  const { run, token } = begun();
  expect(run.do({ kind: 'stop', mode: 'after_attempt', by: 'ann' }).life.status).toBe('running');
  run.do(generated(token));
  expect(run.do(judged(token))).toMatchObject({ life: { status: 'stopped' }, steps: { a: { sigma: 'satisfied' } } });
});

test('R46: stopped is an end, written as run.closed; a resume is the next number of the same log', () => {
  const { run } = begun();
  const { seq } = run.do({ kind: 'stop', mode: 'now', by: 'ann' });
  expect(run.log.at(-1)).toMatchObject({ seq, type: 'run.closed', status: 'stopped' });
  for (const input of [redirect, { kind: 'stop', by: 'ann' }] as const)
    expect(() => run.do(input)).toThrow(expect.objectContaining({ code: 'run_not_open' }));
  run.do({ kind: 'resume', stopped: true, by: 'bob' });
  expect(run.log.find((event) => event.seq === seq + 1)).toMatchObject({ type: 'run.resumed', by: 'bob' });
  expect(run.state.life.status).toBe('running');
});

test('R46: to resume what runs changes nothing; what is completed is not resumed', () => {
  const run = playing(aPlan([aStep('a')]));
  const { length } = run.log;
  run.do({ kind: 'resume', by: 'bob' });
  expect(run.log).toHaveLength(length);
  const token = wanted(run.state)[0]?.token ?? '';
  run.do(generated(token));
  expect(run.do(judged(token)).life.status).toBe('completed');
  expect(() => run.do({ kind: 'resume', by: 'bob' })).toThrow(Refused);
});
