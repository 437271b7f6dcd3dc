/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from '../test-app.ts';

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

  test('R90: the artifact, what each answer leads to, absolute addresses, and an example that is refused as it is', async () => {
    const { id, eid, digest } = await escalated();
    const shown = await escalation(eid);
    expect(shown).toMatchObject({
      artifact: { id: shown.artifactId, digest, text: 'no', cut: false },
      outcomes: Object.fromEntries(shown.allowedActions.map((action: string) => [action, expect.any(String)])),
      example: { action: '<approve | amend | retry | redo | skip | abort>', artifactDigest: digest },
    });
    const base = (await run(id)).links.self.replace(`/v1/runs/${id}`, '');
    expect(shown.links).toEqual({
      self: `${base}/v1/escalations/${eid}`,
      decision: `${base}/v1/escalations/${eid}/decision`,
      run: `${base}/v1/runs/${id}`,
      artifact: `${base}/v1/artifacts/${shown.artifactId}/content`,
    });
    expect(base).toMatch(/^http/);
    expect((await decide(eid, shown.example)).statusCode).toBe(422);
    expect((await escalation(eid)).status).toBe('open');
  });

  test('R90: a summary of one line counts as one speaks', async () => {
    const { id } = await escalated();
    const { data } = (await api.get(`/v1/escalations?runId=${id}`)).json();
    expect(data[0].evidence.summary).toMatch(/^1 attempt, \d rejected, 0 faults(; last: .*[^.])?\.$/);
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

describe('an approval over the guard names what was looked at (R115)', () => {
  test('without artifactDigest or shown it is 428 and decides nothing', async () => {
    const { id, eid } = await escalated();
    const answer = await decide(eid, { action: 'approve' });
    expect([answer.statusCode, answer.json()]).toEqual([
      428,
      expect.objectContaining({ code: 'digest_required', runId: id, detail: expect.stringContaining(eid) }),
    ]);
    expect(await escalation(eid)).toMatchObject({ status: 'open' });
  });

  test('shown is taken as it is served; one of a question that moved on is 409 and says what changed', async () => {
    const { eid } = await escalated({ draft: [no, no] });
    const { shown } = await escalation(eid);
    await decide(eid, { action: 'amend', content: 'a bad haiku' }, '?wait=5s');
    const stale = await decide(eid, { action: 'approve', shown });
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'stale_decision', changed: expect.arrayContaining(['artifact']) }),
    ]);
    const now = await escalation(eid);
    expect(now).toMatchObject({ status: 'open', shown: expect.any(String) });
    expect((await decide(eid, { action: 'approve', shown: now.shown })).statusCode).toBe(200);
  });
});

const asks = (generator: object, guard: object = { use: 'not-empty' }) => ({
  steps: [{ id: 'draft', generator: { kind: 'human', question: 'Shall we?', ...generator }, guard }],
});

describe('answers of people have a shape (R115)', () => {
  const SHAPE = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };

  test.each([
    ['{"ok": "maybe"}', '/content/ok'],
    ['{}', '/content'],
    ['maybe', '/content'],
  ])('%s is refused at once with %s, and the question stays as it was', async (content, pointer) => {
    const { id, eid } = await escalated({}, asks({ answer: SHAPE }));
    const before = await escalation(eid);
    expect(before.answer).toEqual(SHAPE);
    const answer = await decide(eid, { action: 'amend', content });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_answer', runId: id, errors: [expect.objectContaining({ pointer })] }),
    ]);
    expect(await escalation(eid)).toEqual(before);
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toEqual([]);
  });

  test.each([
    [{ enum: ['yes', 'no'] }, 'yes'],
    [{ type: 'string' }, '12'],
    [{ type: 'number' }, '12'],
    [SHAPE, '{"ok": true}'],
  ])('%j takes %s', async (answer, content) => {
    const { eid } = await escalated({ draft: [yes] }, asks({ answer }));
    expect((await decide(eid, { action: 'amend', content }, '?wait=5s')).statusCode).toBe(200);
  });

  test('a human guard has one for what is given in place of the artifact', async () => {
    const guard = { use: 'human', with: { question: 'Good?', answer: { enum: ['a', 'b'] } } };
    const one = aDocument(asks({}, guard));
    expect((await api.post('/v1/workflows', one)).statusCode).toBe(201);
  });

  test.each([
    [asks({ answer: { type: 'nonsense' } }), '/steps/0/generator/answer'],
    [asks({}, { use: 'human', with: { question: '?', answer: { type: 'nonsense' } } }), '/steps/0/guard/with/answer'],
  ])('one that does not compile is refused when it is published: %#', async (change, pointer) => {
    const answer = await api.post('/v1/workflows', aDocument(change));
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [expect.objectContaining({ pointer })]]);
  });
});

describe('an answer without a shape is judged at once (R115)', () => {
  const YES_OR_NO = { use: 'one-of', with: { values: ['yes', 'no'] } };
  const LATER = { use: 'human', with: { question: 'Sure?' } };

  test.each([
    ['its guard', YES_OR_NO],
    ['what can be judged now of a sequence', { sequence: [LATER, YES_OR_NO] }],
    ['all of any', { any: [YES_OR_NO, { use: 'contains', with: { text: 'perhaps' } }] }],
  ])('by %s: "maybe" is 422 with the feedback, and the question stays as it was', async (_, guard) => {
    const { id, eid } = await escalated({}, asks({}, guard));
    const before = await escalation(eid);
    const answer = await decide(eid, { action: 'amend', content: 'maybe' });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'rejected_by_guard', guard: 'one-of', feedback: expect.stringContaining('yes') }),
    ]);
    expect(await escalation(eid)).toEqual(before);
    expect((await api.get(`/v1/runs/${id}/artifacts`)).json().data).toEqual([]);
  });

  test.each([
    ['a person has still to say', LATER],
    ['one of any is for a person', { any: [YES_OR_NO, LATER] }],
    ['it needs a sandbox', { use: 'python-syntax' }],
  ])('where %s, it goes on to be judged in its turn', async (_, guard) => {
    const { eid } = await escalated({}, asks({}, guard));
    expect((await decide(eid, { action: 'amend', content: 'maybe' })).statusCode).toBe(202);
  });

  test('another kind of question goes as ever', async () => {
    const step = { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: YES_OR_NO };
    const { eid } = await escalated({ draft: [no, no] }, { steps: [step] });
    expect((await decide(eid, { action: 'amend', content: 'maybe' }, '?wait=5s')).statusCode).toBe(200);
  });
});
