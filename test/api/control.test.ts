/** Over a real PostgreSQL, with the engine's core in memory. */
import { closeAbandoned } from '../../src/api/use-cases/close-abandoned.ts';
import { startUnstarted } from '../../src/api/use-cases/start-stored.ts';
import { aDocument, useApp } from './test-app.ts';

const api = useApp();

async function started(script: Parameters<typeof api.runs.script>[0] = {}): Promise<string> {
  api.runs.script(script);
  return (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json().id;
}

async function escalated(): Promise<{ readonly id: string; readonly eid: string; readonly digest: string }> {
  const id = await started({ draft: [{ text: 'no', verdict: 'fatal' }] });
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return { id, eid, digest: (await api.get(`/v1/escalations/${eid}`)).json().artifactDigest };
}

const decide = (eid: string, body: object, headers = {}) => api.post(`/v1/escalations/${eid}/decision`, body, headers);

describe('stop', () => {
  test('is 202, and 200 with ?wait once settled', async () => {
    const first = await api.post(`/v1/runs/${await started()}/stop`);
    expect([first.statusCode, first.json()]).toEqual([
      202,
      { runId: expect.any(String), status: 'stopped', changed: true },
    ]);
    const id = await started();
    const second = await api.post(`/v1/runs/${id}/stop?wait=10s`, { reason: 'enough', mode: 'now' });
    expect([second.statusCode, second.json()]).toEqual([200, { runId: id, status: 'stopped', changed: true }]);
    expect((await api.get(`/v1/runs/${id}`)).json().control).toMatchObject({
      stopRequested: true,
      stopReason: 'enough',
    });
  });

  test('api 3: on a run that has ended it is 200 with changed: false', async () => {
    const id = await started({ draft: [{ text: 'ok', verdict: 'pass' }] });
    const answer = await api.post(`/v1/runs/${id}/stop`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { runId: id, status: 'completed', changed: false }]);
  });

  test('a run that a crash left unstarted is stopped too', async () => {
    const id = await started();
    const row = await api.store.runs.find(id);
    if (!row) throw new Error('the run is stored');
    const record = { ...row.record, id: 'left-behind' };
    const created = {
      type: 'run.created',
      runId: record.id,
      steps: ['draft'],
      budgets: record.plan.budgets,
      by: 'ann',
      seq: 1,
      at: 1,
    } as const;
    await api.store.runs.create(record, created);
    const answer = await api.post('/v1/runs/left-behind/stop?wait=5s');
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'stopped']);
  });

  test('R75: a long reason is stored and passed by digest', async () => {
    const id = await started();
    await api.post(`/v1/runs/${id}/stop`, { reason: 'é'.repeat(2_000) });
    const { stopReason } = (await api.get(`/v1/runs/${id}`)).json().control;
    expect(Buffer.byteLength(stopReason)).toBeLessThanOrEqual(1_024);
    const digest = /sha256:[0-9a-f]{64}/.exec(stopReason)?.[0] ?? '';
    expect((await api.store.contents.get([digest])).get(digest)).toBe('é'.repeat(2_000));
  });

  test.each([
    [{ reason: 1 }, '/reason'],
    [{ mode: 'later' }, '/mode'],
    [{ force: true }, '/force'],
  ])('R55: %j is 422', async (body, pointer) => {
    const answer = await api.post(`/v1/runs/${await started()}/stop`, body);
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, pointer]);
  });
});

describe('decisions (api 5)', () => {
  test('the escalation shows what a person needs', async () => {
    const { id, eid } = await escalated();
    expect((await api.get(`/v1/escalations/${eid}`)).json()).toMatchObject({
      id: eid,
      runId: id,
      status: 'open',
      kind: 'fatal',
      step: 'draft',
      feedback: '"no" will not do',
      evidence: { attempts: [{ status: 'rejected', verdict: { verdict: 'fatal' } }], spend: { costUsd: 0.0015 } },
      allowedActions: ['abort'],
    });
    const inbox = (await api.get(`/v1/escalations?status=open&runId=${id}&kind=fatal`)).json();
    expect(inbox.data.map((escalation: { id: string }) => escalation.id)).toEqual([eid]);
  });

  test('abort is 200 with the escalation, and fails the run with its provenance', async () => {
    const { id, eid, digest } = await escalated();
    const answer = await decide(eid, { action: 'abort', reason: 'wrong task', by: 'ann', artifactDigest: digest });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'decided',
        decision: { action: 'abort', by: 'ann', comment: 'wrong task', at: expect.any(String) },
      }),
    ]);
    const { status, failure } = (await api.get(`/v1/runs/${id}`)).json();
    expect([status, failure.code, failure.provenance.length]).toEqual(['failed', 'aborted', 1]);
  });

  test('R42: the same again is 200, whoever says it; another is 409 showing the first', async () => {
    const { eid } = await escalated();
    await decide(eid, { action: 'abort', reason: 'wrong task', by: 'ann' });
    expect(
      (await decide(eid, { action: 'abort', reason: 'wrong task', by: 'bob', comment: 'me too' })).statusCode,
    ).toBe(200);
    const other = await decide(eid, { action: 'abort', reason: 'another' });
    expect(other.json()).toMatchObject({
      status: 409,
      code: 'already_decided',
      decision: { action: 'abort', by: 'ann' },
    });
    expect((await decide(eid, { action: 'skip' })).json().code).toBe('already_decided');
  });

  test.each([
    ['approve', {}],
    ['reject', { feedback: 'x' }],
    ['amend', { content: 'x' }],
    ['retry', { guidance: 'x', extraAttempts: 2 }],
    ['redo', { step: 'draft' }],
    ['skip', {}],
    ['raise', { budgets: { maxAttempts: 9 } }],
  ])('R42: %s is not allowed here: 409 with allowedActions', async (action, fields) => {
    const { eid } = await escalated();
    const answer = await decide(eid, { action, ...fields });
    expect(answer.json()).toMatchObject({ status: 409, code: 'action_not_allowed', allowedActions: ['abort'] });
  });

  test.each([
    [{}, '/action'],
    [{ action: 'explode' }, '/action'],
    [{ action: 'reject' }, '/feedback'],
    [{ action: 'amend' }, '/content'],
    [{ action: 'raise', budgets: { maxAttempts: 'x' } }, '/budgets/maxAttempts'],
    [{ action: 'abort', content: 'x' }, '/content'],
  ])('R42: missing or wrong fields are 422: %j', async (body, pointer) => {
    const { eid } = await escalated();
    const answer = await decide(eid, body);
    expect([answer.statusCode, answer.json().errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      422,
      [pointer],
    ]);
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
    expect((await decide(eid, { action: 'abort' })).json()).toMatchObject({ status: 409, code: 'run_not_open' });
  });
});

describe('what a crash left behind (R74)', () => {
  test('the sweep starts runs that hold run.created alone', async () => {
    const row = await api.store.runs.find(await started());
    if (!row) throw new Error('the run is stored');
    const record = { ...row.record, id: 'swept', createdAt: 1 };
    const created = {
      type: 'run.created',
      runId: 'swept',
      steps: ['draft'],
      budgets: record.plan.budgets,
      by: 'ann',
      seq: 1,
      at: 1,
    } as const;
    await api.store.runs.create(record, created);
    api.runs.down = true;
    expect(await startUnstarted({ store: api.store, runs: api.runs }, 0)).toBe(0);
    api.runs.down = false;
    expect(await startUnstarted({ store: api.store, runs: api.runs }, 0)).toBe(1);
    expect(api.runs.starts).toContain('swept');
    expect((await api.get('/v1/runs/swept')).json().revision).toBeGreaterThan(1);
  });
});

test('R74: a run whose execution was terminated in Temporal gets its end, once, and its questions are withdrawn', async () => {
  const { id, eid } = await escalated();
  api.runs.terminate(id);
  const deps = { store: api.store, runs: api.runs, now: Date.now };
  expect([await closeAbandoned(deps), await closeAbandoned(deps)]).toEqual([1, 0]);
  expect((await api.get(`/v1/runs/${id}`)).json()).toMatchObject({ status: 'terminated', openEscalations: [] });
  expect((await api.get(`/v1/escalations/${eid}`)).json().status).toBe('withdrawn');
  const { data } = (await api.get(`/v1/runs/${id}/events`)).json();
  expect(data.at(-1)).toMatchObject({ type: 'run.closed', data: { status: 'terminated' } });
});
