// Pure: events and the trace that is read from them.

import { wanted } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { driven, generated, judged } from '../support/played/driven.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

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
  const run = driven(plan);
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

/** The log of a run whose guards pass but where said otherwise. */
function completed(plan: Plan, verdicts: Readonly<Record<string, 'retry'>> = {}): readonly Event[] {
  const run = driven(plan);
  for (let [call] = wanted(run.state); call; [call] = wanted(run.state)) {
    const { step, token, phase } = call;
    run.do(phase === 'generate' ? { ...generated(token), artifactId: `art_${step}` } : judged(token, verdicts[step]));
  }
  return run.log;
}
