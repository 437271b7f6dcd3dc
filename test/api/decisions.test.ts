/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from './test-app.ts';

const api = useApp();

type Script = Parameters<typeof api.runs.script>[0];

const no = { text: 'no', verdict: 'fatal' } as const;
const yes = { text: 'yes', verdict: 'pass' } as const;

async function started(script: Script, change: Record<string, unknown> = {}): Promise<string> {
  api.runs.script(script);
  return (await api.post('/v1/runs', { workflow: { definition: aDocument(change) } })).json().id;
}

interface Escalated {
  readonly id: string;
  readonly eid: string;
  readonly digest: string;
}

/** A run that asks about `draft`, or about its budget. */
async function escalated(script: Script = { draft: [no] }, change: Record<string, unknown> = {}): Promise<Escalated> {
  const id = await started(script, change);
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return { id, eid, digest: (await escalation(eid)).artifactDigest };
}

const PIPELINE = {
  steps: ['plan', 'draft'].map((id, index) => ({
    id,
    ...(index > 0 && { requires: ['plan'] }),
    generator: { kind: 'llm', prompt: `Write a ${id}.` },
    guard: { use: 'not-empty' },
  })),
};

const overBudget = (): Promise<Escalated> => escalated({ plan: [yes] }, { ...PIPELINE, budgets: { maxAttempts: 1 } });
const decide = (eid: string, body: object, query = '') => api.post(`/v1/escalations/${eid}/decision${query}`, body);
const run = async (id: string) => (await api.get(`/v1/runs/${id}`)).json();
const escalation = async (eid: string) => (await api.get(`/v1/escalations/${eid}`)).json();
const eventsOf = async (id: string) => (await api.get(`/v1/runs/${id}/events?limit=200`)).json().data;
const dataOf = async (id: string, type: string) =>
  (await eventsOf(id)).findLast((event: { type: string }) => event.type === type)?.data;

describe('what a person sees', () => {
  test('the question with its evidence', async () => {
    const { id, eid } = await escalated();
    expect(await escalation(eid)).toMatchObject({
      id: eid,
      runId: id,
      status: 'open',
      kind: 'fatal',
      step: 'draft',
      feedback: '"no" will not do',
      evidence: {
        attempts: [{ status: 'rejected', feedback: '"no" will not do', verdict: { verdict: 'fatal' } }],
        summary: expect.stringContaining('draft: one attempt was rejected.'),
        injected: [],
        spend: { costUsd: 0.0015 },
      },
      allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'],
    });
    const inbox = (await api.get(`/v1/escalations?status=open&runId=${id}&kind=fatal`)).json();
    expect(inbox.data.map((row: { id: string }) => row.id)).toEqual([eid]);
  });

  test('what changed from one attempt to the next', async () => {
    const { eid } = await escalated({
      draft: [
        { text: 'a\nb\n', verdict: 'retry' },
        { text: 'a\nc\n', verdict: 'fatal' },
      ],
    });
    const { attempts } = (await escalation(eid)).evidence;
    const [from, to] = attempts.map(({ artifactId }: { artifactId: string }) => artifactId);
    const unified = `--- ${from}\n+++ ${to}\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n`;
    expect(attempts.map(({ diff }: { diff?: object }) => diff)).toEqual([undefined, { from, to, unified }]);
    expect((await api.get(`/v1/artifacts/${from}/diff/${to}`)).json()).toEqual({ from, to, unified });
    expect((await api.get(`/v1/artifacts/${from}/diff/art_none`)).statusCode).toBe(404);
  });

  test('what people said to the step before', async () => {
    const { id, eid } = await escalated({ draft: [no, no] });
    await decide(eid, { action: 'retry', guidance: 'Rhyme.', by: 'ann' });
    const [second] = (await run(id)).openEscalations;
    expect((await escalation(second)).evidence.injected).toEqual([{ from: eid, text: 'Rhyme.' }]);
  });

  test('R41: until when', async () => {
    const steps = aDocument()['steps'];
    const { eid } = await escalated(undefined, {
      steps: Array.isArray(steps) ? steps.map((step) => ({ ...step, timeouts: { decision: 'PT1H' } })) : [],
    });
    const { openedAt, expiresAt } = await escalation(eid);
    expect(Date.parse(expiresAt) - Date.parse(openedAt)).toBe(3_600_000);
  });
});

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
    [{ action: 'approve' }],
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
    const { eid } = await escalated();
    const answers = await Promise.all([decide(eid, { action: 'skip' }), decide(eid, { action: 'approve' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('already_decided');
  });
});

describe('refusals', () => {
  test.each([
    ['raise', { budgets: { maxAttempts: 9 } }],
    ['reject', { feedback: 'x' }],
  ])('R42: %s is not allowed here: 409 with allowedActions', async (action, fields) => {
    const { eid } = await escalated();
    expect((await decide(eid, { action, ...fields })).json()).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'],
    });
  });

  test.each([
    [{}, '/action'],
    [{ action: 'explode' }, '/action'],
    [{ action: 'reject' }, '/feedback'],
    [{ action: 'amend' }, '/content'],
    [{ action: 'amend', content: 'x', mediaType: 'text' }, '/mediaType'],
    [{ action: 'retry', extraAttempts: 0 }, '/extraAttempts'],
    [{ action: 'retry', extraAttempts: 101 }, '/extraAttempts'],
    [{ action: 'retry', extraAttempts: 1.5 }, '/extraAttempts'],
    [{ action: 'retry', step: 'draft' }, '/step'],
    [{ action: 'redo' }, '/step'],
    [{ action: 'redo', step: 'nowhere' }, '/step'],
    [{ action: 'redo', step: 'draft', extraAttempts: 1 }, '/extraAttempts'],
    [{ action: 'skip', step: 'other' }, '/step'],
    [{ action: 'raise' }, '/budgets'],
    [{ action: 'raise', budgets: {} }, '/budgets'],
    [{ action: 'raise', budgets: { maxAttempts: 'x' } }, '/budgets/maxAttempts'],
    [{ action: 'raise', budgets: { maxWords: 1 } }, '/budgets/maxWords'],
    [{ action: 'abort', content: 'x' }, '/content'],
    [{ action: 'approve', guidance: 'x' }, '/guidance'],
  ])('R42: missing or wrong fields are 422: %j', async (body, pointer) => {
    const { eid } = await escalated();
    const answer = await decide(eid, body);
    expect([answer.statusCode, answer.json().errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      422,
      [pointer],
    ]);
    expect((await escalation(eid)).status).toBe('open');
  });

  test('redo of a step that is not upstream is 422', async () => {
    const { eid } = await escalated({ plan: [no] }, PIPELINE);
    expect((await decide(eid, { action: 'redo', step: 'draft' })).json()).toMatchObject({
      status: 422,
      code: 'not_upstream',
      errors: [{ pointer: '/step' }],
    });
  });

  test('R44: where the escalation has no step, skip names one', async () => {
    const steps = PIPELINE.steps.map((step) =>
      step.id === 'plan' ? { ...step, recovery: { onExhausted: 'skip', rMax: 0 } } : step,
    );
    const { id, eid } = await escalated({ plan: [{ text: 'no', verdict: 'retry' }] }, { steps });
    expect(await escalation(eid)).toMatchObject({ kind: 'deadlock', allowedActions: ['redo', 'skip', 'abort'] });
    const answers = [await decide(eid, { action: 'skip' }), await decide(eid, { action: 'skip', step: 'nowhere' })];
    expect(answers.map((answer) => [answer.statusCode, answer.json().errors[0].pointer])).toEqual([
      [422, '/step'],
      [422, '/step'],
    ]);
    expect((await decide(eid, { action: 'skip', step: 'draft' })).statusCode).toBe(200);
    expect(await run(id)).toMatchObject({ status: 'completed', result: { waived: ['plan', 'draft'] } });
  });

  test('a digest that is not what was shown is 409; an unknown escalation 404; one of a stopped run 409', async () => {
    const { id, eid } = await escalated();
    expect((await decide(eid, { action: 'abort', artifactDigest: 'sha256:old' })).json()).toMatchObject({
      status: 409,
      code: 'digest_mismatch',
    });
    expect((await decide('esc_none', { action: 'abort' })).json()).toMatchObject({
      status: 404,
      code: 'escalation_not_found',
    });
    await api.post(`/v1/runs/${id}/stop?wait=5s`);
    expect((await decide(eid, { action: 'abort' })).json()).toMatchObject({
      status: 409,
      code: 'run_not_open',
      runId: id,
    });
    expect((await escalation(eid)).status).toBe('open');
  });

  test('a refused amendment is not stored', async () => {
    const { id, eid } = await escalated();
    await decide(eid, { action: 'amend', content: 'x', artifactDigest: 'sha256:old' });
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toHaveLength(1);
  });

  test('R44: an escalation of a step that a cascade reset is withdrawn: 409', async () => {
    const steps = [...PIPELINE.steps, { ...PIPELINE.steps[1], id: 'other' }];
    const { id } = await escalated({ plan: [yes], draft: [no], other: [no] }, { steps });
    const [first, second] = (await run(id)).openEscalations;
    expect(second).toBeDefined();
    await decide(first, { action: 'redo', step: 'plan' });
    expect((await decide(second, { action: 'skip' })).json()).toMatchObject({
      status: 409,
      code: 'escalation_withdrawn',
    });
  });

  test('R57: an amendment has 4 MiB', async () => {
    const { eid } = await escalated();
    expect((await decide(eid, { action: 'amend', content: 'x'.repeat(300_000) })).statusCode).toBe(202);
    const other = await escalated();
    expect((await decide(other.eid, { action: 'amend', content: 'x'.repeat(4_200_000) })).statusCode).toBe(413);
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
