/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

/** One step under way, or parked when its one attempt is used up. */
async function started(budgets: object, script: Parameters<typeof api.runs.script>[0] = {}): Promise<string> {
  api.runs.script(script);
  return (await api.post('/v1/runs', { workflow: { definition: aDocument({ budgets }) } })).json().id;
}

const parked = () =>
  started(
    { maxAttempts: 1 },
    {
      draft: [
        { text: 'no', verdict: 'retry' },
        { text: 'yes', verdict: 'pass' },
      ],
    },
  );
const patch = (id: string, payload: object, headers = {}) =>
  api.send({ method: 'PATCH', url: `/v1/runs/${id}/budget`, payload, headers });
const run = async (id: string) => (await api.get(`/v1/runs/${id}`)).json();

test('limits, what is used, reserved and left, and the bound', async () => {
  const id = await started(
    { maxAttempts: 3, maxTokens: 100, maxCostUsd: 0.5, maxDuration: 'PT1H' },
    { draft: [{ text: 'no', verdict: 'retry' }] },
  );
  const answer = await api.get(`/v1/runs/${id}/budget`);
  expect([answer.statusCode, answer.headers['etag']]).toEqual([200, `"${(await run(id)).revision}"`]);
  expect(answer.json()).toMatchObject({
    limits: { maxAttempts: 3, maxTokens: 100, maxCostUsd: 0.5, maxDuration: 'PT1H', maxParallelAgents: 3 },
    used: { maxAttempts: 1, maxTokens: 15, maxCostUsd: 0.0015, maxParallelAgents: 1, maxIterations: 1 },
    reserved: { maxAttempts: 1 },
    remaining: { maxAttempts: 1, maxTokens: 85, maxCostUsd: 0.4985, maxParallelAgents: 2 },
    bound: { generations: 4, remaining: 2 },
  });
});

test('R62: raising what a run waits for answers its question and the run goes on', async () => {
  const id = await parked();
  const [eid] = (await run(id)).openEscalations;
  expect((await run(id)).status).toBe('budget_exceeded');
  const answer = await patch(id, { maxAttempts: 9 });
  expect([answer.statusCode, answer.json().limits.maxAttempts]).toEqual([200, 9]);
  expect(await run(id)).toMatchObject({ status: 'completed', openEscalations: [] });
  expect((await api.get(`/v1/escalations/${eid}`)).json()).toMatchObject({
    status: 'decided',
    decision: { action: 'raise', by: 'anonymous' },
  });
});

test('a limit that does not help leaves the question open', async () => {
  const id = await parked();
  const before = (await run(id)).openEscalations;
  expect((await patch(id, { maxTokens: 1_000 })).statusCode).toBe(200);
  expect(await run(id)).toMatchObject({
    status: 'budget_exceeded',
    openEscalations: before,
    budgets: { maxTokens: 1_000 },
  });
});

test('lowering below what is used parks the run before its next generation', async () => {
  const id = await started(
    { maxAttempts: 9 },
    {
      draft: [
        { text: 'no', verdict: 'fatal' },
        { text: 'yes', verdict: 'pass' },
      ],
    },
  );
  await patch(id, { maxAttempts: 1 });
  const [eid] = (await run(id)).openEscalations;
  await api.post(`/v1/escalations/${eid}/decision`, { action: 'retry' });
  expect((await run(id)).status).toBe('budget_exceeded');
});

test('what changes nothing writes nothing', async () => {
  const id = await started({ maxAttempts: 3 });
  const { revision } = await run(id);
  expect((await patch(id, { maxAttempts: 3 })).statusCode).toBe(200);
  expect((await run(id)).revision).toBe(revision);
});

test('api 3: If-Match is honoured; a stale one is 412', async () => {
  const id = await started({ maxAttempts: 3 });
  const etag = String((await api.get(`/v1/runs/${id}`)).headers['etag']);
  expect((await patch(id, { maxAttempts: 4 }, { 'if-match': etag })).statusCode).toBe(200);
  const stale = await patch(id, { maxAttempts: 5 }, { 'if-match': etag });
  expect([stale.statusCode, stale.json().status, (await run(id)).budgets.maxAttempts]).toEqual([412, 412, 4]);
  expect((await patch(id, { maxAttempts: 5 }, { 'if-match': '*' })).statusCode).toBe(200);
});

test.each([
  [{}, ''],
  [{ maxAttempts: 0 }, '/maxAttempts'],
  [{ maxDuration: '2h' }, '/maxDuration'],
  [{ budgets: { maxAttempts: 2 } }, '/budgets'],
])('R55: %j is 422', async (body, pointer) => {
  const answer = await patch(await started({}), body);
  expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, pointer]);
});

test('a run that has ended is 409, an unknown one 404', async () => {
  const id = await started({}, { draft: [{ text: 'yes', verdict: 'pass' }] });
  expect((await patch(id, { maxAttempts: 9 })).json()).toMatchObject({ status: 409, code: 'run_not_open', runId: id });
  expect((await patch('none', { maxAttempts: 9 })).statusCode).toBe(404);
  expect((await api.get('/v1/runs/none/budget')).statusCode).toBe(404);
});

test('who set what is kept', async () => {
  const id = await started({});
  await patch(id, { maxAttempts: 9 });
  const { data } = (await api.get(`/v1/runs/${id}/events`)).json();
  expect(data.at(-1)).toMatchObject({ type: 'budget.raised', data: { budgets: { maxAttempts: 9 }, by: 'anonymous' } });
});
