/** Waits over a real PostgreSQL: what they cost, and what they live through. */
import { Client } from 'pg';
import { buildApp } from '../../../src/api/app.ts';
import type { Body } from '../../../src/model/event.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { numbered } from '../../store/makers.ts';
import { openDoors } from '../../support/servers/database.ts';
import { countStatements, type Statements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

let statements: Statements;
beforeAll(() => {
  statements = countStatements();
});
afterAll(() => statements?.stop());

/** A wait that has begun. */
async function aWait(id: string, app = api.app) {
  statements.taken();
  const answer = app.inject(`/v1/runs/${id}/result?wait=60s`);
  void answer.catch(() => undefined);
  await until('the wait has begun', () => (statements.taken().includes('heads') ? true : undefined));
  return { answer };
}

async function aRun() {
  api.runs.script({});
  const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
  return { id: String(id), seq: (await api.store.runs.find(id))?.state.seq ?? 0 };
}

/** Stores events of a run that nobody plays, one batch each. */
async function store(id: string, after: number, bodies: readonly Body[]): Promise<void> {
  for (const [at, body] of bodies.entries()) await api.store.events.append(id, numbered([body], after + 1 + at));
}

const CLOSED = { type: 'run.closed', status: 'terminated' } as const;

test('a wait for a run of many batches costs one look and what its answer costs, however many they are', async () => {
  const { id, seq } = await aRun();
  const { answer } = await aWait(id);
  const notes = Array.from({ length: 60 }, (_, at) => ({ type: 'note.added', text: `${at}` }) as const);
  await store(id, seq, [...notes, CLOSED]);
  expect((await answer).json()).toMatchObject({ status: 'terminated' });
  // Beside the look of all waits every two seconds: the run, and what its result holds.
  const asked = statements.taken().filter((name) => !['append', 'heads', 'head'].includes(name));
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(asked.filter((name) => name === 'run')).toHaveLength(1);
});

test('what goes through one API is seen by a wait and a stream on another of the same database', async () => {
  const other = await createStore({ databaseUrl: api.database.url });
  const app = await buildApp({ ...api.dependencies, store: other });
  try {
    const { id } = await aRun();
    const { answer } = await aWait(id, app);
    const stream = app.inject({ url: `/v1/runs/${id}/events`, headers: { accept: 'text/event-stream' } });
    await api.post(`/v1/runs/${id}/stop`);
    expect((await answer).json()).toMatchObject({ status: 'stopped' });
    const ids = [...(await stream).body.matchAll(/^id: (\d+)$/gm)].map(([, at]) => Number(at));
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    expect((await stream).body).toContain('event: run.closed');
  } finally {
    await app.close();
    await other.close();
  }
});

test('a wait outlives the connection that hears of new events', async () => {
  const { id, seq } = await aRun();
  const killer = new Client(api.database.url);
  await killer.connect();
  try {
    const { answer } = await aWait(id);
    const { rowCount } = await killer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    expect(rowCount).toBe(1);
    await store(id, seq, [CLOSED]);
    expect((await answer).json()).toMatchObject({ status: 'terminated' });
  } finally {
    await killer.end();
  }
});

test('a service that closes answers who waits as the run stands', async () => {
  const app = await buildApp(api.dependencies);
  const { id } = await aRun();
  const { answer } = await aWait(id, app);
  await app.close();
  expect((await answer).statusCode).toBe(202);
});

test('a wait whose database goes away is 503 that may be repeated', async () => {
  const { id } = await aRun();
  const { answer } = await aWait(id);
  await openDoors(api.database.url, false);
  try {
    expect((await answer).json()).toMatchObject({
      status: 503,
      code: 'unavailable',
      part: 'postgres',
      retryable: true,
    });
  } finally {
    await openDoors(api.database.url, true);
  }
});
