/** Over a real PostgreSQL, with the engine's core in memory. */
import { no, PIPELINE, useDecisions, yes } from './deciding.ts';

const { api, escalated, overBudget, decide, run, escalation, dataOf } = useDecisions();

describe('every action (api 5)', () => {
  test('approve accepts the artifact over the guard: the step is waived with it', async () => {
    const { id, eid, digest } = await escalated();
    const answer = await decide(eid, { action: 'approve', artifactDigest: digest, by: 'ann', comment: 'good enough' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'decided',
        decision: { action: 'approve', by: 'ann', comment: 'good enough', at: expect.any(String) },
      }),
    ]);
    expect(await run(id)).toMatchObject({ status: 'completed', guards: { draft: 'waived' } });
  });

  test('R42: amend is 202; the artifact is of source human, after the one that was escalated', async () => {
    const { id, eid } = await escalated();
    const { artifactId: before } = await escalation(eid);
    const answer = await decide(eid, { action: 'amend', content: 'a haiku', mediaType: 'text/markdown' });
    expect(answer.statusCode).toBe(202);
    const { result } = await run(id);
    expect(result.artifacts.draft).toMatchObject({ content: 'a haiku', mediaType: 'text/markdown' });
    expect((await api.get(`/v1/artifacts/${result.artifacts.draft.artifactId}`)).json()).toMatchObject({
      source: 'human',
      status: 'accepted',
      runId: id,
      step: 'draft',
      epoch: 1,
      attempt: 1,
      parents: [{ artifactId: before, relation: 'previous_attempt' }],
    });
    expect((await run(id)).attempts.used).toBe(1);
  });

  test('R42: amend with ?wait is 200 with the decision when the guard passes it', async () => {
    const { eid } = await escalated();
    const answer = await decide(eid, { action: 'amend', content: 'a haiku', by: 'ann' }, '?wait=5s');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { status: 'decided', decision: { action: 'amend', by: 'ann' } },
    ]);
  });

  test('R43: an amendment that fails leaves the escalation open, about it and with its verdict', async () => {
    const { eid, digest } = await escalated();
    const answer = await decide(eid, { action: 'amend', content: 'a bad haiku' }, '?wait=5s');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { status: 'open', feedback: '"a bad haiku" will not do' },
    ]);
    expect(answer.json().evidence.attempts.at(-1)).toMatchObject({ source: 'human', status: 'rejected' });
    expect((await decide(eid, { action: 'approve', artifactDigest: digest })).json().code).toBe('digest_mismatch');
    const { artifactDigest } = await escalation(eid);
    expect((await decide(eid, { action: 'approve', artifactDigest })).statusCode).toBe(200);
  });

  test('R43: while one is being judged a second is refused, and any other decision discards it', async () => {
    const { id, eid } = await escalated();
    const slow = await decide(eid, { action: 'amend', content: 'a slow haiku' }, '?wait=10ms');
    expect([slow.statusCode, slow.json().status]).toEqual([202, 'open']);
    const second = (await decide(eid, { action: 'amend', content: 'another' })).json();
    expect(second).toMatchObject({ status: 409, code: 'amend_in_progress', runId: id });
    expect((await decide(eid, { action: 'skip' })).statusCode).toBe(200);
    const { data } = (await api.get(`/v1/runs/${id}/artifacts`)).json();
    expect(data[0]).toMatchObject({ source: 'human', status: 'discarded' });
  });

  test('R28: retry opens a new epoch with as many attempts as given; guidance joins the specification', async () => {
    const { id, eid } = await escalated({ draft: [no, yes] });
    await decide(eid, { action: 'retry', guidance: 'Rhyme.', extraAttempts: 7 });
    expect(await run(id)).toMatchObject({ status: 'completed' });
    expect((await api.get(`/v1/runs/${id}/steps/draft`)).json()).toMatchObject({
      epoch: 2,
      attempts: { used: 1, max: 7 },
    });
    expect(await dataOf(id, 'context.injected')).toMatchObject({ step: 'draft', from: eid, text: 'Rhyme.' });
  });

  test('R75: guidance over 1 KiB is stored and passed by digest', async () => {
    const { id, eid } = await escalated({ draft: [no, yes] });
    const guidance = 'é'.repeat(600);
    await decide(eid, { action: 'retry', guidance });
    const { digest, text } = await dataOf(id, 'context.injected');
    expect([text, (await api.store.contents.get([digest])).get(digest)]).toEqual([undefined, guidance]);
    expect((await decide(eid, { action: 'retry', guidance })).statusCode).toBe(200);
  });

  test('redo runs an upstream step again and everything that depends on it', async () => {
    const { id, eid } = await escalated({ plan: [yes, yes], draft: [no, yes] }, PIPELINE);
    expect((await decide(eid, { action: 'redo', step: 'plan', guidance: 'Be brief.' })).statusCode).toBe(200);
    expect((await api.get(`/v1/runs/${id}/state`)).json()).toMatchObject({
      status: 'completed',
      epochs: { plan: 2, draft: 2 },
    });
    expect(await dataOf(id, 'context.injected')).toMatchObject({ step: 'plan', text: 'Be brief.' });
  });

  test('skip waives the step without an artifact', async () => {
    const { id, eid } = await escalated();
    await decide(eid, { action: 'skip' });
    expect(await run(id)).toMatchObject({ status: 'completed', result: { artifacts: {}, waived: ['draft'] } });
  });

  test('raise raises the limits, and the run goes on', async () => {
    const { id, eid } = await overBudget();
    expect(await escalation(eid)).toMatchObject({ kind: 'budget', allowedActions: ['raise', 'abort'] });
    await decide(eid, { action: 'raise', budgets: { maxAttempts: 5, maxCostUsd: 0.5, maxDuration: 'PT1H' } });
    expect(await run(id)).toMatchObject({
      status: 'running',
      budgets: { maxAttempts: 5, maxCostUsd: 0.5, maxDuration: 'PT1H', maxParallelAgents: 3 },
    });
  });

  test('abort fails the run with its provenance', async () => {
    const { id, eid } = await escalated();
    await decide(eid, { action: 'abort', reason: 'wrong task', by: 'ann' });
    const { status, failure } = await run(id);
    expect([status, failure.code, failure.provenance.length]).toEqual(['failed', 'aborted', 1]);
  });
});

describe('the same again, and another (R42)', () => {
  test.each([
    [{ action: 'retry', guidance: 'x', extraAttempts: 2 }],
    [{ action: 'redo', step: 'draft' }],
    [{ action: 'skip' }],
    [{ action: 'abort', reason: 'enough' }],
    [{ action: 'amend', content: 'a haiku' }],
  ])('%j again is 200, whoever says it and why, also when the run has ended', async (body) => {
    const { eid } = await escalated();
    await decide(eid, { ...body, by: 'ann' }, '?wait=5s');
    const again = await decide(eid, { ...body, by: 'bob', comment: 'me too' });
    expect([again.statusCode, again.json().decision.by]).toEqual([200, 'ann']);
  });

  test('approve again is 200, with the digest that was shown or without (R115)', async () => {
    const { eid, digest: artifactDigest } = await escalated();
    await decide(eid, { action: 'approve', artifactDigest, by: 'ann' });
    expect((await decide(eid, { action: 'approve', by: 'bob' })).json().decision.by).toBe('ann');
  });

  test('limits in another order are the same', async () => {
    const { eid } = await overBudget();
    await decide(eid, { action: 'raise', budgets: { maxAttempts: 5, maxTokens: 900 } });
    expect((await decide(eid, { action: 'raise', budgets: { maxTokens: 900, maxAttempts: 5 } })).statusCode).toBe(200);
  });

  test.each([
    [{ action: 'retry' }],
    [{ action: 'retry', extraAttempts: 3 }],
    [{ action: 'retry', guidance: 'y', extraAttempts: 2 }],
    [{ action: 'skip' }],
    [{ action: 'amend', content: 'x' }],
  ])('%j after another decision is 409 showing the first', async (body) => {
    const { id, eid } = await escalated();
    await decide(eid, { action: 'retry', guidance: 'x', extraAttempts: 2, by: 'ann', comment: 'once more' });
    expect((await decide(eid, body)).json()).toMatchObject({
      status: 409,
      code: 'already_decided',
      runId: id,
      decision: { action: 'retry', by: 'ann', comment: 'once more' },
    });
  });

  test('two people at once: one decides, the other is told', async () => {
    const { eid, digest: artifactDigest } = await escalated();
    const answers = await Promise.all([
      decide(eid, { action: 'skip' }),
      decide(eid, { action: 'approve', artifactDigest }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('already_decided');
  });
});

describe('the bound (R26)', () => {
  test('falls as the run goes on, and a decision that opens steps again raises it by their share', async () => {
    const { id, eid } = await escalated({ plan: [yes, yes], draft: [no] }, PIPELINE);
    expect((await run(id)).bound).toEqual({ generations: 8, remaining: 0 });
    await decide(eid, { action: 'redo', step: 'plan' });
    expect((await run(id)).bound).toEqual({ generations: 16, remaining: 3 });
    expect((await run(id)).attempts).toEqual({ used: 4, max: 16 });
  });
});
