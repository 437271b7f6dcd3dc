// Pure: events and the trace that is read from them.

import { evolve } from '../../src/core/events/evolve.ts';
import { absorb } from '../../src/core/moves/absorb.ts';
import { tick } from '../../src/core/tick.ts';
import { wanted } from '../../src/core/wanted.ts';
import type { Event } from '../../src/model/event.ts';
import type { Input } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

test('S0-T4a: the guard is listed with its criteria under the names of guardArtifacts', () => {
  const steps = [
    aStep('g_test'),
    aStep('notes'),
    aStep('g_impl', { requires: ['g_test', 'notes'], guardArtifacts: { test: 'g_test' } }),
  ];
  const trace = traceOf(completed(aPlan(steps)), aPlan(steps));
  const judged = trace.filter(({ action }) => action === 'EXECUTE-GUARD');
  expect(judged.map(({ step, dependencies }) => [step, dependencies])).toEqual([
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
  const { state } = opened(plan);
  const [call] = wanted(state);
  const skipped: Input = {
    kind: 'skipped',
    token: call?.token ?? '',
    reason: 'when is false: x',
    notes: ['unknown name "x"'],
  };
  expect(absorb(plan, state, skipped, 2)).toMatchObject([
    { type: 'attempt.finished', status: 'discarded' },
    { type: 'note.added', step: 'a', text: 'unknown name "x"' },
    { type: 'step.waived', step: 'a' },
  ]);
});

function opened(plan: Plan): { readonly log: readonly Event[]; readonly state: RunState } {
  const steps = plan.steps.map(({ id }) => id);
  const created: Event = {
    type: 'run.created',
    runId: 'run_1',
    steps,
    budgets: plan.budgets,
    by: 'ann',
    seq: 1,
    at: 1,
  };
  const log = [created, ...tick(plan, evolve(INITIAL, created), 1)];
  return { log, state: log.reduce(evolve, INITIAL) };
}

/** The log of a run whose guards pass but where said otherwise. */
function completed(plan: Plan, verdicts: Readonly<Record<string, 'retry'>> = {}): readonly Event[] {
  let { log, state } = opened(plan);
  const take = (events: readonly Event[]) => {
    log = [...log, ...events];
    state = events.reduce(evolve, state);
  };
  for (let [call] = wanted(state); call; [call] = wanted(state)) {
    const { step, token, phase } = call;
    const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, microUsd: 0, llmCalls: 1 };
    const made = { artifactId: `art_${step}`, digest: `sha256:${step}`, usage, source: 'generated' as const };
    take(
      phase === 'generate'
        ? absorb(plan, state, { kind: 'generated', token, ...made }, 2)
        : absorb(plan, state, { kind: 'judged', token, verdict: verdicts[step] ?? 'pass', guard: 'g' }, 2),
    );
    take(tick(plan, state, 2));
  }
  return log;
}
