// Pure: events and the trace that is read from them.

import { wanted } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';

test('S0-T4a: the guard is listed with its criteria under the names of guardArtifacts', () => {
  const steps = [
    aStep('g_test'),
    aStep('notes'),
    aStep('g_impl', { requires: ['g_test', 'notes'], guardArtifacts: { test: 'g_test' } }),
  ];
  const trace = traceOf(completed(aPlan(steps)), aPlan(steps));
  const guards = trace.filter(({ action }) => action === 'EXECUTE-GUARD');
  expect(guards.map(({ step, dependencies }) => [step, dependencies])).toEqual([
    ['g_test', {}],
    ['notes', {}],
    ['g_impl', { test: 'art_g_test' }],
  ]);
});

test('R58: events about a step carry its epoch and attempt', () => {
  const log = completed(aPlan([aStep('a'), aStep('b', { onExhausted: 'skip', attempts: 1 })]), { b: 'retry' });
  const ends = log.filter(({ type }) => type === 'step.satisfied' || type === 'step.waived');
  expect(ends).toMatchObject([
    { type: 'step.satisfied', step: 'a', epoch: 1, attempt: 1 },
    { type: 'step.waived', step: 'b', epoch: 1, attempt: 1 },
  ]);
});

test('R37: an unknown name in a condition is noted in the log', () => {
  const plan = aPlan([aStep('a')]);
  const run = playing(plan);
  const [call] = wanted(run.state);
  const before = run.log.length;
  const reason = 'when is false: x';
  run.do({ kind: 'skipped', token: call?.token ?? '', reason, notes: ['unknown name "x"'] });
  expect(run.log.slice(before, before + 3)).toMatchObject([
    { type: 'attempt.finished', status: 'discarded' },
    { type: 'note.added', step: 'a', text: 'unknown name "x"' },
    { type: 'step.waived', step: 'a' },
  ]);
});

test.each(['fixed', 'code', 'command', 'llm', 'agent'] as const)(
  'S2-4-c: only who asks is told to have asked: %s',
  (kind) => {
    const plan = aPlan([aStep('a', { kind })]);
    const actions = traceOf(completed(plan), plan).map(({ action }) => action);
    expect(actions.includes('QUERY-LLM')).toBe(kind === 'llm' || kind === 'agent');
    expect(actions.at(-1)).toBe('REPLY-TO-USER');
  },
);

test('S0-P4: a question is told with its step and its artifact, and an end where the run replies', () => {
  const plan = aPlan([aStep('a', { attempts: 1 }), aStep('b', { requires: ['a'], onExhausted: 'fail', attempts: 1 })]);
  const log = completed(plan, { a: 'retry' });
  const asked = traceOf(log, plan).find(({ action }) => action === 'ESCALATE-TO-USER');
  expect(asked).toMatchObject({ step: 'a', epoch: 1, attempt: 1, artifactId: 'art_a' });
  const failing = aPlan([aStep('a', { onExhausted: 'fail', attempts: 1 })]);
  expect(traceOf(completed(failing, { a: 'retry' }), failing).at(-1)).toMatchObject({
    action: 'REPLY-TO-USER',
    status: 'failed',
  });
  const run = playing(plan);
  run.do({ kind: 'stop', mode: 'now', by: 'ann' });
  expect(traceOf(run.log, plan).map(({ action }) => action)).not.toContain('REPLY-TO-USER');
  const beside = playing(aPlan([aStep('a')], { maxAttempts: 0 }));
  const [question] = traceOf(beside.log, beside.plan).filter(({ action }) => action === 'ESCALATE-TO-USER');
  for (const field of ['step', 'epoch', 'attempt', 'artifactId']) expect(question ?? {}).not.toHaveProperty(field);
});

/** The log of a run whose guards pass but where said otherwise. */
function completed(plan: Plan, verdicts: Readonly<Record<string, 'retry'>> = {}): readonly Event[] {
  const run = playing(plan);
  for (let [call] = wanted(run.state); call; [call] = wanted(run.state)) {
    const { step, token, phase } = call;
    run.do(phase === 'generate' ? { ...generated(token), artifactId: `art_${step}` } : judged(token, verdicts[step]));
  }
  return run.log;
}
