/** Over a real PostgreSQL: how many statements a start takes, and that what it remembers hides nothing (performance 2.4). */
import { Client } from 'pg';
import { createStore } from '../../../src/store/postgres-store.ts';
import { countStatements, type Statements } from '../../support/servers/statements.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
let statements: Statements;
beforeAll(() => {
  // What the engine in memory stores as it plays a run that was started.
  statements = countStatements(['head', 'append']);
  api.runs.script({});
});
afterAll(() => statements?.stop());

/** Publishes, and starts once, so that what can be remembered is. */
async function known(): Promise<Record<string, unknown> & { name: string }> {
  const document = aDocument();
  await api.post('/v1/workflows', document);
  await api.post('/v1/runs', { workflow: { name: document.name, version: 1 } });
  await api.post('/v1/runs', { workflow: { name: document.name } });
  return document;
}

/** The status of a start, and the statements that it took. */
async function start(body: object, headers = {}): Promise<readonly [number, ...(readonly string[])]> {
  statements.taken();
  const { statusCode } = await api.post('/v1/runs', body, headers);
  return [statusCode, ...statements.taken()];
}

test('a start takes at most two statements: the newest version, where none is named, and the run with all that is its own', async () => {
  const { name } = await known();
  expect(await start({ workflow: { name } })).toEqual([201, 'definition', 'create']);
  expect(await start({ workflow: { name, version: 1 } })).toEqual([201, 'create']);
  expect(await start({ workflow: { name }, id: `mine-${name}` })).toEqual([201, 'definition', 'create']);
});

test('an Idempotency-Key takes at most two statements more', async () => {
  const { name } = await known();
  const key = { 'idempotency-key': `key-${name}` };
  const taken = await start({ workflow: { name } }, key);
  expect(taken).toEqual([201, 'begin-request', 'definition', 'create', expect.any(String)]);
});

test('a start leaves its audit row, with who asked', async () => {
  const { name } = await known();
  const id = `noted-${name}`;
  await start({ workflow: { name }, id }, { 'x-request-id': 'asked-1' });
  await start({ workflow: { name }, id });
  const client = new Client({ connectionString: api.database.url });
  await client.connect();
  const { rows } = await client.query('select actor, action, request_id from audit where subject = $1', [id]);
  await client.end();
  expect(rows).toEqual([{ actor: expect.any(String), action: 'run.start', request_id: expect.any(String) }]);
});

test('a version that another process has published is served by the next start', async () => {
  const document = await known();
  const other = await createStore({ databaseUrl: api.database.url, poolSize: 1 });
  const first = await other.definitions.find(document.name);
  if (!first) throw new Error('the definition is not stored');
  await other.definitions.publish({
    ...first,
    digest: 'sha256:other',
    document: { ...document, specification: 'Other.' },
  });
  await other.close();
  const run = (await api.post('/v1/runs', { workflow: { name: document.name } })).json();
  expect(run.workflow).toMatchObject({ version: 2 });
});

test('R56: the same start again is its run, also where it would be refused now', async () => {
  const { name } = await known();
  const [id, body] = [`again-${name}`, { workflow: { name } }];
  await api.post('/v1/runs', { ...body, id });
  api.runs.down = true;
  try {
    expect((await api.post('/v1/runs', { ...body, id })).statusCode).toBe(200);
    expect((await api.post('/v1/runs', { ...body, id, tags: ['other'] })).statusCode).toBe(409);
    expect((await api.post('/v1/runs', { ...body, id: `${id}-2` })).statusCode).toBe(503);
  } finally {
    api.runs.down = false;
  }
  expect((await api.post('/v1/runs', { workflow: { name: 'none' }, id })).statusCode).toBe(409);
  expect((await api.get(`/v1/runs/${id}-2`)).statusCode).toBe(404);
});
