// Pure: what answers of people do to a run.
import { absorb, mustNameWhatItAccepts, wanted } from '../../src/engine.ts';
import { ACTIONS } from '../../src/model/events/escalations.ts';
import type { DecideRequest } from '../../src/model/input.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';

type Answer = Omit<DecideRequest, 'kind' | 'escalationId'>;

const question = (run: Playing) => openEscalations(run.state)[0];
const answer = (run: Playing, decision: Answer) =>
  run.do({ kind: 'decide', escalationId: question(run)?.id ?? '', by: 'ann', ...decision });
const tokenOf = (run: Playing) => wanted(run.state)[0]?.token ?? '';

test('R81, api 5: a step that asks first is not begun on a rejection; it is told why, and the person asked again', () => {
  const run = playing(aPlan([aStep('a', { approval: true })]));
  expect(question(run)).toMatchObject({
    kind: 'approval',
    allowedActions: expect.arrayContaining(['approve', 'reject']),
  });
  const [first] = openEscalations(run.state);
  answer(run, { action: 'reject', feedback: 'Cheaper.' });
  expect(question(run)).toMatchObject({ kind: 'approval' });
  expect(question(run)?.id).not.toBe(first?.id);
  expect(run.state.usage.attempts).toBe(0);
  answer(run, { action: 'approve' });
  expect(run.state.steps['a']).toMatchObject({ call: { phase: 'generate' }, injected: [{ text: 'Cheaper.' }] });
});

test('R49: a limit that is still used up is no answer', () => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxAttempts: 1 }));
  const token = tokenOf(run);
  run.do(generated(token));
  run.do(judged(token));
  expect(question(run)).toMatchObject({ kind: 'budget' });
  const refused = () => answer(run, { action: 'raise', budgets: { maxAttempts: 1 } });
  expect(refused).toThrow(expect.objectContaining({ code: 'invalid_request', facts: { field: 'budgets' } }));
  expect(refused).toThrow('maxAttempts has to be more than the 1 that are used.');
  expect(answer(run, { action: 'raise', budgets: { maxAttempts: 2 } }).life.status).toBe('running');
});

test.each(ACTIONS)('R44: %s about a step that has left the plan is refused, whatever the log still asks', (action) => {
  const run = playing(aPlan([aStep('a', { approval: true }), aStep('b')]));
  const escalationId = question(run)?.id ?? '';
  const decision = { kind: 'decide', escalationId, action, artifactId: 'art_1', digest: 'sha256:1' } as const;
  expect(() => absorb(aPlan([aStep('b')]), run.state, decision, 0)).toThrow(
    expect.objectContaining({ code: 'escalation_withdrawn' }),
  );
});

test.each([
  [{ maxDurationMs: 90_000 }, 100_000, '100 s of 90 s', { used: 100, limit: 90 }],
  [{ maxMicroUsd: 1_500_000 }, 0, '$2 of $1.5', { used: 2, limit: 1.5 }],
])('R49: a person reads of a used-up budget in seconds and dollars (%j)', (budgets, at, words, shown) => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], budgets));
  const token = tokenOf(run);
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, microUsd: 2_000_000, llmCalls: 1 };
  run.do({ ...generated(token), usage }, at);
  run.do(judged(token), at);
  expect(question(run)?.question).toContain(words);
  expect(run.log.find(({ type }) => type === 'budget.exceeded')).toMatchObject(shown);
});

describe('a guard leaf that is for a person', () => {
  const asked = (expiresIn?: number) => {
    const run = playing(aPlan([aStep('a')]));
    const token = tokenOf(run);
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'human', ...(expiresIn !== undefined && { expiresIn }) });
    return { run, token };
  };

  test('R43, R73: whoever writes the artifact has answered the leaf', () => {
    const { run } = asked();
    answer(run, { action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine' });
    expect(wanted(run.state)).toMatchObject([
      { phase: 'guard', source: 'human', answers: [{ leaf: 'human', verdict: 'pass', by: 'ann' }] },
    ]);
    expect(run.do(judged(tokenOf(run)))).toMatchObject({
      life: { status: 'completed' },
      steps: { a: { artifact: { id: 'art_mine' } } },
    });
  });

  test('R41: a question that expires leaves no attempt open on the run that fails', () => {
    const { run, token } = asked(1_000);
    expect(run.do({ kind: 'time' }, 1_000)).toMatchObject({
      life: { status: 'failed', failure: { code: 'escalation_expired' } },
    });
    expect(run.log.find(({ type }) => type === 'attempt.finished')).toMatchObject({ token });
    expect(run.state.steps['a']?.call).toBeUndefined();
  });
});

describe('an approval over the guard names its artifact (R115)', () => {
  const plan = aPlan([aStep('a')]);
  const asked = () => {
    const run = playing(plan);
    const token = tokenOf(run);
    run.do(generated(token));
    run.do({ ...judged(token), verdict: 'fatal', guard: 'g', signature: 's' });
    return run;
  };
  const request = (run: Playing, more: Partial<Answer> = {}) =>
    ({ kind: 'decide', escalationId: question(run)?.id ?? '', action: 'approve', ...more }) as const;

  test('without its digest it is digest_required', () => {
    const run = asked();
    expect(() => mustNameWhatItAccepts(run.state, request(run))).toThrow(
      expect.objectContaining({ code: 'digest_required' }),
    );
  });

  test('with the digest, for another action, or once decided, there is nothing to say', () => {
    const run = asked();
    const before = request(run);
    const artifactDigest = question(run)?.artifactDigest ?? '';
    expect(() => mustNameWhatItAccepts(run.state, request(run, { artifactDigest }))).not.toThrow();
    expect(() => mustNameWhatItAccepts(run.state, request(run, { action: 'skip' }))).not.toThrow();
    answer(run, { action: 'approve', artifactDigest });
    expect(() => mustNameWhatItAccepts(run.state, before)).not.toThrow();
  });

  test('what may not be approved anyway is not asked for its digest', () => {
    const run = playing(plan);
    run.do(generated(tokenOf(run)));
    run.do({ kind: 'broken', token: tokenOf(run), reason: 'infrastructure', detail: 'down', guard: 'g' });
    expect(question(run)).toMatchObject({ kind: 'infrastructure', artifactDigest: expect.any(String) });
    expect(() => mustNameWhatItAccepts(run.state, request(run))).not.toThrow();
  });

  test('a step that asks before it begins has no artifact to name', () => {
    const run = playing(aPlan([aStep('a', { approval: true })]));
    expect(() => mustNameWhatItAccepts(run.state, request(run))).not.toThrow();
  });
});

test('R42: a decision that says where the question stood is refused once somebody else has answered it, or the definition is another', () => {
  const run = playing(aPlan([aStep('a')]));
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run), 'fatal'));
  const seen = { amendments: 0, plan: 'sha256:0' };
  const look = (at: object) => () => answer(run, { action: 'skip', seen: { ...seen, ...at } });
  expect(look({ plan: 'sha256:other' })).toThrow(
    expect.objectContaining({ code: 'stale_decision', facts: { changed: ['options'] } }),
  );
  answer(run, { action: 'amend', artifactId: 'art_1', digest: 'sha256:1', seen, shown: 'what I saw' });
  expect(run.log.at(-1)).toMatchObject({ type: 'artifact.created', shown: 'what I saw' });
  expect(look({})).toThrow(expect.objectContaining({ code: 'stale_decision', facts: { changed: ['artifact'] } }));
  run.do(judged(tokenOf(run), 'retry'));
  // A text of one's own is bound like any other answer.
  const amended = { action: 'amend', artifactId: 'art_2', digest: 'sha256:2', seen } as const;
  expect(() => answer(run, amended)).toThrow(expect.objectContaining({ code: 'stale_decision' }));
  answer(run, { action: 'skip', seen: { ...seen, amendments: 1 }, shown: 'what I see' });
  expect(run.log.find(({ type }) => type === 'escalation.decided')).toMatchObject({ shown: 'what I see' });
});
