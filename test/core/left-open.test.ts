// Pure: what random definitions found that no other test did (test/core/reading.property.test.ts).
import { absorb, evolve, wanted } from '../../src/engine.ts';
import type { Body } from '../../src/model/event.ts';
import { RULES } from '../../src/model/events/run.ts';
import type { RedirectRequest } from '../../src/model/input.ts';
import { INITIAL, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { atom, objective } from '../support/played/and-or.ts';
import { type Driven, driven, generated, judged } from '../support/played/driven.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { play, searchPlan } from '../support/played/plays.ts';

const tokenOf = ({ state }: Driven, at = 0) => wanted(state)[at]?.token ?? '';
const asked = ({ state }: Driven) => openEscalations(state).map(({ kind, step }) => [kind, step]);
const once = { recovery: { rMax: 0 } };
const artifact = { artifactId: 'art_person', digest: 'sha256:person' };
const redirection = { kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'so' } as const;
const folded = (bodies: readonly Body[]) =>
  bodies.reduce((state, body, at) => evolve(state, { ...body, seq: at + 1, at: 0 }), INITIAL);

describe('R43, R44: while an amendment is judged its guard asks a person, too', () => {
  function amended(): Driven {
    const run = driven(aPlan([aStep('a', { attempts: 1 }), aStep('b', { requires: ['a'] })]));
    run.do(generated(tokenOf(run)));
    run.do(judged(tokenOf(run), 'retry'));
    const [first] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: first?.id ?? '', action: 'amend', ...artifact });
    run.do({ kind: 'pending', token: tokenOf(run), leaf: 'human', question: 'Is it right?' });
    return run;
  }
  const answered = (run: Driven, action: 'approve' | 'reject') => {
    const question = openEscalations(run.state).find(({ leaf }) => leaf === 'human');
    return run.do({ kind: 'decide', escalationId: question?.id ?? '', action });
  };

  test('accepted, it leaves no question open about the step', () => {
    const run = amended();
    expect(asked(run)).toEqual([
      ['attempts_exhausted', 'a'],
      ['approval', 'a'],
    ]);
    answered(run, 'approve');
    run.do(judged(tokenOf(run)));
    expect(asked(run)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  });

  test('refused, it leaves the question open that it was an answer to, and no other', () => {
    const run = amended();
    answered(run, 'reject');
    run.do(judged(tokenOf(run), 'retry'));
    expect(asked(run)).toEqual([['attempts_exhausted', 'a']]);
    expect(run.state.steps['a']?.escalation).toBe(openEscalations(run.state)[0]?.id);
  });
});

test('R15, R32: a fatal verdict on what works for a choice that has won asks a person, though another one is still taken', () => {
  const plan = searchPlan(
    [
      ...['fast', 'sure'].map((id) => atom(id, { orGroup: 'way', ...once })),
      atom('built', { requires: ['fast'], ...once }),
      atom('end', { requires: ['way', 'built'] }),
    ],
    { objective: objective('end'), orGroups: { way: { speculative: true } } },
  );
  const run = driven(plan);
  const callOf = (step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
  run.do(generated(callOf('fast')));
  run.do(judged(callOf('fast')));
  run.do(generated(callOf('built')));
  const won = { ...run.state.search?.groups['way'], taken: ['fast', 'sure'], failed: [] };
  const state = { ...run.state, search: { ...run.state.search, groups: { way: won } } } as RunState;
  const events = absorb(plan, state, judged(callOf('built'), 'fatal'), 0);
  expect(won).toMatchObject({ winner: 'fast' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'escalation.opened', kind: 'fatal', step: 'built' }));
});

test('R27: a choice that is judged when a person chooses it goes on being judged', () => {
  const plan = searchPlan(
    [...['first', 'second'].map((id) => atom(id, { orGroup: 'way', ...once })), atom('end', { requires: ['way'] })],
    { objective: objective('end') },
  );
  const run = driven(plan);
  const token = tokenOf(run);
  run.do(generated(token));
  const before = run.log.length;
  run.do({ ...redirection, force: { orGroup: 'way', choice: 'first' } } satisfies RedirectRequest);
  expect(run.log.slice(before).map(({ type }) => type)).not.toContain('step.reopened');
  expect(wanted(run.state)).toMatchObject([{ step: 'first', token, phase: 'guard' }]);
});

test('R49, R72: a question before the first attempt opens no epoch beyond maxIterations', () => {
  const plan = searchPlan(
    [atom('a'), atom('b', { requires: ['a'], approval: true }), atom('end', { requires: ['b'] })],
    { objective: objective('end'), budgets: { maxIterations: 1 } },
  );
  const run = play(plan);
  expect(run.state.steps['b']?.epoch).toBe(0);
  expect(asked(run)).toEqual([['budget', undefined]]);
});

test('R101: a choice that wins by what was accepted before makes the base case due', () => {
  const created = {
    type: 'run.created',
    runId: 'run_1',
    steps: ['first', 'second'],
    budgets: { maxParallelAgents: 1 },
    by: 'me',
    topology: 'and-or',
  } as const;
  const verified = [
    { type: 'basecase.started', token: 'v2' },
    { type: 'basecase.verified', token: 'v2', passed: false },
    { type: 'branch.won', orGroup: 'way', choice: 'first' },
  ] as const;
  const dueBy = (rules: 3 | typeof RULES) => folded([{ ...created, rules }, ...verified]).search?.baseCase.due;
  expect([dueBy(RULES), dueBy(3)]).toEqual([true, false]);
});

test('R51, S1-3.4-d: a new objective resets before it lets go of what is judged', () => {
  const plan = searchPlan(
    [
      atom('base', once),
      ...['first', 'second'].map((id) => atom(id, { orGroup: 'way', requires: ['base'], ...once })),
      atom('end', { requires: ['way'] }),
    ],
    { objective: objective('end') },
  );
  const run = driven(plan);
  for (const verdict of ['pass', 'retry', undefined] as const) {
    run.do(generated(tokenOf(run)));
    if (verdict) run.do(judged(tokenOf(run), verdict));
  }
  const before = run.log.length;
  run.do({ ...redirection, type: 'objective_change', reset: ['base'] });
  const types: readonly string[] = run.log.slice(before).map(({ type }) => type);
  expect(types.indexOf('step.invalidated')).toBeGreaterThan(0);
  expect(types.indexOf('attempt.finished')).toBeGreaterThan(types.indexOf('step.invalidated'));
  expect(wanted(run.state)).toMatchObject([{ step: 'base' }]);
});

test('R54: a step of a machine that is not for this turn asks for no move, whatever a rejected artifact of it asked for', () => {
  const moved = (rules: 3 | typeof RULES) =>
    folded([
      {
        type: 'run.created',
        runId: 'run_1',
        steps: ['go'],
        budgets: { maxParallelAgents: 1 },
        by: 'me',
        topology: 'machine',
        machine: { initial: 's' },
        rules,
      },
      { type: 'step.started', step: 'go', epoch: 1, allowed: 1 },
      { type: 'attempt.started', step: 'go', epoch: 1, attempt: 1, n: 1, token: 't3' },
      {
        type: 'guard.verdict',
        step: 'go',
        epoch: 1,
        attempt: 1,
        token: 't3',
        artifactId: 'art_1',
        verdict: 'retry',
        guard: 'g',
        signature: 'no',
        move: { to: 'done', permitted: true },
      },
      { type: 'step.waived', step: 'go', epoch: 1, attempt: 1, reason: 'run_if is false', condition: true },
    ]).machine?.asked;
  expect(moved(RULES)).toBeUndefined();
  expect(moved(3)).toMatchObject({ step: 'go', to: 'done' });
});
