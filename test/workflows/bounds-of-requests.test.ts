// Pure: how much a request may say, what is noted of one that is refused, and what is known of a step that was made elsewhere.
import { recordRefusal, withSeeds } from '../../src/engine.ts';
import { Refused } from '../../src/model/input.ts';
import { type Decision, readBudget } from '../../src/workflows/read-requests.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { playing } from '../support/played/playing.ts';

const YEARS_MS = 3_650 * 24 * 60 * 60 * 1_000;
const MOST = Number.MAX_SAFE_INTEGER;

test.each<[string, object, object | undefined]>([
  ['one attempt', { maxAttempts: 1 }, { maxAttempts: 1 }],
  ['none', { maxAttempts: 0 }, undefined],
  ['as many as can be counted', { maxTokens: MOST }, { maxTokens: MOST }],
  ['more', { maxTokens: MOST + 1 }, undefined],
  ['half a token', { maxTokens: 0.5 }, undefined],
  ['no money', { maxCostUsd: 0 }, { maxMicroUsd: 0 }],
  ['a million dollars', { maxCostUsd: 1_000_000 }, { maxMicroUsd: 1_000_000_000_000 }],
  ['a cent more', { maxCostUsd: 1_000_000.01 }, undefined],
  ['less than none', { maxCostUsd: -0.01 }, undefined],
  ['a part of a micro-dollar', { maxCostUsd: 0.000_000_6 }, { maxMicroUsd: 1 }],
  ['none, in micro-dollars', { maxMicroUsd: 0 }, { maxMicroUsd: 0 }],
  ['as much in micro-dollars', { maxMicroUsd: 1_000_000_000_000 }, { maxMicroUsd: 1_000_000_000_000 }],
  ['one more', { maxMicroUsd: 1_000_000_000_001 }, undefined],
  ['a second', { maxDuration: 'PT1S' }, { maxDurationMs: 1_000 }],
  ['no time', { maxDuration: 'PT0S' }, undefined],
  ['ten years', { maxDuration: 'P3650D' }, { maxDurationMs: YEARS_MS }],
  ['a day more', { maxDuration: 'P3651D' }, undefined],
  ['ten years in milliseconds', { maxDurationMs: YEARS_MS }, { maxDurationMs: YEARS_MS }],
  ['one more', { maxDurationMs: YEARS_MS + 1 }, undefined],
  ['a thousand at once', { maxParallelAgents: 1_000 }, { maxParallelAgents: 1_000 }],
  ['one more', { maxParallelAgents: 1_001 }, undefined],
  ['no swap', { maxSwaps: 0 }, { maxSwaps: 0 }],
  ['no turn', { maxIterations: 0 }, undefined],
  ['no stall', { maxStall: 0 }, undefined],
  ['what has no price', { unpriced: 'allow' }, { unpriced: 'allow' }],
  ['another word for that', { unpriced: 'yes' }, undefined],
  ['a limit and one left out', { maxAttempts: 2, maxTokens: null, maxStall: undefined }, { maxAttempts: 2 }],
  ['nothing but what is left out', { maxTokens: null }, undefined],
  ['a list', [], undefined],
])('R62: a limit of %s', (_, budgets, read) => {
  const reading = () => readBudget({ budgets }).budgets;
  if (read) expect(reading()).toEqual(read);
  else expect(reading).toThrow(expect.objectContaining({ code: 'invalid_request', facts: { field: 'budgets' } }));
});

describe('R45: of a signal that is refused the log keeps who wanted what, in short', () => {
  const { state } = playing(aPlan([aStep('a')]));
  const refused = new Refused('escalation_not_found', 'There is none.');

  test.each<[string, unknown, object]>([
    [
      'all of it',
      { escalationId: 'esc_1', action: 'abort', by: 'ann' },
      { escalationId: 'esc_1', action: 'abort', by: 'ann' },
    ],
    ['nobody', { escalationId: 'esc_1', action: 'abort' }, { by: 'anonymous' }],
    ['what is no text', { escalationId: 3, action: null, by: [] }, { escalationId: '', action: '', by: 'anonymous' }],
    [
      'what is long',
      { by: 'b'.repeat(300), action: 'a'.repeat(200) },
      { by: 'b'.repeat(200), action: 'a'.repeat(200) },
    ],
  ])('%s', (_, request, told) => {
    expect(recordRefusal(state, request, refused, 7)).toEqual([
      expect.objectContaining({
        type: 'decision.rejected',
        reason: 'escalation_not_found',
        seq: state.seq + 1,
        at: 7,
        ...told,
      }),
    ]);
  });

  test('and of a run that has ended nothing', () => {
    const run = playing(aPlan([aStep('a')]));
    run.do({ kind: 'terminate', by: 'ann' });
    const decision: Partial<Decision> = { action: 'abort' };
    expect(recordRefusal(run.state, decision, refused, 7)).toEqual([]);
  });
});

test('R69, R103: a step that was made elsewhere needs no person and is not asked for its when; its choice is taken first', () => {
  const steps = [
    aStep('plain'),
    aStep('human', { kind: 'human' }),
    aStep('approved', { approval: true }),
    aStep('asked', { conditional: true }),
    aStep('choice', { orGroup: 'g' }),
    aStep('other', { approval: true }),
  ];
  const seeded = withSeeds(aPlan(steps), ['plain', 'human', 'approved', 'asked', 'choice']);
  expect(seeded.steps.map(({ id, seeded: is }) => [id, is])).toEqual([
    ['plain', undefined],
    ['human', true],
    ['approved', true],
    ['asked', true],
    ['choice', true],
    ['other', undefined],
  ]);
});
