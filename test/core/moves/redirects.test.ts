// Pure: what a redirect interrupts, overrides and refuses, and what follows where it could not be made (api 4).
import { wanted } from '../../../src/engine.ts';
import type { Input, RedirectRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { aMachine, aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';

type Change = Partial<Omit<RedirectRequest, 'kind' | 'prepared'>>;

const request = (change: Change): RedirectRequest => ({
  kind: 'redirect',
  prepared: true,
  type: 'constraint_change',
  description: 'as said',
  by: 'ann',
  ...change,
});
const OTHER = { artifactId: 'art_other', digest: 'sha256:other' };
const refusal = (code: string, facts: object) => expect.objectContaining({ code, facts });
const callOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step);

function make(run: Playing, step: string): string {
  const { token = '' } = callOf(run, step) ?? {};
  run.do(generated(token));
  return token;
}

const pass = (run: Playing, step: string) => run.do(judged(make(run, step)));

describe('what was proposed and agreed to cannot be made', () => {
  const misunderstood = (isAttempt?: boolean): Input => ({
    kind: 'misunderstood',
    step: 'a',
    detail: 'no such step',
    ...(isAttempt !== undefined && { isAttempt }),
  });
  const proposed = (attempts: number) => {
    const run = playing(aPlan([aStep('a', { attempts }), aStep('b', { requires: ['a'] })]));
    pass(run, 'a');
    return run;
  };
  const told = (run: Playing, from: number) =>
    run.log
      .slice(from)
      .flatMap((event) =>
        event.type === 'step.reopened' || event.type === 'context.injected' || event.type === 'escalation.opened'
          ? [event]
          : [],
      );

  test('agreed to by a person it is proposed anew, told why', () => {
    const run = proposed(1);
    const from = run.log.length;
    run.do(misunderstood());
    expect(told(run, from)).toMatchObject([
      { type: 'step.reopened', cause: 'redirect', epoch: 1, attempt: 1 },
      { type: 'context.injected', from: 'redirect', text: 'The change could not be made: no such step' },
    ]);
    expect(told(run, from)[0]).not.toHaveProperty('sameEpoch');
    expect(callOf(run, 'a')).toMatchObject({ epoch: 2, attempt: 1 });
  });

  test('else it was an attempt like any other, while there are some left', () => {
    const run = proposed(2);
    const from = run.log.length;
    run.do(misunderstood(true));
    expect(told(run, from)).toMatchObject([
      { type: 'step.reopened', cause: 'decomposition', sameEpoch: true },
      { type: 'context.injected', from: 'decomposition' },
    ]);
    expect(callOf(run, 'a')).toMatchObject({ epoch: 1, attempt: 2 });
  });

  test('and the last one asks a person', () => {
    const run = proposed(1);
    run.do(misunderstood(true));
    const question = 'a used its one attempt; decomposition rejected the last one: how should it go on?';
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'attempts_exhausted', step: 'a', question }]);
    expect(callOf(run, 'a')).toBeUndefined();
  });

  test('nothing is proposed anew of what has fallen meanwhile, or of a run that has ended', () => {
    const fallen = proposed(2);
    fallen.do(request({ reset: ['a'] }));
    const ended = proposed(2);
    ended.do({ kind: 'stop', mode: 'now' });
    for (const run of [fallen, ended]) {
      const { length } = run.log;
      run.do(misunderstood());
      expect(run.log).toHaveLength(length);
    }
  });
});

describe('R89: variables', () => {
  const machine = aMachine(['a']);
  const judging = (kind: 'code' | 'llm') => {
    const plan: Plan = { ...aPlan([aStep('a', { kind }), aStep('b')]), topology: 'machine', machine };
    const run = playing(plan);
    return { run, token: make(run, 'a') };
  };
  const setting = request({ type: 'bindings_override', variables: OTHER });

  test.each<['code' | 'llm', RedirectRequest, boolean]>([
    ['code', setting, false],
    ['llm', setting, true],
    ['code', request({}), true],
  ])('that a person sets end what %s is about to set (%j)', (kind, redirect, isKept) => {
    const { run, token } = judging(kind);
    run.do(redirect);
    expect(callOf(run, 'a')?.token === token).toBe(isKept);
    const { variables } = run.log.findLast((event) => event.type === 'run.redirected') ?? {};
    expect(variables).toEqual(redirect.variables);
  });

  test('an artifact that takes the place of what code has set joins them', () => {
    const { run, token } = judging('code');
    run.do(judged(token));
    run.do(request({ type: 'bindings_override', bindings: { a: OTHER } }));
    expect(run.log.findLast(({ type }) => type === 'step.satisfied')).toMatchObject({ variables: true, joins: true });
  });

  test('so does one in place of what was accepted over the guard', () => {
    const { run, token } = judging('code');
    run.do(judged(token, 'fatal'));
    const [question] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'approve', by: 'ann' });
    run.do(request({ type: 'bindings_override', bindings: { a: OTHER } }));
    expect(run.log.findLast(({ type }) => type === 'step.waived')).toMatchObject({
      reason: 'overridden by ann',
      variables: true,
      joins: true,
    });
  });

  test('R88: a machine that is given a base case verifies it from then on', () => {
    const before: Plan = { ...aPlan([aStep('a')]), topology: 'machine', machine };
    const plan: Plan = { ...aPlan([aStep('a')]), topology: 'machine', machine, baseCase: { leaf: 'done', on: 'a' } };
    const run = playing(before);
    run.do(request({ type: 'objective_change', revision: { digest: 'sha256:next', plan } }));
    expect(run.log.findLast(({ type }) => type === 'run.redirected')).toMatchObject({ verifies: true });
    run.do(request({ type: 'objective_change' }));
    expect(run.log.findLast(({ type }) => type === 'run.redirected')).not.toHaveProperty('verifies');
  });
});

describe('R48: an override', () => {
  test('of what was waived with an artifact leaves the step waived', () => {
    const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })]));
    run.do(judged(make(run, 'a'), 'fatal'));
    const [question] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'approve', by: 'ann' });
    run.do(request({ type: 'bindings_override', bindings: { a: OTHER } }));
    expect(run.state.steps['a']).toMatchObject({ sigma: 'waived', artifact: { id: 'art_other' } });
    expect(run.log.findLast(({ type }) => type === 'step.waived')).toMatchObject({
      step: 'a',
      reason: 'overridden by ann',
      ...OTHER,
    });
  });

  test('R91: of what a probe found leaves no question whether to go on in spite of it', () => {
    const plan = aPlan([aStep('probe', { onInfeasible: 'escalate' }), aStep('b', { requires: ['probe'] })]);
    const run = playing(plan);
    run.do({ ...judged(make(run, 'probe')), infeasible: true });
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'infeasible', step: 'probe' }]);
    run.do(request({ type: 'bindings_override', bindings: { probe: OTHER } }));
    expect(openEscalations(run.state)).toEqual([]);
    expect(callOf(run, 'b')).toMatchObject({ phase: 'generate' });
  });
});

describe('R62: what is refused', () => {
  const machine = aMachine(['a', 'b']);
  const graph = () => playing(aPlan([aStep('a'), aStep('b')]));
  const inStates = () => {
    const steps = [aStep('a', { inStates: ['a'] }), aStep('b', { inStates: ['b'] }), aStep('c', { inStates: ['b'] })];
    return playing({ ...aPlan(steps), topology: 'machine', machine });
  };

  test.each<[string, () => Playing, Change, string, object]>([
    ['a state in a run that has none', graph, { state: 'b' }, 'unknown_state', { field: 'state' }],
    ['a state that a machine has not', inStates, { state: 'z' }, 'unknown_state', { field: 'state' }],
    ['a step of another state', inStates, { reset: ['b', 'c'] }, 'not_in_state', { field: 'reset' }],
  ])('%s', (_, made, change, code, facts) => {
    const run = made();
    const { length } = run.log;
    expect(() => run.do(request(change))).toThrow(refusal(code, facts));
    expect(run.log).toHaveLength(length);
  });

  test('the first of several is named', () => {
    const run = graph();
    expect(() => run.do(request({ reset: ['y', 'z'] }))).toThrow('The run has no step y.');
    expect(() => inStates().do(request({ reset: ['b', 'c'] }))).toThrow('b does not run in a, where the machine is');
    const bindings = { a: OTHER, b: OTHER };
    expect(() => run.do(request({ bindings }))).toThrow('a has no accepted artifact to override.');
    pass(run, 'a');
    const done = playing(aPlan([aStep('a'), aStep('b'), aStep('c')]));
    for (const step of ['a', 'b']) pass(done, step);
    const revision = { digest: 'sha256:next', plan: aPlan([aStep('c')]) };
    expect(() => done.do(request({ type: 'dag_adjustment', revision, remove: ['b', 'a'] }))).toThrow(
      'b is resolved and cannot be removed.',
    );
  });

  test('nothing stands in the way of one that must not interrupt, where nothing is under way', () => {
    const run = playing(aPlan([aStep('a', { approval: true })]));
    run.do(request({ onConflict: 'reject' }));
    expect(run.state.corrections).toHaveLength(1);
  });

  test('words, once the run has ended, or goes by another document', () => {
    const words = (from?: string): Input => ({
      kind: 'clarify',
      prepared: true,
      step: 'talk',
      by: 'ann',
      revision: {
        digest: 'sha256:talk',
        plan: aPlan([aStep('a'), aStep('b'), aStep('talk', { clarification: true, optional: true })]),
        ...(from !== undefined && { from }),
      },
    });
    const run = graph();
    expect(() => run.do(words('sha256:gone'))).toThrow(expect.objectContaining({ code: 'redirect_stale' }));
    run.do({ kind: 'terminate' });
    expect(() => run.do(words())).toThrow(expect.objectContaining({ code: 'run_not_open' }));
  });
});

test('a step that is to be removed and is not there is no matter', () => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })]));
  pass(run, 'a');
  const revision = { digest: 'sha256:next', plan: aPlan([aStep('a'), aStep('c', { requires: ['a'] })]) };
  run.do(request({ type: 'dag_adjustment', revision, remove: ['b', 'never'] }));
  expect(run.state.steps['a']).toMatchObject({ sigma: 'satisfied', epoch: 1 });
  expect(run.log.filter(({ type }) => type === 'step.invalidated')).toEqual([]);
});
