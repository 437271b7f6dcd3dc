/** Over a real PostgreSQL, with the engine's core in memory: endpoints and the questions that their outages led to (llm 3.3, 3.5). */
import { PIPELINE, useDecisions, yes } from '../escalations/deciding.ts';

const { api, started, escalated, escalation, run } = useDecisions();

const READING = { endpoint: 'acme', state: 'closed', inFlight: 2, learned: [] } as const;
const endpoints = async () => (await api.get('/v1/endpoints')).json().data;
const acme = async () => (await endpoints()).find(({ name }: { name: string }) => name === 'acme');

test('llm 3.3: an endpoint of the settings is listed before any call of it', async () => {
  expect(await endpoints()).toContainEqual({
    name: 'sim',
    state: 'closed',
    inFlight: 0,
    waiting: 0,
    openQuestions: 0,
    keys: [],
    limits: [],
    learned: [],
  });
});

test('llm 3.3: what workers report of an endpoint is one row: away if one of them finds it so', async () => {
  const now = Date.now();
  const fault = { at: now - 1_000, message: 'connect ECONNREFUSED' };
  const learned = [{ model: 'one', refused: ['seed'], maxTokens: 4_096 }];
  await api.store.endpoints.report('worker 1', [{ ...READING, learned }], now);
  const away = {
    ...READING,
    state: 'open',
    since: now - 60_000,
    until: now + 5_000,
    lastFault: fault,
    inFlight: 1,
  } as const;
  await api.store.endpoints.report('worker 2', [away], now);
  await api.store.endpoints.report('dead worker', [{ ...READING, inFlight: 100 }], now - 600_000);
  const id = await started({ plan: [] }, PIPELINE);
  const row = await api.store.runs.find(id);
  const token = Object.values(row?.state.steps ?? {}).find(({ call }) => call)?.call?.token ?? '';
  const wait = { reason: 'outage', endpoint: 'acme', until: now + 60_000, now } as const;
  await api.store.waits.begin({ ...wait, runId: id, token, counted: token, phase: 'generate' });
  expect(await acme()).toMatchObject({
    state: 'open',
    since: new Date(now - 60_000).toISOString(),
    inFlight: 3,
    waiting: 1,
    lastFault: { message: 'connect ECONNREFUSED' },
    learned,
  });
  const waiting = { reason: 'outage', endpoint: 'acme', until: new Date(now + 60_000).toISOString() };
  expect(await run(id)).toMatchObject({ status: 'running', waiting });
  expect((await api.get(`/v1/runs?view=row&q=${id}`)).json().data[0]).toMatchObject({ waiting });
  expect((await api.get(`/v1/runs/${id}/why`)).json()).toMatchObject({
    waiting,
    summary: expect.stringContaining('plan waits for the endpoint acme, away since'),
    next: [{ who: 'engine', action: expect.stringContaining('try plan again at') }],
  });
  await api.post(`/v1/runs/${id}/terminate`, {});
  expect(await run(id)).not.toHaveProperty('waiting');
});

test('llm 3.6: the keys of an endpoint are shown with it: what all workers know of each, and why one is not used', async () => {
  const now = Date.now();
  const key = { key: 'ACME_A', state: 'closed', inFlight: 1 } as const;
  const message = 'the provider answered 401: <b>Incorrect</b> API key';
  const retired = { since: now - 1_000, until: now + 599_000, message };
  const over = { since: now - 600_000, until: now - 1, message };
  const away = { ...key, key: 'ACME_B', state: 'open', since: now - 5_000, until: now + 5_000 } as const;
  await api.store.endpoints.report('worker 1', [{ ...READING, keys: [key, { ...away, retired: over }] }], now);
  await api.store.endpoints.report('worker 2', [{ ...READING, keys: [{ ...key, retired }] }], now);
  const time = (at: number) => new Date(at).toISOString();
  expect((await acme()).keys).toEqual([
    { ...key, inFlight: 2, retired: { since: time(retired.since), until: time(retired.until), message } },
    { ...away, since: time(away.since), until: time(away.until) },
  ]);
  const shown = (await api.get('/console/endpoints')).body;
  expect(shown).toMatch(/ACME_A.*Not used for the next.*9 min.*&lt;b>Incorrect&lt;\/b> API key/s);
  expect(shown).toMatch(/ACME_B.*Away.*1 call in flight/s);
});

test('llm 3.7: the limits of an endpoint are shown with it, and until when nothing is sent', async () => {
  const noted = { counts: [], unasked: [], executions: [] };
  const scope = { endpoint: 'acme', key: 'ACME_A', model: 'acme/<large>' };
  await api.store.limits.note(scope, { ...noted, requests: { limit: 60 }, tokens: { limit: 30_000 } });
  await api.store.limits.note({ ...scope, key: '' }, { ...noted, presumes: true, blocked: 30_000, concurrency: 3 });
  expect((await acme()).limits).toEqual([
    { source: 'learned', concurrency: 3 },
    { source: 'presumed', model: 'acme/<large>', requestsPerMinute: 1, blockedUntil: expect.any(String) },
    { source: 'learned', key: 'ACME_A', model: 'acme/<large>', requestsPerMinute: 60, tokensPerMinute: 30_000 },
  ]);
  const shown = (await api.get('/console/endpoints')).body;
  expect(shown).toMatch(/ACME_A.*acme\/&lt;large>.*60 requests a minute · 30,?000 tokens a minute · learned/s);
  expect(shown).toMatch(/1 request a minute · presumed.*nothing is sent for the next/s);
});

test('llm 3.3: workers that disagree: one that finds it away counts, unless nobody asks there any more and another has had answers since', async () => {
  const now = Date.now();
  const fault = { at: now - 120_000, message: 'connect ECONNREFUSED' };
  const open = { ...READING, endpoint: 'globex', state: 'open', since: now - 130_000, lastFault: fault } as const;
  const found = async () => (await endpoints()).find(({ name }: { name: string }) => name === 'globex');
  await api.store.endpoints.report('worker 1', [{ ...open, until: now - 110_000 }], now);
  await api.store.endpoints.report('worker 2', [{ ...READING, endpoint: 'globex', lastSuccess: now - 125_000 }], now);
  // What the other knows is older.
  expect(await found()).toMatchObject({ state: 'open', since: new Date(now - 130_000).toISOString() });
  await api.store.endpoints.report('worker 2', [{ ...READING, endpoint: 'globex', lastSuccess: now - 1_000 }], now);
  expect(await found()).toMatchObject({ state: 'closed', lastFault: { message: 'connect ECONNREFUSED' } });
  expect(await found()).not.toHaveProperty('since');
  // Its calls are still waiting: the endpoint may be away for that worker alone.
  await api.store.endpoints.report('worker 1', [{ ...open, until: now + 3_000 }], now);
  expect(await found()).toMatchObject({ state: 'open' });
});

test('llm 3.3: a worker that died with an open breaker is forgotten, and without any worker an endpoint is as at first', async () => {
  const now = Date.now();
  const open = { ...READING, endpoint: 'initech', state: 'open', since: now - 60_000, until: now - 40_000 } as const;
  const found = async () => (await endpoints()).find(({ name }: { name: string }) => name === 'initech');
  await api.store.endpoints.report('dead worker', [open], now - 40_000);
  expect(await found()).toBeUndefined();
  await api.store.endpoints.report('new worker', [{ ...READING, endpoint: 'initech', inFlight: 0 }], now);
  expect(await found()).toMatchObject({ state: 'closed', inFlight: 0, waiting: 0 });
});

test('llm 3.5: a question of an outage names its endpoint, and one action retries all of them', async () => {
  const asked = [await escalated({ draft: ['broken', yes] }), await escalated({ draft: ['broken', yes] })];
  const approval = await escalated({ draft: [{ text: 'no', verdict: 'fatal' }] });
  for (const { eid } of asked)
    expect(await escalation(eid)).toMatchObject({ kind: 'infrastructure', endpoint: 'acme' });
  expect(await acme()).toMatchObject({ openQuestions: 2 });
  expect((await api.get('/v1/endpoints/acme')).json()).toMatchObject({ name: 'acme', openQuestions: 2 });
  const page = (await api.get('/console')).body;
  expect(page).toContain('Outages');
  const all = asked.map(({ id, eid }) => ({ id: eid, runId: id }));
  const dry = (await api.post('/v1/endpoints/acme/retry', { dryRun: true })).json();
  expect(dry).toMatchObject({ dryRun: true, failed: [] });
  expect(dry.questions).toHaveLength(2);
  expect(dry.questions).toEqual(expect.arrayContaining(all));
  expect(await escalation(asked[0]?.eid ?? '')).toMatchObject({ status: 'open' });
  const shown = (await api.get('/console/endpoints')).body;
  expect(shown).toContain('Retry 2 questions');
  const retried = (await api.post('/v1/endpoints/acme/retry', { comment: 'It is back.' })).json();
  expect(retried.questions).toHaveLength(2);
  for (const { id, eid } of asked) {
    expect(await escalation(eid)).toMatchObject({ decision: { action: 'retry', comment: 'It is back.' } });
    expect((await run(id)).openEscalations).not.toContain(eid);
  }
  expect(await escalation(approval.eid)).toMatchObject({ status: 'open' });
  expect((await api.post('/v1/endpoints/nowhere/retry', {})).statusCode).toBe(404);
  expect((await api.get('/v1/endpoints/nowhere')).json()).toMatchObject({ status: 404, code: 'endpoint_not_found' });
  expect((await api.post('/v1/endpoints/sim/retry', {})).json()).toEqual({ dryRun: false, questions: [], failed: [] });
});

test('llm 3.3: an endpoint that no worker reports is listed while a question names it', async () => {
  const { id } = await escalated({ draft: ['broken', yes] });
  await api.store.endpoints.report('worker 1', [], Date.now());
  expect(await acme()).toMatchObject({ openQuestions: 1 });
  await api.post(`/v1/runs/${id}/terminate`, {});
});

test('llm 3.4: the use of a cap is told: what is used, reserved and remains, when its window turns, and what waits', async () => {
  const name = 'usd a day, tag capped';
  const caps = async () => (await api.get('/v1/caps')).json().data;
  const [fresh] = await caps();
  expect(fresh).toMatchObject({ name, window: 'day', unit: 'usd', tag: 'capped', limit: 1, used: 0, remaining: 1 });
  expect(Date.parse(fresh.until) - Date.parse(fresh.since)).toBe(86_400_000);
  const id = await started({ plan: [] }, PIPELINE);
  const asked = { name, window: 'day', most: 1_000_000, perInput: 1_000_000, perOutput: 1_000_000 } as const;
  const call = { runId: id, token: 't', call: 't', execution: 'e' };
  await api.store.caps.admit(call, { input: 100_000, output: 150_000, shortest: 256 }, [asked]);
  await api.store.waits.begin({
    reason: 'cap',
    cap: name,
    until: Date.now() + 60_000,
    now: Date.now(),
    runId: id,
    phase: 'generate',
    token: 'u',
    counted: 'u',
  });
  expect(await caps()).toMatchObject([{ used: 0, reserved: 0.25, remaining: 0.75, waiting: 1 }]);
  await api.store.caps.end(call, 'spent');
  expect(await caps()).toMatchObject([{ used: 0.25, reserved: 0, remaining: 0.75 }]);
  const page = (await api.get('/console/endpoints')).body;
  expect(page).toMatch(/usd a day, tag capped.*\$0\.250 of \$1\.00 used · \$0 reserved · turns in .*1 call waiting/s);
  await api.post(`/v1/runs/${id}/terminate`, {});
});
