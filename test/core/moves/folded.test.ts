// Pure: what each event changes of questions, steps and the run as a whole, and nothing else.
import type { Body } from '../../../src/model/event.ts';
import { RULES, type Rules } from '../../../src/model/events/run.ts';
import {
  type Call,
  type EscalationState,
  INITIAL,
  NEW_STEP,
  type RunState,
  type StepState,
} from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import { changedBy, changesOf } from '../../support/changes.ts';

const PLACE = { step: 'a', epoch: 1, attempt: 1 };
const CALL: Call = { ...PLACE, token: 't', n: 1, phase: 'guard', source: 'generated', artifactId: 'art', digest: 'd' };

interface Standing {
  readonly a?: Partial<StepState>;
  readonly questions?: readonly Partial<EscalationState>[];
  readonly rules?: Rules | 'none';
  readonly more?: Partial<RunState>;
}

function standing({ a = {}, questions = [], rules = RULES, more = {} }: Standing = {}): RunState {
  const all = questions.map((question, at): EscalationState => {
    return {
      id: `e${at}`,
      kind: 'approval',
      status: 'open',
      question: '?',
      allowedActions: [],
      openedAt: 0,
      ...question,
    };
  });
  return {
    ...INITIAL,
    ...(rules !== 'none' && { rules }),
    steps: { a: { ...NEW_STEP, ...a }, b: NEW_STEP },
    escalations: Object.fromEntries(all.map((one) => [one.id, one])),
    stall: { best: 1, since: 4 },
    ...more,
  };
}

const stepAfter = (before: RunState, body: Body) =>
  changesOf(before.steps['a'] ?? {}, Object(changedBy(before, body)['steps'] ?? before.steps).a);
const questionAfter = (before: RunState, body: Body, id = 'e0') =>
  changesOf(before.escalations[id] ?? {}, Object(changedBy(before, body)['escalations'] ?? before.escalations)[id]);

const opened = (facts: object = {}): Body => ({
  type: 'escalation.opened',
  escalationId: 'e9',
  kind: 'approval',
  question: '?',
  allowedActions: [],
  ...facts,
});
const decided = (action: string, facts: object = {}): Body =>
  ({ type: 'escalation.decided', escalationId: 'e0', action, by: 'ann', payload: '{}', ...facts }) as Body;
const withdrawn: Body = { type: 'escalation.withdrawn', escalationId: 'e0' };
const expired: Body = { type: 'escalation.expired', escalationId: 'e0' };
const leaf = { step: 'a', leaf: 'human' };
const waiting = { call: { ...CALL, pending: 'human' }, escalation: 'e0' };
const nobody = { leaf: 'human', verdict: 'retry', by: 'nobody', feedback: 'No person approved this in time.' };

describe('R45, R73: a question', () => {
  test.each<[string, Standing, Body, object]>([
    [
      'about a leaf has its call wait',
      { a: { call: CALL } },
      opened(leaf),
      { escalation: 'e9', call: { ...CALL, pending: 'human' } },
    ],
    ['about a leaf of what is not judged', {}, opened(leaf), { escalation: 'e9' }],
    ['about a step has no call wait', { a: { call: CALL } }, opened({ step: 'a' }), { escalation: 'e9' }],
    ['about the run is no step’s', { a: { call: CALL } }, opened(), {}],
    [
      'answered goes to its call',
      { a: waiting, questions: [leaf] },
      decided('approve'),
      { escalation: undefined, call: { ...CALL, answers: [{ leaf: 'human', verdict: 'pass', by: 'ann' }] } },
    ],
    [
      'rejected, with the words',
      { a: waiting, questions: [leaf] },
      decided('reject', { feedback: 'no' }),
      {
        escalation: undefined,
        call: { ...CALL, answers: [{ leaf: 'human', verdict: 'retry', by: 'ann', feedback: 'no' }] },
      },
    ],
    ['answered otherwise does not', { a: waiting, questions: [leaf] }, decided('skip'), { escalation: undefined }],
    [
      'answered once nothing is judged',
      { a: { escalation: 'e0' }, questions: [leaf] },
      decided('approve'),
      { escalation: undefined },
    ],
    [
      'that lets a step begin',
      { a: { escalation: 'e0' }, questions: [{ step: 'a' }] },
      decided('approve'),
      { escalation: undefined, approved: true },
    ],
    [
      'that does not',
      { a: { escalation: 'e0', approved: true }, questions: [{ step: 'a' }] },
      decided('reject'),
      { escalation: undefined, approved: false },
    ],
    [
      'of another kind lets nothing begin',
      { a: { escalation: 'e0' }, questions: [{ step: 'a', kind: 'fatal' }] },
      decided('approve'),
      { escalation: undefined },
    ],
    [
      'that nobody answers says no, where it is to',
      { a: waiting, questions: [{ ...leaf, rejectOnExpiry: true }] },
      expired,
      { escalation: undefined, call: { ...CALL, answers: [nobody] } },
    ],
    ['else it says nothing', { a: waiting, questions: [leaf] }, expired, { escalation: undefined }],
    [
      'leaves the newest of the others to be answered',
      { a: { escalation: 'e0' }, questions: [{ step: 'a' }, { step: 'a' }, { step: 'a' }] },
      withdrawn,
      { escalation: 'e2' },
    ],
    [
      'that is not the newest leaves that',
      { a: { escalation: 'e1' }, questions: [{ step: 'a' }, { step: 'a' }, { step: 'a' }] },
      withdrawn,
      {},
    ],
    [
      'leaves none about another step',
      { a: { escalation: 'e0' }, questions: [{ step: 'a' }, { step: 'b' }] },
      withdrawn,
      { escalation: undefined },
    ],
    [
      'by rules 4 too',
      { a: { escalation: 'e0' }, questions: [{ step: 'a' }, { step: 'a' }], rules: 4 },
      withdrawn,
      { escalation: 'e1' },
    ],
    [
      'before rules 4 none was left',
      { a: { escalation: 'e0' }, questions: [{ step: 'a' }, { step: 'a' }], rules: 3 },
      withdrawn,
      { escalation: undefined },
    ],
  ])('%s', (_, where, body, changes) => {
    expect(stepAfter(standing(where), body)).toStrictEqual(changes);
  });

  test.each<[string, Standing, Body, object]>([
    [
      'with who, why and what was shown',
      {},
      decided('skip', { comment: 'so', shown: 'this' }),
      {
        status: 'decided',
        decision: { action: 'skip', by: 'ann', payload: '{}', at: 0, comment: 'so', shown: 'this' },
      },
    ],
    [
      'without',
      {},
      decided('skip'),
      { status: 'decided', decision: { action: 'skip', by: 'ann', payload: '{}', at: 0 } },
    ],
    ['by nobody', {}, expired, { status: 'expired' }],
    ['not any more', {}, withdrawn, { status: 'withdrawn' }],
    [
      'about what a person gave',
      {},
      { type: 'escalation.updated', escalationId: 'e0', artifactId: 'x', artifactDigest: 'y' },
      { artifactId: 'x', artifactDigest: 'y', isGiven: true },
    ],
    [
      'about it by rules 4',
      { rules: 4 },
      { type: 'escalation.updated', escalationId: 'e0', artifactId: 'x' },
      { artifactId: 'x' },
    ],
    ['alone, since nothing else can run', {}, { type: 'escalation.updated', escalationId: 'e0', waiting: true }, {}],
  ])('is answered %s', (_, where, body, changes) => {
    expect(questionAfter(standing({ ...where, questions: [{ step: 'a' }] }), body)).toStrictEqual(changes);
  });

  test('about a stall lets the counter start over; what it grants joins what was granted', () => {
    const stalled = standing({ questions: [{ kind: 'stalled' }], more: { granted: 2 } });
    expect(changedBy(stalled, decided('skip', { granted: 3 }))).toMatchObject({
      stall: { best: 1, since: 0 },
      granted: 5,
    });
    const other = standing({ questions: [{ kind: 'deadlock' }] });
    expect(changedBy(other, decided('skip'))).not.toHaveProperty('stall');
    expect(changedBy(other, { ...withdrawn, escalationId: 'gone' })).toEqual({});
  });
});

test.each<[string, Standing, string]>([
  ['nothing is asked', {}, 'running'],
  ['a branch alone waits', { questions: [{ branch: true }] }, 'running'],
  ['every branch waits', { questions: [{ branch: true }], more: { waiting: true } }, 'escalated'],
  ['the run is asked about', { questions: [{}] }, 'escalated'],
  ['a budget is used up', { questions: [{}, { kind: 'budget' }] }, 'budget_exceeded'],
  ['it waits for what it is for', { more: { unaligned: true } }, 'awaiting_alignment'],
  ['it is paused', { questions: [{}], more: { life: { status: 'paused' } } }, 'paused'],
  ['it has ended', { questions: [{}], more: { life: { status: 'stopped', endedAt: 3 } } }, 'stopped'],
])('R45: the status of a run where %s', (_, where, status) => {
  const before = standing(where);
  const after = { ...before, ...changedBy(before, { type: 'escalation.updated', escalationId: 'e0' }) };
  expect(after.life.status).toBe(status);
});

describe('R46, R47: a run', () => {
  const pause = { reason: '', by: 'ann', since: 0 };
  const stop = { mode: 'after_attempt' as const, reason: '', by: 'ann' };

  test.each<[string, Partial<RunState>, Body, object]>([
    [
      'is asked to pause while it is to stop',
      { control: { stop } },
      { type: 'run.pausing', reason: '', by: 'ann' },
      { control: { stop, pause } },
    ],
    [
      'is asked to stop while it is to pause',
      { control: { pause } },
      { type: 'run.stopping', mode: 'after_attempt', reason: '', by: 'ann' },
      { control: { stop, pause } },
    ],
    ['is paused', { control: { pause } }, { type: 'run.paused' }, { life: { status: 'paused' } }],
    ['is not paused where nobody asked for it', {}, { type: 'run.paused' }, {}],
    [
      'is not paused once it has ended',
      { control: { pause }, life: { status: 'stopped', endedAt: 1 } },
      { type: 'run.paused' },
      {},
    ],
    [
      'begins once it is known what it is for',
      { unaligned: true, life: { status: 'awaiting_alignment' } },
      { type: 'run.started' },
      { unaligned: undefined, life: { status: 'running' } },
    ],
    [
      'fails for the first reason',
      { failing: { code: 'x', detail: 'first' } },
      { type: 'run.failing', failure: { code: 'y', detail: 'second' } },
      {},
    ],
  ])('%s', (_, more, body, changes) => {
    expect(changedBy(standing({ more }), body)).toStrictEqual(changes);
  });
});

describe('R26, R43: a step', () => {
  const used = { epoch: 2, open: true, attempt: 3, allowed: 4, failures: [], n: 5 };
  const accepted = {
    ...used,
    sigma: 'satisfied' as const,
    open: false,
    artifact: { id: 'art', digest: 'd' },
    applies: 2,
  };
  const reopened = (facts: object): Body => ({ type: 'step.reopened', ...PLACE, cause: 'x', ...facts });
  const injected = (facts: object): Body => ({ type: 'context.injected', ...PLACE, from: 'b', ...facts });

  test.each<[string, Partial<StepState>, Body, object]>([
    [
      'goes on in its epoch, where what it proposed could not be made',
      accepted,
      reopened({ sameEpoch: true }),
      { sigma: 'unsatisfied', open: true, artifact: undefined },
    ],
    [
      'starts over as a person says, with so many attempts',
      accepted,
      reopened({ allowed: 7 }),
      { sigma: 'unsatisfied', attempt: 0, allowed: 7, artifact: undefined, applies: undefined, reopened: true },
    ],
    [
      'starts over by itself, which raises no bound',
      accepted,
      reopened({ automatic: true }),
      { sigma: 'unsatisfied', attempt: 0, allowed: 0, artifact: undefined, applies: undefined },
    ],
    [
      'is undone, with what its agent had kept',
      accepted,
      { type: 'step.invalidated', ...PLACE, cause: 'b' },
      { sigma: 'unsatisfied', attempt: 0, allowed: 0, artifact: undefined, applies: undefined, executionSince: 3 },
    ],
    ['is told by text', {}, injected({ text: 'so' }), { injected: [{ from: 'b', text: 'so' }] }],
    [
      'is told by digest, of an epoch',
      {},
      injected({ digest: 'd', fromEpoch: 2 }),
      { injected: [{ from: 'b', fromEpoch: 2, digest: 'd' }] },
    ],
    [
      'is warned',
      {},
      { type: 'stagnation.detected', ...PLACE, guard: 'g', detector: 'diffuse', action: 'warned' },
      { warned: true },
    ],
    [
      'is not warned of what follows at once',
      {},
      { type: 'stagnation.detected', ...PLACE, guard: 'g', detector: 'diffuse', action: 'climbed' },
      {},
    ],
    [
      'gives its number back, where nothing came of it',
      { ...used, call: CALL },
      { type: 'attempt.finished', ...PLACE, attempt: 3, token: 't', status: 'discarded' },
      { attempt: 2, n: 4, call: undefined },
    ],
    [
      'keeps it, where a person’s artifact is let go',
      { ...used, call: { ...CALL, source: 'human' } },
      { type: 'attempt.finished', ...PLACE, attempt: 3, token: 't', status: 'discarded' },
      { call: undefined },
    ],
    ['may run, for its `when` holds', {}, { type: 'condition.evaluated', ...PLACE, outcome: 'true' }, { applies: 1 }],
    ['may not, for it does not', {}, { type: 'condition.evaluated', ...PLACE, outcome: 'false' }, { unneeded: true }],
    [
      'was judged fatal',
      {},
      { type: 'guard.verdict', ...PLACE, token: 't', artifactId: 'art', verdict: 'fatal', guard: 'g' },
      { sigma: 'fatal' },
    ],
    [
      'was rejected',
      {},
      { type: 'guard.verdict', ...PLACE, token: 't', artifactId: 'art', verdict: 'retry', guard: 'g' },
      { failures: [{ token: 't', artifactId: 'art', guard: 'g', signature: '', alike: [], progress: 0 }] },
    ],
    [
      'of a person has not failed',
      { call: { ...CALL, source: 'human' } },
      { type: 'guard.verdict', ...PLACE, token: 't', artifactId: 'art', verdict: 'retry', guard: 'g' },
      {},
    ],
  ])('%s', (_, a, body, changes) => {
    expect(stepAfter(standing({ a }), body)).toStrictEqual(changes);
  });

  test('what a person undoes raises the bound when its epoch begins', () => {
    const undone: Body = { type: 'step.invalidated', ...PLACE, cause: 'e0' };
    expect(stepAfter(standing({ questions: [{}] }), undone)).toMatchObject({ reopened: true });
    const corrections = [
      { id: 'e0', at: 0, type: 'dag_adjustment' as const, description: '', trailCleared: false, by: 'ann' },
    ];
    expect(stepAfter(standing({ more: { corrections } }), undone)).toMatchObject({ reopened: true });
    const begun = standing({ a: { reopened: true }, more: { granted: 1 } });
    expect(changedBy(begun, { type: 'step.started', step: 'a', epoch: 1, allowed: 4 })).toMatchObject({ granted: 5 });
  });

  test('R49: what a verdict costs counts like what an answer costs', () => {
    const usage = { inputTokens: 3, cachedTokens: 1, outputTokens: 2, microUsd: 4, llmCalls: 1 };
    const body: Body = { type: 'guard.verdict', ...PLACE, token: 't', artifactId: 'art', verdict: 'pass', guard: 'g' };
    expect(changedBy(standing(), { ...body, usage })).toEqual({
      usage: { ...NO_USAGE, ...usage, attempts: 0, activeMs: 0 },
    });
    expect(changedBy(standing(), body)).toEqual({});
  });
});
