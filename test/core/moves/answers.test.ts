// Pure: which answers of people are refused, and what those that are taken do (api 5).
import { wanted } from '../../../src/engine.ts';
import type { EventOf } from '../../../src/model/event.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { DecideRequest } from '../../../src/model/input.ts';
import type { Plan, StepPlan } from '../../../src/model/plan.ts';
import { type EscalationState, openEscalations } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { aMachine, aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

type Answer = Omit<DecideRequest, 'kind' | 'escalationId'>;

const MINE = { artifactId: 'art_mine', digest: 'sha256:mine' };
const asked = (run: Playing) =>
  openEscalations(run.state).map(({ kind, step, leaf }) => [kind, step, leaf].filter(Boolean).join(' '));
const question = (run: Playing, kind?: string): EscalationState | undefined =>
  openEscalations(run.state).findLast((one) => kind === undefined || one.kind === kind);
const request = (run: Playing, decision: Answer, kind?: string): DecideRequest => ({
  kind: 'decide',
  escalationId: question(run, kind)?.id ?? '',
  by: 'ann',
  ...decision,
});
const answer = (run: Playing, decision: Answer, kind?: string) => run.do(request(run, decision, kind));
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const newest = <Type extends 'escalation.decided' | 'step.waived' | 'context.injected'>(run: Playing, type: Type) =>
  run.log.findLast((event): event is EventOf<Type> & { readonly type: Type } => event.type === type);

function make(run: Playing, step: string): string {
  const token = tokenOf(run, step);
  run.do(generated(token));
  return token;
}

/** `b` needs `a` and its guard found it fatal; `c` is beside. */
function fatal(): Playing {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] }), aStep('c', { kind: 'human' })]));
  run.do(judged(make(run, 'a')));
  run.do(judged(make(run, 'b'), 'fatal'));
  return run;
}

/** The whole run is asked about: `b` waits for what `a` was to make. */
function deadlocked(): Playing {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })]));
  run.do({ kind: 'skipped', token: tokenOf(run, 'a'), reason: 'when is false' });
  return run;
}

/** The guard asks a person about the artifact of `a`. */
function pending(steps: Partial<StepPlan> = {}, rules?: Rules): Playing {
  const run = playing(aPlan([aStep('a', steps)]), rules === undefined ? {} : { rules });
  run.do({ kind: 'pending', token: make(run, 'a'), leaf: 'human' });
  return run;
}

const MACHINE = aMachine(['a', 'b'], ['b']);

/** A machine that has come round too often in its one state. */
function stalled(here = ['work']): Playing {
  const steps = [...here.map((id) => aStep(id, { inStates: ['a'] })), aStep('far', { inStates: ['b'] })];
  const plan: Plan = { ...aPlan(steps, { maxStall: 1, maxIterations: 9 }), topology: 'machine', machine: MACHINE };
  const run = playing(plan);
  if (here.length > 0) run.do(judged(make(run, 'work')));
  return run;
}

describe('R42, R44: what a person may not answer', () => {
  test.each<[string, () => Playing, Answer, string, object?]>([
    [
      'what the question does not offer',
      fatal,
      { action: 'raise' },
      'action_not_allowed',
      { allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'] },
    ],
    [
      'over an artifact that has moved on',
      fatal,
      { action: 'approve', artifactDigest: 'sha256:old' },
      'digest_mismatch',
      { artifactDigest: expect.stringContaining('sha256:t') },
    ],
    [
      'with an artifact that is not stored',
      fatal,
      { action: 'amend', digest: 'sha256:mine' },
      'invalid_request',
      { field: 'artifactId' },
    ],
    [
      'with an artifact without its digest',
      fatal,
      { action: 'amend', artifactId: 'art_mine' },
      'invalid_request',
      { field: 'digest' },
    ],
    ['redo of no step', fatal, { action: 'redo' }, 'invalid_request', { field: 'step' }],
    ['redo of a step that is not there', fatal, { action: 'redo', step: 'z' }, 'not_upstream', { field: 'step' }],
    ['redo of a step beside', fatal, { action: 'redo', step: 'c' }, 'not_upstream', { field: 'step' }],
    ['redo of no step, of the run', deadlocked, { action: 'redo', step: 'z' }, 'not_upstream', { field: 'step' }],
    ['skip of no step', deadlocked, { action: 'skip' }, 'invalid_request', { field: 'step' }],
    ['skip of a step without a name', deadlocked, { action: 'skip', step: '' }, 'invalid_request', { field: 'step' }],
    ['skip of a step that is not there', deadlocked, { action: 'skip', step: 'z' }, 'unknown_step', { field: 'step' }],
    ['skip of a step that is resolved', deadlocked, { action: 'skip', step: 'a' }, 'step_resolved', { field: 'step' }],
    ['skip of a step of another state', stalled, { action: 'skip', step: 'far' }, 'not_in_state', { field: 'step' }],
    ['redo of a step of another state', stalled, { action: 'redo', step: 'far' }, 'not_in_state', { field: 'step' }],
  ])('%s', (_, made, decision, code, facts) => {
    const run = made();
    const { length } = run.log;
    expect(() => answer(run, decision)).toThrow(expect.objectContaining({ code, facts }));
    expect(run.log).toHaveLength(length);
  });

  test('which steps run where a machine is, is said', () => {
    expect(() => answer(stalled(), { action: 'skip', step: 'far' })).toThrow(
      'far does not run in a, where the machine is; there run work.',
    );
    expect(() => answer(stalled([]), { action: 'skip', step: 'far' })).toThrow('there run none.');
  });

  test('a question that nobody has asked', () => {
    expect(() => fatal().do({ kind: 'decide', escalationId: 'esc_x', action: 'skip' })).toThrow(
      expect.objectContaining({ code: 'escalation_not_found' }),
    );
  });

  test('what is decided: the same again changes nothing, anything else is refused', () => {
    const run = fatal();
    const retried = request(run, { action: 'retry', guidance: 'Shorter.' });
    run.do(retried);
    const { length } = run.log;
    run.do({ ...retried, by: 'bob', comment: 'again' });
    expect(run.log).toHaveLength(length);
    for (const other of [
      { ...retried, action: 'skip' as const },
      { ...retried, guidance: 'Longer.' },
    ])
      expect(() => run.do(other)).toThrow(
        expect.objectContaining({ code: 'already_decided', message: 'Decided before: retry.' }),
      );
  });

  test('what is withdrawn, and anything once the run has ended', () => {
    const run = pending();
    const leaf = request(run, { action: 'reject' });
    run.do({ kind: 'redirect', prepared: true, type: 'constraint_change', description: 'so', reset: ['a'] });
    expect(() => run.do(leaf)).toThrow(
      expect.objectContaining({ code: 'escalation_closed', message: 'The escalation is withdrawn.' }),
    );
    const stopped = fatal();
    stopped.do({ kind: 'stop', mode: 'now' });
    expect(() => answer(stopped, { action: 'skip' })).toThrow(expect.objectContaining({ code: 'run_not_open' }));
  });

  test('another artifact while one is judged, but where the guard asks about it', () => {
    const run = fatal();
    answer(run, { action: 'amend', ...MINE }, 'fatal');
    expect(() => answer(run, { action: 'amend', ...MINE }, 'fatal')).toThrow(
      expect.objectContaining({ code: 'amend_in_progress' }),
    );
    run.do({ kind: 'pending', token: tokenOf(run, 'b'), leaf: 'human' });
    answer(run, { action: 'amend', artifactId: 'art_2', digest: 'sha256:2' }, 'fatal');
    expect(asked(run)).toEqual(['input c', 'fatal b']);
    expect(wanted(run.state)).toMatchObject([{ step: 'b', artifactId: 'art_2', source: 'human' }]);
  });

  test('limits that nobody names', () => {
    const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxAttempts: 1 }));
    run.do(judged(make(run, 'a')));
    const message = 'budgets is needed: the limits that are raised.';
    expect(() => answer(run, { action: 'raise' })).toThrow(
      expect.objectContaining({ code: 'invalid_request', message, facts: { field: 'budgets' } }),
    );
  });
});

describe('R12, R43: what an answer does', () => {
  test.each<[string, Answer, string | undefined]>([
    ['its reason', { action: 'skip', reason: 'late', comment: 'so' }, 'late'],
    ['else its comment', { action: 'skip', comment: 'so' }, 'so'],
    ['or nothing', { action: 'skip' }, undefined],
  ])('the log tells why: %s', (_, decision, comment) => {
    const run = fatal();
    answer(run, decision, 'fatal');
    expect(newest(run, 'escalation.decided')?.comment).toBe(comment);
    expect(newest(run, 'escalation.decided')).not.toHaveProperty('granted');
  });

  test.each<[Answer, string]>([
    [{ action: 'abort', reason: 'late', comment: 'so' }, 'late'],
    [{ action: 'abort', comment: 'so' }, 'so'],
    [{ action: 'abort' }, 'aborted by ann'],
  ])('who aborts fails the run: %j', (decision, detail) => {
    const run = fatal();
    expect(answer(run, decision, 'fatal').life).toMatchObject({ failure: { code: 'aborted', step: 'b', detail } });
  });

  test('an artifact that is approved over the guard serves those that need it', () => {
    const run = fatal();
    const { artifactDigest = '' } = question(run, 'fatal') ?? {};
    answer(run, { action: 'approve', artifactDigest }, 'fatal');
    expect(newest(run, 'step.waived')).toMatchObject({ step: 'b', reason: 'approved', digest: artifactDigest });
    expect(run.state.steps['b']).toMatchObject({ sigma: 'waived', artifact: { digest: artifactDigest } });
  });

  test('what is skipped of a run is the step that is named, and of a step itself', () => {
    const run = deadlocked();
    answer(run, { action: 'skip', step: 'b' });
    expect(newest(run, 'step.waived')).toMatchObject({ step: 'b', reason: 'skipped by ann' });
    expect(run.state.life.status).toBe('completed');
    const other = fatal();
    answer(other, { action: 'skip', step: 'a' }, 'fatal');
    expect(newest(other, 'step.waived')).toMatchObject({ step: 'b' });
  });

  test.each<[string, Answer, object | undefined]>([
    ['by text', { action: 'retry', guidance: 'Shorter.' }, { text: 'Shorter.' }],
    ['by digest', { action: 'retry', guidanceDigest: 'sha256:g' }, { digest: 'sha256:g' }],
    ['none', { action: 'retry' }, undefined],
    [
      'of a step that is made again',
      { action: 'redo', step: 'a', guidanceDigest: 'sha256:g' },
      { step: 'a', digest: 'sha256:g' },
    ],
  ])('guidance joins what the step is told: %s', (_, decision, told) => {
    const run = fatal();
    const { id } = question(run, 'fatal') ?? {};
    answer(run, decision, 'fatal');
    const found = newest(run, 'context.injected');
    expect(found).toEqual(told === undefined ? undefined : expect.objectContaining({ from: id, ...told }));
    for (const field of ['text', 'digest'])
      if (told !== undefined && !(field in told)) expect(found).not.toHaveProperty(field);
  });

  test('R85: with more swaps what was asked for want of one goes another way', () => {
    const docs = atom('docs', { requires: ['auth'], recovery: { rMax: 0 } });
    const plan = searchPlan([atom('jwt'), atom('sso'), docs, atom('side')], {
      orGroups: { auth: { choices: ['jwt', 'sso'] } },
      objective: objective('docs'),
      budgets: { maxSwaps: 0, maxTokens: 5, maxParallelAgents: 3 },
    });
    const run = playing(plan);
    run.do(judged(make(run, 'jwt')));
    run.do({ ...generated(tokenOf(run, 'side')), usage: { ...NO_USAGE, inputTokens: 9 } });
    run.do(judged(make(run, 'docs'), 'retry'));
    expect(asked(run)).toEqual(['budget', 'attempts_exhausted docs']);
    answer(run, { action: 'raise', budgets: { maxTokens: 1_000, maxSwaps: 1 } }, 'budget');
    expect(asked(run)).toEqual([]);
    expect(run.log.filter(({ type }) => type === 'branch.swapped')).toMatchObject([{ from: 'jwt', to: 'sso' }]);
  });

  test('attempts that a person gives are those of the next epoch', () => {
    const run = fatal();
    answer(run, { action: 'retry', extraAttempts: 7 }, 'fatal');
    expect(run.state.steps['b']).toMatchObject({ epoch: 2, allowed: 7 });
    const other = fatal();
    answer(other, { action: 'retry' }, 'fatal');
    expect(other.state.steps['b']).toMatchObject({ epoch: 2, allowed: 4 });
  });

  test('what is answered otherwise was an attempt, or a person’s artifact that is of no use any more', () => {
    const run = pending({ attempts: 2 });
    answer(run, { action: 'retry' });
    expect(run.log.findLast(({ type }) => type === 'attempt.finished')).toMatchObject({ status: 'rejected' });
    const amended = fatal();
    answer(amended, { action: 'amend', ...MINE }, 'fatal');
    answer(amended, { action: 'skip' }, 'fatal');
    expect(amended.log.findLast(({ type }) => type === 'attempt.finished')).toMatchObject({ status: 'discarded' });
  });
});

describe('R43, R73: who says no to what a guard asks', () => {
  /** What a person wrote for the leaf was refused: the question stays, and nothing is judged. */
  function refused(steps: Partial<StepPlan>, rules?: Rules): Playing {
    const run = pending(steps, rules);
    answer(run, { action: 'amend', ...MINE });
    run.do(judged(tokenOf(run, 'a'), 'retry'));
    return run;
  }

  test('answers the guard', () => {
    const run = pending();
    answer(run, { action: 'reject', feedbackDigest: 'sha256:f' });
    expect(wanted(run.state)).toMatchObject([
      { phase: 'guard', answers: [{ verdict: 'retry', feedbackDigest: 'sha256:f' }] },
    ]);
    expect(newest(run, 'escalation.decided')).toMatchObject({ feedbackDigest: 'sha256:f' });
    expect(newest(run, 'context.injected')).toBeUndefined();
  });

  test('once its own text was refused, has the step tried again while it may be', () => {
    const run = refused({ attempts: 2 });
    answer(run, { action: 'reject', feedback: 'Shorter.' });
    expect(newest(run, 'context.injected')).toMatchObject({ text: 'Shorter.' });
    expect(wanted(run.state)).toMatchObject([{ phase: 'generate', attempt: 2 }]);
  });

  test('is asked how it should go on, where the step may not be tried again, about what he wrote last', () => {
    const run = refused({ attempts: 1 });
    answer(run, { action: 'reject' });
    expect(asked(run)).toEqual(['attempts_exhausted a']);
    expect(question(run)).toMatchObject({ artifactId: MINE.artifactId, artifactDigest: MINE.digest, attempt: 1 });
  });

  test.each<[Rules, readonly string[]]>([
    [6, ['attempts_exhausted a']],
    [4, ['attempts_exhausted a']],
    [3, ['attempts_exhausted a', 'attempts_exhausted a']],
  ])('leaves what the refused artifact was an answer to open, by rules %d', (rules, left) => {
    const run = playing(aPlan([aStep('a', { attempts: 1 })]), { rules });
    run.do(judged(make(run, 'a'), 'retry'));
    answer(run, { action: 'amend', ...MINE });
    run.do({ kind: 'pending', token: tokenOf(run, 'a'), leaf: 'human' });
    answer(run, { action: 'amend', artifactId: 'art_2', digest: 'sha256:2' }, 'approval');
    run.do(judged(tokenOf(run, 'a'), 'retry'));
    answer(run, { action: 'reject' }, 'approval');
    expect(asked(run)).toEqual(left);
  });
});
