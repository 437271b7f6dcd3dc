// `dsap api` and `dsap worker` as separate processes and a simulated model that writes slowly: the worker is killed in mid-answer, and
// whoever reads along is sent back to the beginning by the one that takes over (console 6.12).
import { randomUUID } from 'node:crypto';
import { readText } from '../api/texts/text-reader.ts';
import {
  createHome,
  end,
  endAll,
  type Home,
  runDsap,
  serveDsap,
  WITHOUT_SANDBOXES,
} from '../support/processes/dsap.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

const TALE = 'Es war einmal ein Bär 🐻, der hatte Hunger. '.repeat(8);
const DEFINITION = {
  name: 'tale',
  model: { name: 'sim:script', extra: { sim: { outputs: { tell: [{ text: TALE, tokensPerSecond: 15 }] } } } },
  steps: [{ id: 'tell', generator: { kind: 'llm', prompt: 'Tell a tale.' }, guard: { use: 'not-empty' } }],
};

let home: Home;
let database: TestDatabase;
beforeAll(async () => {
  home = await createHome();
  database = await createTestDatabase();
});
afterAll(async () => {
  await endAll();
  await database.drop();
  await home.remove();
});

test('console 6.12: a worker is killed in mid-answer; the text begins anew, ends as it was made, and is the same afterwards', async () => {
  const env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `e2e-${randomUUID()}`,
    DSAP_PORT: '0',
    DSAP_AUTH: 'none',
    DSAP_ENABLE_SIM: 'true',
    DSAP_HEARTBEAT_SECONDS: '2',
    ...WITHOUT_SANDBOXES,
  };
  const api = await serveDsap({ args: ['api'], home, env });
  const startWorker = async () => {
    const worker = runDsap({ args: ['worker'], home, env: { ...env, DSAP_SIM_URL: api.url } });
    await worker.line(/task queues/);
    return worker;
  };
  const first = await startWorker();
  const id = await api.rest.start(DEFINITION, {});
  const url = `${api.url}/v1/runs/${id}/steps/tell/attempts/1/text`;
  await until('an attempt', async () => {
    const { body } = await api.rest.get(`/v1/runs/${id}/attempts`);
    return Array.isArray(body['data']) && body['data'].length > 0 ? true : undefined;
  });
  const reader = await readText(url);
  await reader.until('some of the tale', () => reader.shown().length > 20);
  expect(TALE.startsWith(reader.shown())).toBe(true);
  expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
  await startWorker();
  const { finishReason, artifactId } = Object(await reader.over());
  expect([finishReason, reader.shown()]).toEqual(['stop', TALE]);
  expect(reader.frames.filter(({ event }) => event === 'reset')).toHaveLength(1);
  expect(reader.frames.filter(({ event }) => event === 'chunk').length).toBeGreaterThan(4);
  const later = await readText(url);
  expect([await later.over(), later.shown()]).toEqual([{ finishReason, artifactId }, TALE]);
  expect(await (await fetch(`${api.url}/v1/artifacts/${artifactId}/content`)).text()).toBe(TALE);
});
