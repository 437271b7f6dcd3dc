// Pure: what the answers of calls do that come too late, too early, twice or broken (R27, R32, R77, R111).
import { wanted } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Input } from '../../../src/model/input.ts';
import type { StepPlan } from '../../../src/model/plan.ts';
import { DEFAULT_RECOVERY } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

const USAGE = { inputTokens: 3, cachedTokens: 0, outputTokens: 1, microUsd: 2, llmCalls: 1 };
const MINE = { artifactId: 'art_mine', digest: 'sha256:mine' };
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const asked = (run: Playing) =>
  openEscalations(run.state).map(({ kind, step, leaf }) => [kind, step, leaf].filter(Boolean).join(' '));
const since = (run: Playing, length: number) => run.log.slice(length);

function begun(facts: Partial<StepPlan> = {}, isGenerated = false): { readonly run: Playing; readonly token: string } {
  const run = playing(aPlan([aStep('a', facts), aStep('b', { requires: ['a'] })]));
  const token = tokenOf(run, 'a');
  if (isGenerated) run.do(generated(token));
  return { run, token };
}

test.each<[string, boolean, (token: string) => Input]>([
  ['another artifact', true, generated],
  ['that there was nothing to make', true, (token) => ({ kind: 'skipped', token, reason: 'late' })],
  ['a verdict on what was not made', false, judged],
  ['a question about what was not made', false, (token) => ({ kind: 'pending', token, leaf: 'human' })],
  ['a base case', false, (token) => ({ kind: 'verified', token, passed: true, artifactId: 'x', digest: 'y' })],
])('R27: a call in another phase is told nothing by %s', (_, isGenerated, late) => {
  const { run, token } = begun({}, isGenerated);
  const { length } = run.log;
  run.do(late(token));
  expect(run.log).toHaveLength(length);
});

test('R46: a cancelled run ends once, and one that has ended is not cancelled', () => {
  const { run } = begun();
  expect(run.do({ kind: 'cancel' }).life.status).toBe('cancelled');
  const { length } = run.log;
  run.do({ kind: 'cancel' });
  expect(run.log).toHaveLength(length);
});

test('an artifact that a person had accepted where it comes from is accepted here', () => {
  const { run, token } = begun();
  run.do({ ...generated(token), source: 'imported', waived: true });
  expect(run.log.filter(({ type }) => type === 'attempt.finished')).toMatchObject([{ status: 'waived', token }]);
  expect(run.log.find(({ type }) => type === 'step.waived')).toMatchObject({
    step: 'a',
    reason: 'approved in the origin',
    artifactId: `art_${token}`,
    digest: `sha256:${token}`,
  });
  expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
});

test('R69, R71: an attempt that found nothing to make says so: nobody was asked for it', () => {
  const { run, token } = begun();
  run.do({ kind: 'skipped', token, reason: 'waived in the origin' });
  expect(run.log.filter(({ type }) => type === 'attempt.finished')).toMatchObject([
    { token, status: 'discarded', skipped: true },
  ]);
});

test('S1-3.4-h: a verdict names what it was judged by, and says all else', () => {
  const { run } = begun();
  run.do({ kind: 'redirect', prepared: true, type: 'objective_change', description: 'more' });
  const token = tokenOf(run, 'a');
  run.do(generated(token));
  run.do(judged(token, 'retry'));
  expect(run.log.findLast(({ type }) => type === 'guard.verdict')).toMatchObject({ criteria: 2, signature: 'no' });
});

describe('R111: what answers that led to nothing have cost', () => {
  const paidBy = (run: Playing) => run.log.flatMap((event) => (event.type === 'usage.discarded' ? [event] : []));

  test('is told with the call that paid it, once', () => {
    const { run, token } = begun();
    run.do({ ...generated(token), paid: USAGE });
    const { seq: _, at: __, ...told } = Object(paidBy(run)[0]);
    expect(told).toEqual({ type: 'usage.discarded', step: 'a', epoch: 1, attempt: 1, token, usage: USAGE });
    run.do({ ...judged(token), paid: USAGE });
    expect(paidBy(run)).toHaveLength(1);
  });

  test('is told of a base case, which is no step’s', () => {
    const run = playing(searchPlan([atom('a'), atom('b', { requires: ['a'] })], { objective: objective('a') }));
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do(judged(token));
    const { token: verifying = '' } = Object(run.state.own.baseCase);
    run.do({ kind: 'verified', token: verifying, passed: false, artifactId: 'x', digest: 'y', paid: USAGE });
    expect(paidBy(run)).toMatchObject([{ usage: USAGE }]);
    expect(paidBy(run)[0]).not.toHaveProperty('step');
  });
});

describe('R43, R73: a guard asks a person', () => {
  const asking = (more: object = {}) => {
    const { run, token } = begun({}, true);
    run.do({ kind: 'pending', token, leaf: 'human', ...more });
    return run;
  };

  test('about what it judges now alone', () => {
    const run = asking();
    const [question] = openEscalations(run.state);
    run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'amend', ...MINE });
    run.do({ kind: 'pending', token: tokenOf(run, 'a'), leaf: 'second' });
    expect(asked(run)).toEqual(['approval a second']);
  });

  test.each<[string, object, object, readonly string[]]>([
    ['with its own words', { question: 'Is it well?' }, { question: 'Is it well?' }, ['approve', 'reject']],
    ['by name', {}, { question: 'Does the artifact of a pass human?' }, ['approve', 'reject']],
    [
      'by when',
      { expiresIn: 700, rejectOnExpiry: true },
      { expiresAt: 700, rejectOnExpiry: true },
      ['approve', 'reject'],
    ],
    ['what is meant, which nobody approves', { asksBack: true }, {}, ['reject']],
  ])('%s', (_, more, question, actions) => {
    const run = asking(more);
    const [opened] = openEscalations(run.state);
    expect(opened).toMatchObject({ ...question, branch: true, leaf: 'human' });
    expect(opened?.allowedActions.filter((action) => action === 'approve' || action === 'reject')).toEqual(actions);
    for (const field of ['expiresAt', 'rejectOnExpiry'])
      if (!(field in question)) expect(opened).not.toHaveProperty(field);
  });

  test('and once what a person gave for it has passed, nothing else is asked about the step', () => {
    const { run, token } = begun({ attempts: 1 }, true);
    run.do(judged(token, 'retry'));
    const first = openEscalations(run.state)[0]?.id ?? '';
    run.do({ kind: 'decide', escalationId: first, action: 'amend', ...MINE });
    run.do({ kind: 'pending', token: tokenOf(run, 'a'), leaf: 'human' });
    const leaf = openEscalations(run.state).find((one) => one.leaf === 'human')?.id ?? '';
    run.do({ kind: 'decide', escalationId: leaf, action: 'amend', artifactId: 'art_2', digest: 'sha256:2' });
    run.do(judged(tokenOf(run, 'a')));
    expect(asked(run)).toEqual([]);
    expect(run.state.steps['a']).toMatchObject({ sigma: 'satisfied', artifact: { id: 'art_2' } });
  });
});

describe('R32, R77: a call breaks', () => {
  const ladder = { recovery: { ...DEFAULT_RECOVERY, ladder: ['small', 'large'] } };
  const breaking = (
    reason: 'quota' | 'infrastructure' | 'internal' | 'context_overflow',
    facts: Partial<StepPlan> = {},
  ) => {
    const { run, token } = begun(facts);
    const { length } = run.log;
    run.do({ kind: 'broken', token, reason, detail: 'down' });
    return { run, types: since(run, length).map(({ type }: Event) => type) };
  };

  test.each<['quota' | 'infrastructure' | 'internal' | 'context_overflow', Partial<StepPlan>, readonly string[]]>([
    ['quota', ladder, []],
    ['quota', {}, ['infrastructure a']],
    ['infrastructure', ladder, ['infrastructure a']],
    ['internal', ladder, ['internal a']],
    ['context_overflow', ladder, ['context_overflow a']],
  ])('%s, with %j', (reason, facts, questions) => {
    const { run, types } = breaking(reason, facts);
    expect(asked(run)).toEqual(questions);
    expect(types.includes('ladder.climbed')).toBe(questions.length === 0);
    expect(run.state.usage.attempts).toBe(questions.length === 0 ? 1 : 0);
    expect(openEscalations(run.state)[0] ?? {}).not.toHaveProperty('swapsUsedUp');
  });

  test('while it judges what a person wrote: the question stays as it was', () => {
    const { run, token } = begun({ attempts: 1 }, true);
    run.do(judged(token, 'retry'));
    run.do({ kind: 'decide', escalationId: openEscalations(run.state)[0]?.id ?? '', action: 'amend', ...MINE });
    run.do({ kind: 'broken', token: tokenOf(run, 'a'), reason: 'infrastructure', detail: 'down', guard: 'g' });
    expect(asked(run)).toEqual(['attempts_exhausted a']);
    expect(run.log.filter(({ type }) => type === 'guard.error')).toMatchObject([{ guard: 'g', detail: 'down' }]);
  });

  test('while it verifies a base case, which can only be tried again', () => {
    const run = playing(searchPlan([atom('a'), atom('b', { requires: ['a'] })], { objective: objective('a') }));
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do(judged(token));
    const { token: verifying = '' } = Object(run.state.own.baseCase);
    run.do({ kind: 'broken', token: verifying, reason: 'infrastructure', detail: 'down' });
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'infrastructure', allowedActions: ['retry', 'abort'] }]);
  });

  test('because it is too long, for the last choice of its group: that stays as it is', () => {
    const steps = [atom('jwt', { recovery: { rMax: 0 } }), atom('sso'), atom('docs', { requires: ['auth'] })];
    const plan = searchPlan(steps, {
      orGroups: { auth: { choices: ['jwt', 'sso'] } },
      objective: objective('docs'),
    });
    const run = playing(plan);
    const token = tokenOf(run, 'jwt');
    run.do(generated(token));
    run.do(judged(token, 'retry'));
    run.do({ kind: 'broken', token: tokenOf(run, 'sso'), reason: 'context_overflow', detail: 'too long' });
    expect(asked(run)).toEqual(['context_overflow sso']);
    expect(run.log.filter(({ type }) => type === 'branch.failed')).toMatchObject([{ choice: 'jwt' }]);
  });

  test('in a search it is left to what is tried beside it', () => {
    const plan = searchPlan([atom('jwt'), atom('sso'), atom('docs', { requires: ['auth'] })], {
      orGroups: { auth: { choices: ['jwt', 'sso'], speculative: true } },
      objective: objective('docs'),
    });
    const run = playing(plan);
    run.do({ kind: 'broken', token: tokenOf(run, 'jwt'), reason: 'infrastructure', detail: 'down' });
    expect(asked(run)).toEqual([]);
    expect(run.log.filter(({ type }) => type === 'branch.failed')).toMatchObject([{ choice: 'jwt', reason: 'down' }]);
    run.do({ kind: 'broken', token: tokenOf(run, 'sso'), reason: 'infrastructure', detail: 'down' });
    expect(asked(run)).toEqual(['infrastructure sso']);
  });

  test('because it is too long: another choice is taken upstream, while the run may swap', () => {
    const overflow = (maxSwaps: number) => {
      const plan = searchPlan([atom('jwt'), atom('sso'), atom('docs', { requires: ['auth'] })], {
        orGroups: { auth: { choices: ['jwt', 'sso'] } },
        objective: objective('docs'),
        budgets: { maxSwaps },
      });
      const run = playing(plan);
      run.do(generated(tokenOf(run, 'jwt')));
      run.do(judged(tokenOf(run, 'jwt')));
      run.do({ kind: 'broken', token: tokenOf(run, 'docs'), reason: 'context_overflow', detail: 'too long' });
      return run;
    };
    expect([asked(overflow(1)), overflow(1).log.some(({ type }) => type === 'branch.swapped')]).toEqual([[], true]);
    const [question] = openEscalations(overflow(0).state);
    expect(question).toMatchObject({ kind: 'context_overflow', step: 'docs', swapsUsedUp: true });
    expect(question?.question).toBe(
      'too long (another choice is left upstream, but the run has made all its swaps: maxSwaps)',
    );
  });
});

describe('R91: a probe finds that it cannot be done', () => {
  const infeasible = (run: Playing) => {
    const token = tokenOf(run, 'probe');
    run.do(generated(token));
    run.do({ ...judged(token), infeasible: true });
    return run;
  };
  const found = (...steps: readonly StepPlan[]) => infeasible(playing(aPlan(steps)));
  const probe = (facts: Partial<StepPlan> = {}) => aStep('probe', { onInfeasible: 'skip', ...facts });
  const waived = (run: Playing) => run.log.flatMap((event) => (event.type === 'step.waived' ? [event.step] : []));

  test('and nobody is asked where nothing is built on it', () => {
    expect(asked(found(probe({ onInfeasible: 'escalate' }), aStep('b')))).toEqual([]);
  });

  test('what requires it is skipped, and nothing else', () => {
    expect(waived(found(probe(), aStep('b', { requires: ['probe'] }), aStep('c', { approval: true })))).toEqual(['b']);
  });

  test('the step that it comes before is skipped, and not what prepares that as well', () => {
    const parts = aStep('parts', { companionOf: 'a', requires: ['probe'] });
    const run = found(probe({ companionOf: 'a' }), parts, aStep('a', { requires: ['probe', 'parts'] }));
    expect(waived(run)).toEqual(['a']);
  });

  test('and what a person has written of it stays as it is', () => {
    const steps = [probe(), aStep('b', { requires: ['probe'] }), aStep('c', { approval: true })];
    const run = playing(aPlan(steps));
    for (const step of ['probe', 'b']) {
      const token = tokenOf(run, step);
      run.do(generated(token));
      run.do(judged(token));
    }
    const change = { type: 'bindings_override', description: 'so', reset: ['probe'], bindings: { b: MINE } } as const;
    run.do({ kind: 'redirect', prepared: true, ...change });
    infeasible(run);
    expect([waived(run), run.state.steps['b']?.sigma]).toEqual([[], 'satisfied']);
  });
});

const advised = (token: string): Input => ({
  ...generated(token),
  rejected: { guard: 'generator-validation', signature: 'repeatedcallerror', advice: 'Change the tool.' },
});
const RETRIES = { ...DEFAULT_RECOVERY, rMax: 5 };

test('R32: an attempt that went in circles by itself is not refined: a person is asked, with what to change', () => {
  const { run, token } = begun({ recovery: RETRIES });
  run.do(advised(token));
  expect(openEscalations(run.state)).toMatchObject([
    {
      kind: 'stagnated',
      step: 'a',
      question: 'a goes in circles at generator-validation (repeatedcallerror): how should it go on? Change the tool.',
    },
  ]);
  expect(run.log.find(({ type }) => type === 'guard.verdict')).not.toHaveProperty('advice');
});

test('R32, R77: such an attempt is stagnation, so the next model of the ladder comes first', () => {
  const { run, token } = begun({ recovery: { ...RETRIES, ladder: ['small', 'large'] } });
  run.do(advised(token));
  expect(asked(run)).toEqual([]);
  expect(run.log.filter(({ type }) => type === 'ladder.climbed')).toMatchObject([{ model: 'large' }]);
  run.do(advised(tokenOf(run, 'a')));
  expect(asked(run)).toEqual(['stagnated a']);
});

test.each([
  ['skip', 'step.waived'],
  ['fail', 'run.closed'],
] as const)('R32: such an attempt ends the step as onExhausted: %s says', (onExhausted, type) => {
  const { run, token } = begun({ recovery: RETRIES, onExhausted });
  run.do(advised(token));
  expect(asked(run)).not.toContain('stagnated a');
  expect(run.log.filter((event) => event.type === type)).toHaveLength(1);
  expect(run.log.filter(({ type: each }) => each === 'attempt.started')).toHaveLength(1);
});
