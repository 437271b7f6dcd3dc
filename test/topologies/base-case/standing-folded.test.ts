// Pure: what each event changes of what is known of a base case, and nothing else.
import type { Body } from '../../../src/model/event.ts';
import { RULES, type Rules } from '../../../src/model/events/run.ts';
import { type EscalationState, INITIAL, type RunState } from '../../../src/model/run-state.ts';
import { type BaseCaseState, newSearch } from '../../../src/model/search-state.ts';
import { changedBy, changesOf, redirected } from '../../support/changes.ts';

const PLACE = { step: 'a', epoch: 1, attempt: 1 };
const USAGE = { inputTokens: 3, cachedTokens: 0, outputTokens: 4, microUsd: 5, llmCalls: 1 };
const LAST = { passed: false, artifactId: 'art' };
const FULL = { ...LAST, token: 'v1', leftOut: true, falseLeaves: ['x'], because: 'so' };

function standing(baseCase: Partial<BaseCaseState> = {}, rules: Rules | undefined = RULES): RunState {
  const own = { ...newSearch(), baseCase: { due: false, ...baseCase } };
  return { ...INITIAL, ...(rules !== undefined && { rules }), own };
}

function after(before: RunState, body: Body): object {
  return Object(changedBy(before, body)['own'] ?? before.own).baseCase;
}

const verified = (facts: object = {}): Body => ({ type: 'basecase.verified', passed: false, ...facts });
const started = (facts: object = {}): Body => ({ type: 'basecase.started', token: 'v2', ...facts });
const broken: Body = { type: 'basecase.broken', token: 'v1', detail: 'down' };

test.each<[string, Partial<BaseCaseState>, Body, object]>([
  [
    'begun, it is due no more, and what the last one said alone is kept',
    { ...FULL, due: true },
    started(),
    { due: false, token: 'v2', ...LAST },
  ],
  [
    'begun anew, it takes along what people have said',
    { due: true, answers: { x: true } },
    started(),
    { due: false, token: 'v2', answers: { x: true } },
  ],
  [
    'decided, it is the last one',
    { due: false, token: 'v1', answers: { x: true } },
    verified({ passed: true, artifactId: 'new' }),
    { due: false, passed: true, artifactId: 'new' },
  ],
  [
    'decided while something changed, it is due again',
    { due: true, token: 'v1' },
    verified(),
    { due: true, passed: false },
  ],
  ['decided without a call, it is not due', { due: true }, verified(), { due: false, passed: false }],
  [
    'what it hinges on is asked for again with what was said',
    { token: 'v1', answers: { x: true } },
    verified({ hingesOn: 'y' }),
    { due: false, answers: { x: true }, passed: false },
  ],
  [
    'hinging on a leaf where nobody has said a thing',
    { token: 'v1' },
    verified({ hingesOn: 'y' }),
    { due: false, passed: false },
  ],
  [
    'what was false, and why, is kept',
    { token: 'v1' },
    verified({ falseLeaves: ['x'], because: 'so', leftOut: true }),
    { due: false, passed: false, falseLeaves: ['x'], because: 'so', leftOut: true },
  ],
  ['broken, it says what the last one said', { ...FULL, due: true }, broken, { due: false, ...LAST }],
  ['broken at first, it says nothing', { token: 'v1' }, broken, { due: false }],
])('S1-5-c: a verification: %s', (_, baseCase, body, is) => {
  expect(after(standing(baseCase), body)).toStrictEqual(is);
});

test('S1-2.2: what models used to judge it counts', () => {
  expect(changedBy(standing(), verified({ usage: USAGE }))['usage']).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  expect(changedBy(standing(), verified())).not.toHaveProperty('usage');
});

const redirecting = (facts: object = {}): Body => ({
  type: 'run.redirecting',
  step: 'talk',
  by: 'ann',
  revision: 'sha256:r',
  granted: 0,
  ...facts,
});
const won: Body = { type: 'branch.won', orGroup: 'g', choice: 'a' };
const invalidated: Body = { type: 'step.invalidated', ...PLACE, cause: 'x' };
const passed: Body = { type: 'step.satisfied', ...PLACE, artifactId: 'art', digest: 'd' };
const UNDER_WAY = { ...LAST, token: 'v1' };

test.each<[string, Rules | undefined, Body, object]>([
  ['a step passes', RULES, passed, { ...UNDER_WAY, due: true }],
  ['a step is waived', RULES, { type: 'step.waived', ...PLACE, reason: 'r' }, { ...UNDER_WAY, due: true }],
  ['a group is won', 4, won, { ...UNDER_WAY, due: true }],
  ['a group is won, before rules 4', 3, won, { ...UNDER_WAY, due: false }],
  ['a step is undone: what is under way is of no use', 3, invalidated, { due: true }],
  ['a step is undone, before rules 3', 2, invalidated, { ...UNDER_WAY, due: false }],
  ['the run is redirected', 3, redirected(), { due: true }],
  ['the run is redirected, before rules 3, and the last one stands', 2, redirected(), { due: true, ...LAST }],
  ['the run gets a base case', RULES, redirected({ verifies: true }), { due: true }],
  ['words interrupt it', RULES, redirecting({ interrupts: true }), { due: true }],
  ['words do not interrupt it', RULES, redirecting(), { ...UNDER_WAY, due: false }],
])('R101: whether it is due once %s', (_, rules, body, is) => {
  expect(after(standing(UNDER_WAY, rules), body)).toStrictEqual(is);
});

test('R86: words interrupt no verification where none is under way', () => {
  expect(after(standing(LAST), redirecting({ interrupts: true }))).toStrictEqual({ due: false, ...LAST });
});

test('a run without a base case has none whatever passes, until it is given one', () => {
  const dag: RunState = { ...INITIAL, rules: RULES, own: { kind: 'dag' } };
  for (const body of [passed, redirected(), redirecting({ interrupts: true }), invalidated])
    expect({ ...dag, ...changedBy(dag, body) }.own).toEqual({ kind: 'dag' });
  expect(changedBy(dag, redirected({ verifies: true }))['own']).toEqual({ kind: 'dag', baseCase: { due: true } });
});

describe('R63: what people are asked about it', () => {
  const asked = (facts: object = {}): Body => ({
    type: 'escalation.opened',
    escalationId: 'e',
    kind: 'assertion',
    leaf: 'well',
    question: '?',
    allowedActions: [],
    ...facts,
  });
  const decided = (action: string): Body =>
    ({ type: 'escalation.decided', escalationId: 'e', action, by: 'ann', payload: '{}' }) as Body;
  const answering = (baseCase: Partial<BaseCaseState>, question: Partial<EscalationState> = {}) => {
    const open: EscalationState = {
      id: 'e',
      kind: 'assertion',
      status: 'open',
      leaf: 'well',
      question: '?',
      allowedActions: [],
      openedAt: 0,
      ...question,
    };
    return { ...standing(baseCase), escalations: { e: open } };
  };

  test.each<[string, Partial<BaseCaseState>, Body, object]>([
    ['a verification that is under way waits', { token: 'v1' }, asked(), { due: false, token: 'v1', pending: 'well' }],
    ['one that was decided does not', {}, asked(), { due: false }],
    ['a question about a step is none about it', { token: 'v1' }, asked({ step: 'a' }), { due: false, token: 'v1' }],
    ['nor is one of another kind', { token: 'v1' }, asked({ kind: 'budget' }), { due: false, token: 'v1' }],
    ['nor one without a leaf', { token: 'v1' }, asked({ leaf: undefined }), { due: false, token: 'v1' }],
  ])('%s', (_, baseCase, body, is) => {
    expect(after(standing(baseCase), body)).toStrictEqual(is);
  });

  test.each<[string, Partial<BaseCaseState>, Partial<EscalationState>, string, object]>([
    [
      'yes goes to the verification that waits',
      { token: 'v1', pending: 'well', answers: { x: false } },
      {},
      'approve',
      { due: false, token: 'v1', answers: { x: false, well: true } },
    ],
    [
      'so does no',
      { token: 'v1', pending: 'well' },
      {},
      'reject',
      { due: false, token: 'v1', answers: { well: false } },
    ],
    [
      'what is due beside it stays due',
      { due: true, token: 'v1', pending: 'well' },
      {},
      'approve',
      { due: true, token: 'v1', answers: { well: true } },
    ],
    ['where none waits another one is due', {}, {}, 'approve', { due: true, answers: { well: true } }],
    ['who aborts says nothing of it', {}, {}, 'abort', { due: false }],
    ['after a fault of machinery it is tried again', {}, { kind: 'infrastructure' }, 'retry', { due: true }],
    ['after one of our own, too', {}, { kind: 'internal' }, 'retry', { due: true }],
    ['but not after that of a step', {}, { kind: 'internal', step: 'a' }, 'retry', { due: false }],
    ['nor after another question', {}, { kind: 'budget' }, 'raise', { due: false }],
  ])('%s', (_, baseCase, question, action, is) => {
    expect(after(answering(baseCase, question), decided(action))).toStrictEqual(is);
  });
});

test('a machine begins with one where it is to be verified', () => {
  const created: Body = { type: 'run.created', runId: 'r', steps: [], budgets: { maxParallelAgents: 1 }, by: 'ann' };
  expect(changedBy(INITIAL, { ...created, verifies: true })['own']).toEqual({ kind: 'dag', baseCase: { due: true } });
  expect(changesOf(INITIAL.own, Object(changedBy(INITIAL, created)['own'] ?? INITIAL.own))).toEqual({});
});
