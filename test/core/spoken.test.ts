// Pure: free words interrupt at once, and until they are settled only their own step runs (R86).

import { standingOf } from '../../src/topologies/machine/machine-in.ts';
import '../../src/topologies/documents.ts';
import { deadline } from '../../src/core/wanted.ts';
import { compilePlan } from '../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import { wanted, wantedCalls } from '../../src/engine.ts';
import type { Compiled, Plan } from '../../src/model/plan.ts';
import { type EscalationState, isClosed, openEscalations } from '../../src/model/run-state.ts';
import { accepted } from '../definitions/makers.ts';
import { atom, objective } from '../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { searchPlan } from '../support/played/plays.ts';
import { agreed, saying } from '../support/played/spoken.ts';

const STEPS = [atom('a'), atom('b'), atom('c', { requires: ['a', 'b'] })];
const named = (plan: Compiled): Plan => ({
  ...plan,
  definition: { name: 'x', version: 1, digest: 'sha256:0' },
});
const dag = () => named(compilePlan(definitionSchema.parse({ name: 'x', model: { name: 'sim:x' }, steps: STEPS })));
const machine = () =>
  named(
    accepted({
      name: 'x',
      model: { name: 'sim:x' },
      workflow: {
        state_machine: { states: ['one', 'two'], initial_state: 'one', final_states: ['two'] },
        steps: [
          { name: 'a', type: 'llm', prompt: 'x', in_state: 'one' },
          { name: 'c', type: 'llm', prompt: 'x', in_state: 'one', transition_to: 'two' },
        ],
      },
    }).plan,
  );
const PLANS: readonly (readonly [string, () => Plan])[] = [
  ['dag', dag],
  ['and-or', () => searchPlan(STEPS, { objective: objective('c') })],
  ['machine', machine],
];

const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const running = (run: Playing) =>
  wantedCalls(run.plan, run.state).map((call) => ('step' in call ? call.step : 'verify'));
const say = (run: Playing, number = 1) => run.do(saying(run.plan, number, run.state.revision));
const apply = (run: Playing, change: object = {}, step = 'redirect_1') =>
  run.do(agreed(run.plan, step, run.state.revision, change));
const outcomes = (run: Playing) => run.state.corrections?.map(({ type, outcome = 'applied' }) => `${type} ${outcome}`);

/** Makes a proposal and asks the person. */
function propose(run: Playing, step = 'redirect_1', expiresIn?: number): EscalationState {
  const token = tokenOf(run, step);
  run.do(generated(token));
  run.do({ kind: 'pending', token, leaf: 'clarification', ...(expiresIn !== undefined && { expiresIn }) });
  const question = openEscalations(run.state).find((one) => one.step === step);
  if (!question) throw new Error('nobody is asked');
  return question;
}

function approve(run: Playing, { id, step = '' }: EscalationState): void {
  run.do({ kind: 'decide', escalationId: id, action: 'approve', by: 'ann' });
  run.do(judged(tokenOf(run, step)));
}

test('R86: a proposal that cannot be made asks beside the work: the run waits for nothing else', () => {
  const run = playing(dag());
  say(run);
  run.do({ kind: 'broken', token: tokenOf(run, 'redirect_1'), reason: 'infrastructure', detail: 'down' });
  expect(openEscalations(run.state)).toMatchObject([{ kind: 'clarification', branch: true, question: 'down' }]);
});

test('R26: what a change adds is granted beside what was before', () => {
  const run = playing(dag());
  const granted = () => run.state.granted;
  say(run);
  const before = granted();
  expect(before).toBeGreaterThan(0);
  approve(run, propose(run));
  apply(run, { reset: ['a'] });
  expect(granted()).toBeGreaterThanOrEqual(before);
});

test('R86: words whose step a change takes out are let be, and those that it settles are applied', () => {
  const run = playing(dag());
  say(run);
  say(run, 2);
  const question = propose(run);
  approve(run, question);
  run.do(
    agreed(
      { ...run.plan, steps: run.plan.steps.filter(({ id }) => id !== 'redirect_2') },
      'redirect_1',
      run.state.revision,
    ),
  );
  expect(outcomes(run)?.toSorted()).toEqual(['constraint_change applied', 'instruction dropped']);
  expect(run.state.redirecting).toBeUndefined();
});

describe.each(PLANS)('%s', (topology, plan) => {
  test('R86: every generation is revoked at once, and only what finds out what is meant runs until it is applied', () => {
    const run = playing(plan());
    const before = tokenOf(run, 'a');
    say(run);
    expect(running(run)).toEqual(['redirect_1']);
    const { length } = run.log;
    run.do(generated(before));
    expect(run.log).toHaveLength(length);
    const question = propose(run);
    expect(running(run)).toEqual([]);
    expect(run.state.life.status).toBe('escalated');
    approve(run, question);
    expect(running(run)).toEqual([]);
    apply(run);
    expect(run.state.life.status).toBe('running');
    expect(wanted(run.state)[0]).toMatchObject({ step: 'a', epoch: 1, attempt: 1, n: 1 });
    expect(outcomes(run)).toEqual(['constraint_change applied']);
    expect(run.state.redirecting).toBeUndefined();
  });

  test('R86: what is being judged keeps its artifact and its token, and is judged once the words are settled', () => {
    const run = playing(plan());
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    say(run);
    run.do(judged(token));
    expect(run.state.steps['a']?.sigma).toBe('unsatisfied');
    approve(run, propose(run));
    apply(run);
    expect(wanted(run.state)).toContainEqual(expect.objectContaining({ token, phase: 'guard', attempt: 1 }));
    run.do(judged(token));
    const passed = run.log.findLast(({ type }) => type === 'step.satisfied');
    expect(passed).toMatchObject({ step: 'a', artifactId: `art_${token}` });
  });

  test('R86: let be, nothing is applied; a correction says so, and the work goes on under its number', () => {
    const run = playing(plan());
    say(run);
    const { id } = propose(run);
    run.do({ kind: 'decide', escalationId: id, action: 'skip', by: 'ann' });
    expect(outcomes(run)).toEqual(['instruction dropped']);
    expect(run.state.corrections?.[0]).toMatchObject({ description: 'in Spanish', by: 'ann', trailCleared: false });
    expect(wanted(run.state)[0]).toMatchObject({ step: 'a', epoch: 1, attempt: 1, n: 1 });
    expect(run.state.life.status).toBe('running');
  });

  test('R86: nobody answers in time: nothing is applied, and the run does not fail', () => {
    const run = playing(plan());
    say(run);
    propose(run, 'redirect_1', 1_000);
    expect(deadline(run.state)).toBe(1_000);
    run.do({ kind: 'time' }, 1_000);
    expect(outcomes(run)).toEqual(['instruction expired']);
    expect(run.state.life.status).toBe('running');
    expect(running(run)).toContain('a');
  });

  test('R86: several queue in order', () => {
    const run = playing(plan());
    say(run, 1);
    say(run, 2);
    expect(running(run)).toEqual(['redirect_1']);
    approve(run, propose(run));
    apply(run);
    expect(running(run)).toEqual(['redirect_2']);
    run.do({ kind: 'decide', escalationId: propose(run, 'redirect_2').id, action: 'skip', by: 'ann' });
    expect(running(run)).toContain('a');
    expect(outcomes(run)).toEqual(['constraint_change applied', 'instruction dropped']);
  });

  test('R86: another proposal is made of a rejection; when all are used up the question stays', () => {
    const run = playing(plan());
    say(run);
    for (const attempt of [1, 2, 3]) {
      expect(wanted(run.state)).toMatchObject([{ step: 'redirect_1', attempt }]);
      const { id } = propose(run);
      run.do({ kind: 'decide', escalationId: id, action: 'reject', feedback: 'Catalan', by: 'ann' });
      run.do(judged(tokenOf(run, 'redirect_1'), 'retry'));
    }
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'clarification', step: 'redirect_1' }]);
    expect(openEscalations(run.state)[0]?.allowedActions).toEqual(['amend', 'retry', 'skip', 'abort']);
    expect(running(run)).toEqual([]);
  });

  test('R86: a structured redirect works at once, and the proposal that it changes the ground of is made again', () => {
    const run = playing(plan());
    say(run);
    const { id } = propose(run);
    const revision = { digest: 'sha256:other', plan: { ...run.plan }, from: run.state.revision ?? '' };
    run.do({ ...agreed(run.plan, 'none', undefined), settles: 'none', revision });
    expect(run.state.escalations[id]?.status).toBe('withdrawn');
    expect(running(run)).toEqual(['redirect_1']);
    approve(run, propose(run));
    apply(run);
    expect(running(run)).toContain('a');
  });

  test('R86: one that changes no document leaves the proposal as it is', () => {
    const run = playing(plan());
    say(run);
    const { id } = propose(run);
    run.do({ kind: 'redirect', prepared: true, type: 'constraint_change', description: 'so', by: 'ann' });
    expect(run.state.escalations[id]?.status).toBe('open');
  });

  test('R86: a text of a person that the guard did not take is not approved; what else may be done is said', () => {
    const run = playing(plan());
    say(run);
    const { id } = propose(run);
    const decision = { kind: 'decide', escalationId: id, by: 'ann' } as const;
    run.do({ ...decision, action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' });
    run.do(judged(tokenOf(run, 'redirect_1'), 'retry'));
    const facts = { allowedActions: ['reject', 'amend', 'retry', 'skip', 'abort'] };
    expect(() => run.do({ ...decision, action: 'approve' })).toThrow(
      expect.objectContaining({ code: 'action_not_allowed', facts }),
    );
  });

  test('R86: who aborts where words are asked about lets them be, and ends the run', () => {
    const run = playing(plan());
    say(run);
    run.do({ kind: 'decide', escalationId: propose(run).id, action: 'abort', by: 'ann' });
    expect(run.state.life).toMatchObject({ status: 'failed', failure: { code: 'aborted', step: 'redirect_1' } });
    expect(outcomes(run)).toEqual(['instruction dropped']);
  });

  test('R86: stop, pause and terminate work at once; resumed, the words are still to be settled', () => {
    const run = playing(plan());
    say(run);
    run.do({ kind: 'pause' });
    run.do(generated(tokenOf(run, 'redirect_1')));
    run.do(judged(tokenOf(run, 'redirect_1'), 'retry'));
    expect(run.state.life.status).toBe('paused');
    run.do({ kind: 'resume' });
    expect(running(run)).toEqual(['redirect_1']);
    run.do({ kind: 'stop' });
    expect(run.state.life.status).toBe('stopped');
    run.do({ kind: 'resume', stopped: true });
    expect(running(run)).toEqual(['redirect_1']);
    run.do({ kind: 'terminate' });
    expect(run.state.life.status).toBe('terminated');
    expect(outcomes(run)).toEqual(['instruction dropped']);
  });

  test('R86: another decision is taken and waits: an abort ends the run once the words are settled', () => {
    const run = playing(plan());
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do(judged(token, 'fatal'));
    const [failed] = openEscalations(run.state);
    say(run);
    run.do({ kind: 'decide', escalationId: failed?.id ?? '', action: 'abort', by: 'ann' });
    expect(isClosed(run.state)).toBe(false);
    expect(running(run)).toEqual(['redirect_1']);
    run.do({ kind: 'decide', escalationId: propose(run).id, action: 'skip', by: 'ann' });
    expect(run.state).toMatchObject({ life: { status: 'failed', failure: { code: 'aborted' } } });
  });

  test('R86: out of budget nothing is proposed, and the person who raises it lets it go on', () => {
    const run = playing({ ...plan(), budgets: { ...plan().budgets, maxAttempts: 1 } });
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    say(run);
    expect(run.state.life.status).toBe('budget_exceeded');
    const [question] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'raise', budgets: { maxAttempts: 9 } });
    expect(running(run)).toEqual(['redirect_1']);
  });

  if (topology === 'machine') return;
  test('R86: whoever is asked something else has the time again that the words took', () => {
    const run = playing(plan());
    const token = tokenOf(run, 'b');
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'human', expiresIn: 1_000 });
    run.do(saying(run.plan), 500);
    expect(deadline(run.state)).not.toBe(1_000);
    run.do({ kind: 'time' }, 2_000);
    expect(isClosed(run.state)).toBe(false);
    const words = tokenOf(run, 'redirect_1');
    run.do(generated(words), 2_000);
    run.do({ kind: 'pending', token: words, leaf: 'clarification' }, 2_000);
    const question = openEscalations(run.state).find(({ step }) => step === 'redirect_1');
    run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'skip', by: 'ann' }, 2_500);
    expect(deadline(run.state)).toBe(3_000);
  });
});

test('R86: a verification of the base case is revoked, and made again once the words are settled', () => {
  const run = playing(searchPlan([atom('a'), atom('b')], { objective: objective('a') }));
  const token = tokenOf(run, 'a');
  run.do(generated(token));
  run.do(judged(token));
  const [verifying] = wantedCalls(run.plan, run.state).filter(({ phase }) => phase === 'verify');
  say(run);
  expect(running(run)).toEqual(['redirect_1']);
  run.do({ kind: 'verified', token: verifying?.token ?? '', passed: true, artifactId: 'art_e', digest: 'sha256:e' });
  expect(isClosed(run.state)).toBe(false);
  run.do({ kind: 'decide', escalationId: propose(run).id, action: 'skip', by: 'ann' });
  expect(running(run)).toContain('verify');
});

test('R86: in a machine the step belongs to no state and no turn', () => {
  const run = playing(machine());
  const before = standingOf(run.state);
  say(run);
  approve(run, propose(run));
  expect(standingOf(run.state)).toEqual(before);
  apply(run);
  expect(run.state.iterations).toBe(1);
  const token = tokenOf(run, 'a');
  run.do(generated(token));
  run.do(judged(token));
  expect(run.log.findLast(({ type }) => type === 'turn.started')).toMatchObject({ turn: 2, skipped: [] });
});

test('R86: a redirect from before, prepared without it, interrupts nothing', () => {
  const run = playing(dag());
  const { interrupts: _, ...request } = saying(run.plan);
  run.do(request);
  expect(running(run).toSorted()).toEqual(['a', 'b', 'redirect_1']);
});
