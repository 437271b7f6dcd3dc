// Pure: requests as they come over Temporal.

import { Refused } from '../../src/model/input.ts';
import { readBudget, readDecision, readStop } from '../../src/workflows/read-requests.ts';

const on = { escalationId: 'esc_1' };

test.each([
  [{ ...on, action: 'approve', by: 'ann', comment: 'fine', artifactDigest: 'sha256:1' }],
  [{ ...on, action: 'reject', feedback: 'shorter' }],
  [{ ...on, action: 'amend', content: 'mine', mediaType: 'text/plain' }],
  [{ ...on, action: 'amend', artifactId: 'art_1', digest: 'sha256:1' }],
  [{ ...on, action: 'retry', guidance: 'look again', extraAttempts: 2 }],
  [{ ...on, action: 'redo', step: 'a', guidanceDigest: 'sha256:1' }],
  [{ ...on, action: 'skip', step: 'a' }],
  [{ ...on, action: 'raise', budgets: { maxAttempts: 9 } }],
  [{ ...on, action: 'abort', reason: 'enough' }],
  [{ ...on, action: 'skip', shown: 'a.b.c.d', seen: { amendments: 1, plan: 'sha256:1' } }],
])('api 5: %j is read as it is', (request) => {
  expect(readDecision(request)).toEqual({ kind: 'decide', ...request });
});

test('limits are taken in the words of the API and in those of a plan, always in one order', () => {
  const request = { ...on, action: 'raise', budgets: { maxDuration: 'PT1H', maxCostUsd: 0.5, maxAttempts: 4 } };
  const same = { ...on, action: 'raise', budgets: { maxAttempts: 4, maxMicroUsd: 500_000, maxDurationMs: 3_600_000 } };
  expect(JSON.stringify(readDecision(request).budgets)).toBe(JSON.stringify(readDecision(same).budgets));
});

test('what was shown is only taken together with where the question stood: nobody else can compare it', () => {
  expect(readDecision({ ...on, action: 'skip', shown: 'a.b.c.d' })).toEqual({ kind: 'decide', ...on, action: 'skip' });
});

test('what is null counts as left out', () => {
  expect(readDecision({ ...on, action: 'skip', step: null, extraAttempts: null, budgets: null })).toEqual({
    kind: 'decide',
    ...on,
    action: 'skip',
  });
});

test.each([
  ['not an object', 'action', 'abort'],
  ['an unknown action', 'action', { ...on, action: 'explode' }],
  ['no escalation', 'escalationId', { action: 'abort' }],
  ['R75: guidance over 1 KiB', 'guidance', { ...on, action: 'retry', guidance: 'é'.repeat(513) }],
  ['R43: content over 16 KiB', 'content', { ...on, action: 'amend', content: 'x'.repeat(16_385) }],
  ['a text that cannot be stored', 'content', { ...on, action: 'amend', content: 'a\0b' }],
  ['half a character', 'comment', { ...on, action: 'skip', comment: '\ud800' }],
  ['no text', 'step', { ...on, action: 'redo', step: 1 }],
  ['no attempts', 'extraAttempts', { ...on, action: 'retry', extraAttempts: 0 }],
  ['too many attempts', 'extraAttempts', { ...on, action: 'retry', extraAttempts: 101 }],
  ['half an attempt', 'extraAttempts', { ...on, action: 'retry', extraAttempts: 1.5 }],
  ['an unknown limit', 'budgets', { ...on, action: 'raise', budgets: { toString: 1 } }],
  ['no limit', 'budgets', { ...on, action: 'raise', budgets: {} }],
  ['limits that are none', 'budgets', { ...on, action: 'raise', budgets: [1] }],
  ['a negative limit', 'budgets', { ...on, action: 'raise', budgets: { maxTokens: -1 } }],
  ['a limit that is no number', 'budgets', { ...on, action: 'raise', budgets: { maxCostUsd: '1' } }],
  ['no standing', 'seen', { ...on, action: 'skip', seen: { amendments: '1' } }],
  ['a duration that is none', 'budgets', { ...on, action: 'raise', budgets: { maxDuration: '2h' } }],
])('%s is refused, naming %s', (_, field, request) => {
  expect(refusalOf(() => readDecision(request))).toMatchObject({ code: 'invalid_request', facts: { field } });
});

test('R62: limits by themselves', () => {
  expect(readBudget({ budgets: { maxAttempts: 9 }, by: 'ann' })).toEqual({
    kind: 'budget',
    budgets: { maxAttempts: 9 },
    by: 'ann',
  });
  expect(refusalOf(() => readBudget({}))).toMatchObject({ code: 'invalid_request', facts: { field: 'budgets' } });
});

test('a stop has a mode', () => {
  expect(readStop({})).toEqual({ kind: 'stop', mode: 'now' });
  expect(refusalOf(() => readStop({ mode: 'later' }))).toMatchObject({ facts: { field: 'mode' } });
});

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof Refused ? error : undefined;
  }
}
