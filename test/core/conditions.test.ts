// Pure: what comes before and after the answer to a step's `when`.
import { conditions, wanted } from '../../src/engine.ts';
import type { DecideRequest } from '../../src/model/input.ts';
import type { Plan, StepPlan } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { accepted } from '../definitions/makers.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { saying } from '../support/played/spoken.ts';

const conditional = (id: string, facts: Partial<StepPlan> = {}) => aStep(id, { conditional: true, ...facts });

interface Asked extends Playing {
  /** Answers the `when` that is asked of a step. */
  says(step: string, outcome: 'true' | 'false' | 'unknown', reason?: string): void;
  passes(step: string): void;
  answers(decision: Omit<DecideRequest, 'kind' | 'escalationId'>): void;
  readonly asked: readonly string[];
  readonly questions: readonly (readonly [kind: string, step: string | undefined])[];
}

function begun(plan: Plan): Asked {
  const run = playing(plan);
  const tokenOf = (step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
  return {
    ...run,
    get log() {
      return run.log;
    },
    get state() {
      return run.state;
    },
    says(step, outcome, reason = 'x > 1') {
      const token = conditions(plan, run.state).find((one) => one.step === step)?.token ?? '';
      run.do({ kind: 'conditioned', token, outcome, reason });
    },
    passes(step) {
      const usage = { ...NO_USAGE, inputTokens: 50, outputTokens: 50 };
      run.do({ ...generated(tokenOf(step)), usage });
      run.do(judged(tokenOf(step)));
    },
    answers(decision) {
      run.do({ kind: 'decide', escalationId: openEscalations(run.state)[0]?.id ?? '', by: 'ann', ...decision });
    },
    get asked() {
      return conditions(plan, run.state).map(({ step }) => step);
    },
    get questions() {
      return openEscalations(run.state).map(({ kind, step }) => [kind, step] as const);
    },
  };
}

test.each([
  ['a person makes it', { kind: 'human' }],
  ['a person has to agree first', { approval: true }],
  ['a program makes it', { kind: 'command' }],
] as const)('a step whose `when` is false asks nobody and costs nothing, where %s (R103)', (_, facts) => {
  const run = begun(aPlan([conditional('a', facts)]));
  expect(run.asked).toEqual(['a']);
  expect(run.state).toMatchObject({ iterations: 0, usage: { attempts: 0 }, escalations: {} });
  run.says('a', 'false');
  expect(run.log.map(({ type }) => type)).toEqual([
    'run.created',
    'run.started',
    'condition.evaluated',
    'step.waived',
    'run.closed',
  ]);
  expect(run.state).toMatchObject({ life: { status: 'completed' }, iterations: 0, usage: { attempts: 0 } });
});

test('once it is true the step goes on as any other: the person is asked then (R81, R103)', () => {
  const run = begun(aPlan([conditional('a', { approval: true })]));
  run.says('a', 'true');
  expect(run.questions).toEqual([['approval', 'a']]);
  run.answers({ action: 'approve' });
  expect(run.asked).toEqual([]);
  expect(wanted(run.state)).toMatchObject([{ step: 'a', epoch: 1, attempt: 1 }]);
});

test('a step without a `when` adds nothing to the log (R103)', () => {
  const run = begun(aPlan([aStep('a')]));
  expect(run.log.map(({ type }) => type)).toEqual(['run.created', 'run.started', 'step.started', 'attempt.started']);
});

test.each([{ maxAttempts: 1 }, { maxTokens: 10 }, { maxIterations: 1 }])(
  'a used-up budget (%j) parks the run only where the step is for it (R103)',
  (budgets) => {
    const plan = aPlan([aStep('a'), conditional('b', { requires: ['a'] })], budgets);
    const [skipped, runs] = [begun(plan), begun(plan)];
    for (const run of [skipped, runs]) run.passes('a');
    expect(skipped.state).toMatchObject({ life: { status: 'running' }, escalations: {} });
    skipped.says('b', 'false');
    expect(skipped.state.life.status).toBe('completed');
    runs.says('b', 'true');
    expect(runs.questions).toEqual([['budget', undefined]]);
  },
);

test('a budget that another step needs waits for what is still asked, since the run may be over then (R103)', () => {
  const plan = aPlan([aStep('a'), conditional('b', { requires: ['a'] }), aStep('c', { requires: ['a'] })], {
    maxAttempts: 1,
  });
  const run = begun(plan);
  run.passes('a');
  expect([run.asked, run.questions]).toEqual([['b'], []]);
  run.says('b', 'false');
  expect(run.questions).toEqual([['budget', undefined]]);
});

test('a stall stops no run whose last step is not for it (R6, R103)', () => {
  const plan = aPlan([aStep('a'), conditional('b', { requires: ['a'] })], { maxStall: 1 });
  const run = begun(plan);
  run.passes('a');
  run.says('b', 'false');
  expect(run.state.life.status).toBe('completed');
});

test('what cannot be calculated asks, and blocks its own branch only (R45, R109)', () => {
  const plan = aPlan([conditional('a'), aStep('b'), aStep('c', { optionalRequires: ['a'] })]);
  const run = begun(plan);
  run.says('a', 'unknown', 'artifact.x > 1');
  expect(run.state.life.status).toBe('running');
  expect(openEscalations(run.state)).toMatchObject([
    {
      kind: 'condition',
      step: 'a',
      branch: true,
      question: 'Is a for this run? Its condition cannot be calculated: artifact.x > 1',
      allowedActions: ['approve', 'redo', 'skip', 'abort'],
    },
  ]);
  run.passes('b');
  expect(run.state).toMatchObject({ life: { status: 'escalated' }, iterations: 1 });
});

test('approved it runs, without being asked again; skipped it is waived (R109)', () => {
  const plan = aPlan([conditional('a')]);
  const [approved, skipped] = [begun(plan), begun(plan)];
  for (const run of [approved, skipped]) run.says('a', 'unknown');
  approved.answers({ action: 'approve' });
  expect(approved.log.slice(-4)).toMatchObject([
    { type: 'escalation.decided', action: 'approve' },
    { type: 'condition.evaluated', outcome: 'true', epoch: 1, by: 'ann' },
    { type: 'step.started' },
    { type: 'attempt.started' },
  ]);
  approved.passes('a');
  expect(approved.state.life.status).toBe('completed');
  skipped.answers({ action: 'skip' });
  expect(skipped.state).toMatchObject({ life: { status: 'completed' }, steps: { a: { sigma: 'waived' } } });
});

test('an upstream step that a person has done anew brings the `when` up again (R109)', () => {
  const run = begun(aPlan([aStep('a'), conditional('b', { requires: ['a'] })]));
  run.passes('a');
  run.says('b', 'unknown');
  run.answers({ action: 'redo', step: 'a' });
  expect([run.asked, run.questions]).toEqual([[], []]);
  run.passes('a');
  expect(run.asked).toEqual(['b']);
  run.says('b', 'true');
  expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
});

test('asking that breaks by an error of our own is a question, and retry asks once more (R103, R117)', () => {
  const run = begun(aPlan([conditional('a'), aStep('b')]));
  const broken = { kind: 'broken', reason: 'internal', detail: 'dsap itself broke in the condition of a' } as const;
  run.do({ ...broken, token: 'when of somebody else' });
  expect(run.questions).toEqual([]);
  run.do({ ...broken, token: conditions(run.plan, run.state).find(({ step }) => step === 'a')?.token ?? '' });
  expect(openEscalations(run.state)).toMatchObject([
    { kind: 'internal', step: 'a', branch: true, question: broken.detail, allowedActions: ['retry', 'skip', 'abort'] },
  ]);
  expect([run.asked, wanted(run.state).map(({ step }) => step)]).toEqual([[], ['b']]);
  run.answers({ action: 'retry' });
  expect(run.asked).toEqual(['a']);
  run.says('a', 'true');
  run.passes('a');
  run.passes('b');
  expect(run.state.life.status).toBe('completed');
});

test('a used-up budget is no question while a person says whether the last step is for the run (R103)', () => {
  const run = begun(aPlan([aStep('a'), conditional('b', { requires: ['a'] })], { maxTokens: 10 }));
  run.passes('a');
  run.says('b', 'unknown');
  expect(run.questions).toEqual([['condition', 'b']]);
  run.answers({ action: 'approve' });
  expect(run.questions).toEqual([['budget', undefined]]);
});

test('an answer that no longer fits what it was asked of changes nothing, nor does one that came too late (R27, R103)', () => {
  const plan = aPlan([aStep('a'), conditional('b', { requires: ['a'] })]);
  const run = begun(plan);
  run.passes('a');
  const [condition] = conditions(plan, run.state);
  const bindings = { a: { artifactId: 'art_other', digest: 'sha256:other' } };
  run.do({ kind: 'redirect', prepared: true, type: 'bindings_override', description: 'other', bindings });
  const { seq } = run.state;
  run.do({ kind: 'conditioned', token: condition?.token ?? '', outcome: 'false' });
  expect(run.state.seq).toBe(seq);
  run.says('b', 'true');
  expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
});

test('one that is true is asked again where what it was asked of is done anew before the step begins (R103)', () => {
  const plan = aPlan([
    aStep('a'),
    aStep('busy', { resources: ['r'] }),
    conditional('b', { requires: ['a'], resources: ['r'] }),
  ]);
  const run = begun(plan);
  run.passes('a');
  run.says('b', 'true');
  expect(run.asked).toEqual([]);
  run.do({ kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'again', reset: ['a'] });
  run.passes('a');
  expect(run.asked).toEqual(['b']);
});

test('a new epoch asks it again, the attempts of one do not (R37, R103)', () => {
  const run = begun(aPlan([conditional('a')]));
  run.says('a', 'true');
  run.do(generated(wanted(run.state)[0]?.token ?? ''));
  run.do(judged(wanted(run.state)[0]?.token ?? '', 'retry'));
  expect(wanted(run.state)).toMatchObject([{ step: 'a', attempt: 2 }]);
  run.passes('a');
  const again = begun(aPlan([conditional('a'), aStep('b', { requires: ['a'], approval: true })]));
  again.says('a', 'true');
  again.passes('a');
  again.do({ kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'again', reset: ['a'] });
  expect(again.asked).toEqual(['a']);
  expect([run.asked, run.state.life.status]).toEqual([[], 'completed']);
});

test('nothing is asked while the run is paused (R103)', () => {
  const run = begun(aPlan([conditional('a')]));
  run.do({ kind: 'pause', by: 'me' });
  expect([run.asked, run.state.life.status]).toEqual([[], 'paused']);
  run.do({ kind: 'resume', by: 'me' });
  expect(run.asked).toEqual(['a']);
});

test('nothing is asked once the run is to stop, nor while it is found out what somebody said (R86, R103)', () => {
  const run = begun(aPlan([conditional('a'), aStep('b')]));
  run.do({ kind: 'stop', mode: 'after_attempt', by: 'me' });
  expect([run.asked, run.state.life.status]).toEqual([[], 'running']);
  run.do({ kind: 'resume', by: 'me' });
  expect(run.asked).toEqual(['a']);
  run.do(saying(run.plan));
  expect([run.asked, run.state.life.status]).toEqual([[], 'running']);
});

test('what was brought along is taken without being asked about (R69, R103)', () => {
  const run = begun(aPlan([conditional('a', { seeded: true })]));
  expect([run.asked, wanted(run.state).length]).toEqual([[], 1]);
});

test('of many that could be asked only some are at a time (R103)', () => {
  const run = begun(aPlan(Array.from({ length: 30 }, (_, at) => conditional(`s${at}`))));
  expect(run.asked).toHaveLength(10);
  run.says('s0', 'false');
  expect(run.asked).toHaveLength(10);
  expect(run.asked).toContain('s10');
});

const planOf = (document: unknown): Plan => ({
  ...accepted(document).plan,
  definition: { name: 'any', version: 1, digest: 'sha256:0' },
});

const OBJECTIVE = {
  goal: 'g',
  backgroundIntent: 'b',
  deliverables: 'd',
  definitionOfDone: 'x',
  baseCase: { guard: { use: 'not-empty' }, on: 'done' },
};

const atom = (id: string, fields: object = {}) => ({
  id,
  generator: { kind: 'llm', prompt: 'x' },
  guard: { use: 'not-empty' },
  ...fields,
});

function search(steps: readonly object[], orGroups: object = {}): Asked {
  const input = { type: 'object', properties: { x: { type: 'number' } } };
  const fields = { name: 'search', model: 'sim:script', topology: 'and-or', objective: OBJECTIVE, input };
  return begun(planOf({ ...fields, orGroups, steps: [...steps, atom('done')] }));
}

test('it comes before the probe and the parts of its own step, and is asked once for all of them (R103)', () => {
  const run = search([atom('a', { when: 'input.x > 1', unknown: true, decompose: true })]);
  expect(run.asked).toEqual(['probe_a']);
  run.says('probe_a', 'true');
  expect(run.asked).toEqual([]);
  expect(wanted(run.state).map(({ step }) => step)).toContain('probe_a');
  run.passes('probe_a');
  expect([run.asked, wanted(run.state).map(({ step }) => step)]).toEqual([[], expect.arrayContaining(['decompose_a'])]);
});

test('false, it skips the probe with its step, and no model is asked (R103)', () => {
  const run = search([atom('a', { when: 'input.x > 1', unknown: true })]);
  run.says('probe_a', 'false');
  expect(run.state.steps).toMatchObject({ probe_a: { sigma: 'waived' }, a: { sigma: 'waived' } });
  expect(wanted(run.state).map(({ step }) => step)).toEqual(['done']);
});

test('one that names what its own probe makes is asked after that (R103)', () => {
  const run = search([atom('a', { when: 'artifact.probe_a.feasible == true', unknown: true })]);
  expect(run.asked).toEqual([]);
  run.passes('probe_a');
  expect(run.asked).toEqual(['a']);
  run.says('a', 'true');
  expect(run.log.filter(({ type }) => type === 'condition.evaluated')).toMatchObject([{ step: 'a' }]);
});

test('a choice whose `when` is false makes way for the next one, before anything of it begins (R103)', () => {
  const choices = [
    atom('left', { when: 'input.x > 1', orGroup: 'way', approval: true }),
    atom('right', { orGroup: 'way' }),
  ];
  const run = search(choices, { way: {} });
  expect(run.asked).toEqual(['left']);
  run.says('left', 'false');
  expect(wanted(run.state).map(({ step }) => step)).toContain('right');
  expect(run.questions).toEqual([]);
});

test('a run_if is asked in its turn, before the approval and the attempt, and the turn counts (R53, R103)', () => {
  const workflow = {
    state_machine: { states: ['s'], initial_state: 's', transitions: [] },
    steps: [
      { name: 'ask', type: 'llm', prompt: 'x', run_if: 'tick > 9', approval: true },
      { name: 'work', type: 'llm', prompt: 'x' },
    ],
  };
  const run = begun(planOf({ name: 'm', model: 'sim:script', budgets: { maxAttempts: 1 }, workflow }));
  expect([run.asked, run.questions, run.state.iterations]).toEqual([['ask'], [], 1]);
  run.says('ask', 'false');
  expect(wanted(run.state)).toMatchObject([{ step: 'work' }]);
  run.passes('work');
  expect([run.asked, run.state.iterations]).toEqual([['ask'], 2]);
  run.says('ask', 'true');
  expect(run.questions).toEqual([['approval', 'ask']]);
});
