// Pure: what a request is foretold to make again, to keep, to cut short and to end.
import { conditions, preview, wanted } from '../../src/engine.ts';
import type { Input } from '../../src/model/input.ts';
import type { Plan } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { atom, objective } from '../support/played/and-or.ts';
import { aMachine, aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { searchPlan } from '../support/played/plays.ts';
import { saying } from '../support/played/spoken.ts';

const CHAIN = aPlan([
  aStep('a'),
  aStep('b', { requires: ['a'] }),
  aStep('c', { requires: ['b'], attempts: 1 }),
  aStep('d', { requires: ['c'] }),
]);

/** Until `c` has used its one attempt, and a person is asked. */
function asking(plan = CHAIN): Playing {
  const run = playing(plan);
  for (const verdict of ['pass', 'pass', 'retry'] as const) {
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do(judged(token, verdict));
  }
  return run;
}

/** One step that is being made, and one that is being judged. */
function working(): Playing {
  const run = playing(aPlan([aStep('a'), aStep('b')]));
  run.do(generated(wanted(run.state)[1]?.token ?? ''));
  return run;
}

const told = (run: Playing, request: Input) => {
  const { cutsShort, finishes, ...rest } = preview({ plan: run.plan, state: run.state }, request, 5);
  const names = (calls: typeof cutsShort) =>
    calls.map((call) => `${'step' in call ? call.step : 'base case'} ${call.phase}`);
  return { ...rest, cutsShort: names(cutsShort), finishes: names(finishes) };
};
const decision = (run: Playing, fields: object): Input => ({
  kind: 'decide',
  escalationId: openEscalations(run.state)[0]?.id ?? '',
  action: 'retry',
  by: 'ann',
  ...fields,
});

test.each<[string, object, object]>([
  ['another attempt', {}, { wouldReset: ['c'], keeps: ['a', 'b'], endsRun: 'no' }],
  ['another step redone', { action: 'redo', step: 'b' }, { wouldReset: ['b', 'c'], keeps: ['a'], endsRun: 'no' }],
  ['to go on without it', { action: 'skip' }, { wouldReset: [], keeps: ['a', 'b'] }],
  ['to give up', { action: 'abort' }, { wouldReset: [], keeps: ['a', 'b'], endsRun: 'yes', generations: 0 }],
])('R26: of a question is foretold what an answer would do: %s', (_, fields, expected) => {
  const run = asking();
  expect(told(run, decision(run, fields))).toMatchObject({ ...expected, on: [], revision: run.state.seq });
});

test('R26: what a correction takes out is kept no more, and what it opens is made again', () => {
  const run = asking();
  const steps = CHAIN.steps
    .filter(({ id }) => id !== 'b')
    .map((step) => (step.id === 'c' ? aStep('c', { requires: ['a'] }) : step));
  const revision = { digest: 'sha256:1', plan: { ...aPlan(steps), definition: CHAIN.definition } };
  const request: Input = {
    kind: 'redirect',
    prepared: true,
    type: 'dag_adjustment',
    description: 'so',
    by: 'ann',
    revision,
  };
  expect(told(run, request)).toMatchObject({ keeps: ['a'], endsRun: 'no' });
});

test.each<[string, Input, object]>([
  [
    'a stop at once',
    { kind: 'stop', mode: 'now', by: 'ann' },
    { cutsShort: ['a generate', 'b guard'], finishes: [], endsRun: 'yes', generations: 0 },
  ],
  [
    'a stop once they are done',
    { kind: 'stop', mode: 'after_attempt', by: 'ann' },
    { cutsShort: [], finishes: ['a generate', 'b guard'], endsRun: 'yes' },
  ],
  ['a pause', { kind: 'pause', by: 'ann' }, { cutsShort: [], endsRun: 'no', generations: 7 }],
])('R26: of work under way is foretold what becomes of it: %s', (_, request, expected) => {
  expect(told(working(), request)).toMatchObject(expected);
});

const redirect = (change: object): Input => ({
  kind: 'redirect',
  prepared: true,
  type: 'constraint_change',
  description: 'so',
  by: 'ann',
  ...change,
});
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';

test('R26: what is made again is told in the order of the plan as it will be', () => {
  const run = playing(aPlan([aStep('a'), aStep('b')]));
  const revision = { digest: 'sha256:1', plan: aPlan([aStep('b'), aStep('a')]) };
  expect(told(run, redirect({ reset: ['a', 'b'], revision })).wouldReset).toEqual(['b', 'a']);
});

test('R103: what is reset and skipped again at once is made again, and not kept', () => {
  const steps = [atom('a', { when: 'input.yes', unknown: true }), atom('end')];
  const run = playing(searchPlan(steps, { objective: objective('end') }));
  const [condition] = conditions(run.plan, run.state);
  run.do({ kind: 'conditioned', token: condition?.token ?? '', outcome: 'false' });
  expect(told(run, redirect({ reset: ['a'] }))).toMatchObject({ wouldReset: ['a'], keeps: ['probe_a'] });
});

test('R103: where it depends on a `when` whether the run ends, that is named', () => {
  const last = aStep('d', { requires: ['c'], conditional: true });
  const run = asking(aPlan(CHAIN.steps.map((step) => (step.id === 'd' ? last : step))));
  const expected = { endsRun: 'depends', on: ['condition of d'] };
  expect(told(run, decision(run, { action: 'approve' }))).toMatchObject(expected);
});

test('R27: a run that waits to stop ends, whatever an answer begins', () => {
  const run = playing(aPlan([aStep('a'), aStep('b')]));
  const token = tokenOf(run, 'a');
  run.do(generated(token));
  run.do({ kind: 'pending', token, leaf: 'right' });
  run.do({ kind: 'stop', mode: 'after_attempt', by: 'ann' });
  expect(told(run, decision(run, { action: 'approve' }))).toMatchObject({ endsRun: 'yes', on: [] });
});

test('R86: who gives up while it is found out what somebody said ends the run all the same', () => {
  const run = asking();
  run.do(saying(run.plan));
  expect(told(run, decision(run, { action: 'abort' }))).toMatchObject({ endsRun: 'yes', on: [] });
});

test('R26, S1-3.4-d: a run that ends makes nothing more, also of what a new objective has opened again', () => {
  const once = { recovery: { rMax: 0 } };
  const steps = [atom('jwt', once), atom('sso', once), atom('docs', { requires: ['auth'] })];
  const facts = { orGroups: { auth: { choices: ['jwt', 'sso'] } }, objective: objective('docs') };
  const run = playing(searchPlan(steps, facts));
  const token = tokenOf(run, 'jwt');
  run.do(generated(token));
  run.do(judged(token, 'retry'));
  run.do(redirect({ type: 'objective_change' }));
  expect(told(run, { kind: 'terminate', by: 'ann' })).toMatchObject({ endsRun: 'yes', generations: 0 });
});

describe('R45: what a person says of one leaf is heard for that leaf alone', () => {
  /** The base case is being verified, while `b` is made. */
  const looking = () => {
    const run = playing(searchPlan([atom('a'), atom('b')], { objective: objective('a') }));
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do(judged(token));
    return run;
  };
  const verifying = ({ state }: Playing) => state.own.baseCase?.token ?? '';
  const approved = (run: Playing, step: string | undefined, leaf: string) => {
    const question = openEscalations(run.state).find((one) => one.step === step && one.leaf === leaf);
    const request: Input = { kind: 'decide', escalationId: question?.id ?? '', action: 'approve', by: 'ann' };
    return preview({ plan: run.plan, state: run.state }, request, 5, 'pass');
  };

  test('not for another one that the base case waits for', () => {
    const run = looking();
    run.do({ kind: 'pending', token: verifying(run), leaf: 'first', beside: true });
    const token = tokenOf(run, 'b');
    run.do(generated(token));
    run.do(judged(token));
    run.do({ kind: 'pending', token: verifying(run), leaf: 'second' });
    expect(approved(run, undefined, 'first').endsRun).toBe('depends');
    expect(approved(run, undefined, 'second').endsRun).toBe('yes');
  });

  test('not for one of the base case where a guard asks about one of that name', () => {
    const run = looking();
    run.do({ kind: 'pending', token: verifying(run), leaf: 'well' });
    const token = tokenOf(run, 'b');
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'well' });
    const types = approved(run, 'b', 'well').foreseen.events.map(({ type }) => type);
    expect(types).toContain('guard.verdict');
    expect(types).not.toContain('basecase.verified');
  });
});

describe('R73: what a person says of a leaf, where the guard is sure to say the same', () => {
  const asked = () => {
    const run = playing(aPlan([aStep('a', { attempts: 2 }), aStep('b', { requires: ['a'] })]));
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'right' });
    return run;
  };
  const says = (action: 'approve' | 'reject', verdict?: 'pass' | 'retry') => {
    const run = asked();
    const { artifactDigest } = openEscalations(run.state)[0] ?? {};
    const request = decision(run, { action, ...(action === 'reject' ? { feedback: 'no' } : { artifactDigest }) });
    const { foreseen, on, endsRun } = preview({ plan: run.plan, state: run.state }, request, 5, verdict);
    return { on, endsRun, verdict: foreseen.events.find(({ type }) => type === 'guard.verdict') };
  };

  test('is told with what follows', () => {
    expect(says('approve', 'pass')).toMatchObject({
      on: [],
      endsRun: 'no',
      verdict: { verdict: 'pass', guard: 'right' },
    });
    expect(says('approve', 'pass').verdict).not.toHaveProperty('signature');
    expect(says('reject', 'retry')).toMatchObject({ verdict: { verdict: 'retry', signature: 'right' } });
  });

  test('but not of what a person has written for the leaf since, which is judged', () => {
    const run = asked();
    const request = decision(run, { action: 'approve' });
    run.do(decision(run, { action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' }));
    const { foreseen } = preview({ plan: run.plan, state: run.state }, request, 5, 'pass');
    expect(foreseen.events.map(({ type }) => type)).not.toContain('guard.verdict');
  });

  const machine = aMachine(['s']);
  test.each<[string, Plan]>([
    ['what a person meant', aPlan([aStep('a', { clarification: true }), aStep('b')])],
    ['the parts of a step', aPlan([aStep('a', { decomposes: 'b' }), aStep('b')])],
    ['a move', { ...aPlan([aStep('a'), aStep('b')]), topology: 'machine', machine }],
  ])('where more hangs on it, %s, it is told only with what follows', (_, plan) => {
    const run = playing(plan);
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'right' });
    const request = decision(run, { action: 'approve' });
    const types = (then?: readonly Input[]) =>
      preview({ plan: run.plan, state: run.state }, request, 5, 'pass', then).foreseen.events.map(({ type }) => type);
    expect(types()).not.toContain('guard.verdict');
    expect(types([{ kind: 'pause', by: 'ann' }])).toEqual(expect.arrayContaining(['guard.verdict', 'run.pausing']));
  });

  test('and where it is not sure, the guard has to be asked', () => {
    expect(says('approve')).toEqual({ on: ['guard of a'], endsRun: 'depends', verdict: undefined });
  });
});
