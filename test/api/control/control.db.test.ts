/** Over a real PostgreSQL, with the engine's core in memory. */
import { closeAbandoned } from '../../../src/api/runs/close-abandoned.ts';
import { startUnstarted } from '../../../src/api/runs/start-stored.ts';
import { digestOfJson } from '../../../src/store/digest.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

async function started(script: Parameters<typeof api.runs.script>[0] = {}): Promise<string> {
  api.runs.script(script);
  return (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json().id;
}

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

describe('pause and resume', () => {
  const IN_FLIGHT = { draft: [{ text: 'no', verdict: 'retry' as const }] };

  test('R47: 202 while an attempt is in flight; the view says what is asked; resume takes it back; both are safe to repeat', async () => {
    const id = await started(IN_FLIGHT);
    const first = await api.post(`/v1/runs/${id}/pause`, { reason: 'lunch' });
    expect([first.statusCode, first.json()]).toEqual([202, { runId: id, status: 'running', changed: true }]);
    expect((await api.get(`/v1/runs/${id}`)).json().control).toMatchObject({ pauseRequested: true });
    expect((await api.post(`/v1/runs/${id}/pause`)).json()).toMatchObject({ changed: false });
    const back = await api.post(`/v1/runs/${id}/resume?wait=5s`);
    expect([back.statusCode, back.json()]).toEqual([200, { runId: id, status: 'running', changed: true }]);
    const again = await api.post(`/v1/runs/${id}/resume`);
    expect([again.statusCode, again.json()]).toEqual([200, { runId: id, status: 'running', changed: false }]);
    expect((await api.get(`/v1/runs/${id}`)).json().control).toMatchObject({ pauseRequested: false });
  });

  test('R46: a stopped run goes on under its id; the log goes on with the next number, in the name of who asked', async () => {
    const id = await started(IN_FLIGHT);
    await api.post(`/v1/runs/${id}/stop?wait=5s`, { reason: 'wrong day' });
    const { revision } = (await api.get(`/v1/runs/${id}`)).json();
    const answer = await api.post(`/v1/runs/${id}/resume?wait=5s`, { reason: 'right day' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { runId: id, status: 'running', changed: true }]);
    const { data } = (await api.get(`/v1/runs/${id}/events?after=${revision}`)).json();
    expect(data[0]).toMatchObject({
      seq: revision + 1,
      type: 'run.resumed',
      data: { reason: 'right day', by: 'anonymous' },
    });
    const run = (await api.get(`/v1/runs/${id}`)).json();
    expect(run).toMatchObject({ status: 'running', control: { stopRequested: false, stopReason: null } });
    expect(run).not.toHaveProperty('endedAt');
  });

  test('a stop that meets a resume which is not in the log yet is not taken for settled', async () => {
    const id = await started(IN_FLIGHT);
    await api.post(`/v1/runs/${id}/stop?wait=5s`);
    const before = await api.store.runs.find(id);
    await api.post(`/v1/runs/${id}/resume`);
    const find = jest.spyOn(api.store.runs, 'find').mockResolvedValueOnce(before);
    const answer = await api.post(`/v1/runs/${id}/stop`);
    find.mockRestore();
    expect(answer.json()).toMatchObject({ status: 'stopped', changed: true });
  });

  test('of many who resume a stopped run at once one does', async () => {
    const id = await started(IN_FLIGHT);
    await api.post(`/v1/runs/${id}/stop?wait=5s`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(`/v1/runs/${id}/resume`)));
    expect(answers.map((answer) => answer.json().changed).filter(Boolean)).toHaveLength(1);
  });

  test.each(['pause', 'resume'])('%s of a run that is over is 409', async (verb) => {
    const id = await started({ draft: [{ text: 'ok', verdict: 'pass' }] });
    const answer = await api.post(`/v1/runs/${id}/${verb}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'run_not_open', runId: id }]);
  });
});

describe('terminate', () => {
  test('ends the run for good, with who and why in the log; again it changes nothing', async () => {
    const id = await started();
    const answer = await api.post(`/v1/runs/${id}/terminate?wait=5s`, { reason: 'never mind' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { runId: id, status: 'terminated', changed: true }]);
    const { data } = (await api.get(`/v1/runs/${id}/events`)).json();
    expect(data.at(-1)).toMatchObject({
      type: 'run.closed',
      data: { status: 'terminated', reason: 'never mind', by: 'anonymous' },
    });
    const again = await api.post(`/v1/runs/${id}/terminate`);
    expect([again.statusCode, again.json()]).toEqual([200, { runId: id, status: 'terminated', changed: false }]);
    expect((await api.post(`/v1/runs/${id}/resume`)).statusCode).toBe(409);
  });

  test('R74: where no worker answers, Temporal ends it and the end is written; a stop says what is down', async () => {
    const id = await started();
    api.runs.idle = true;
    try {
      const stop = await api.post(`/v1/runs/${id}/stop`);
      expect([stop.statusCode, stop.headers['retry-after']]).toEqual([503, expect.any(String)]);
      expect(stop.json().detail).toContain('worker');
      expect((await api.post(`/v1/runs/${id}/terminate`)).statusCode).toBe(202);
    } finally {
      api.runs.idle = false;
    }
    expect((await api.get(`/v1/runs/${id}`)).json().status).toBe('terminated');
    expect(await closeAbandoned({ store: api.store, runs: api.runs, now: Date.now })).toBe(0);
  });

  test('a run whose workflow task fails is told as such with the reason, and terminate ends it all the same (R92)', async () => {
    const id = await started();
    api.runs.stuck = 'Unknown encoding: json/protobuf';
    try {
      const stop = await api.post(`/v1/runs/${id}/stop`);
      expect(stop.statusCode).toBe(503);
      expect(stop.json()).toMatchObject({
        code: 'run_stuck',
        reason: 'Unknown encoding: json/protobuf',
        retryable: true,
      });
      const end = await api.post(`/v1/runs/${id}/terminate`, { reason: 'enough' });
      expect([end.statusCode, end.json().status]).toEqual([202, 'terminated']);
    } finally {
      api.runs.stuck = undefined;
    }
    expect((await api.get(`/v1/runs/${id}`)).json().status).toBe('terminated');
    expect((await api.store.events.read(id, 0, 100)).at(-1)).toMatchObject({ type: 'run.closed', reason: 'enough' });
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

test('R56, R74: the same start again starts what a crash left unstarted', async () => {
  const definition = aDocument();
  const request = { workflow: { definition }, id: 'again' };
  const row = await api.store.runs.find((await api.post('/v1/runs', { workflow: { definition } })).json().id);
  if (!row) throw new Error('the run is stored');
  const record = { ...row.record, id: request.id, requestDigest: digestOfJson(request) };
  const created = {
    type: 'run.created',
    runId: 'again',
    steps: ['draft'],
    budgets: record.plan.budgets,
    by: 'ann',
  } as const;
  await api.store.runs.create(record, { ...created, seq: 1, at: 1 });
  expect((await api.post('/v1/runs', request)).statusCode).toBe(200);
  expect(api.runs.starts).toContain('again');
});

test('R74: an execution that ended before the run was resumed does not end the one that goes on', async () => {
  const id = await started();
  await api.post(`/v1/runs/${id}/stop?wait=5s`);
  api.runs.terminate(id);
  await api.post(`/v1/runs/${id}/resume?wait=5s`);
  expect(await closeAbandoned({ store: api.store, runs: api.runs, now: Date.now })).toBe(0);
  expect((await api.get(`/v1/runs/${id}`)).json().status).toBe('running');
});

test('R74: a run whose execution was terminated in Temporal gets its end, once, and its questions are withdrawn', async () => {
  const id = await started({ draft: [{ text: 'no', verdict: 'fatal' }] });
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  api.runs.terminate(id);
  const deps = { store: api.store, runs: api.runs, now: Date.now };
  expect([await closeAbandoned(deps), await closeAbandoned(deps)]).toEqual([1, 0]);
  expect((await api.get(`/v1/runs/${id}`)).json()).toMatchObject({ status: 'terminated', openEscalations: [] });
  expect((await api.get(`/v1/escalations/${eid}`)).json().status).toBe('withdrawn');
  const { data } = (await api.get(`/v1/runs/${id}/events`)).json();
  expect(data.at(-1)).toMatchObject({ type: 'run.closed', data: { status: 'terminated' } });
});
