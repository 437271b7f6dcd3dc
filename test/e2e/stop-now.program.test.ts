// A model of the test's own, which never answers, sees that the service hangs up (R83). How soon is told by `npm run bench`.

import { randomUUID } from 'node:crypto';
import { type HeldModel, startHeldModel } from '../support/engine/held-model.ts';
import { atom, objective } from '../support/played/and-or.ts';
import {
  createHome,
  endAll,
  type Home,
  type Service,
  serveDsap,
  WITHOUT_SANDBOXES,
} from '../support/processes/dsap.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

jest.setTimeout(60_000);

let home: Home;
let database: TestDatabase;
let model: HeldModel;
let service: Service;
beforeAll(async () => {
  home = await createHome();
  database = await createTestDatabase();
  model = await startHeldModel();
  const env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `e2e-${randomUUID()}`,
    DSAP_PORT: '0',
    OPENAI_BASE_URL: model.baseUrl,
    ...WITHOUT_SANDBOXES,
  };
  service = await serveDsap({ args: ['dev'], home, env });
});
afterAll(async () => {
  await endAll();
  await model.close();
  await database.drop();
  await home.remove();
});

const DEFINITION = {
  name: 'held',
  model: { name: 'whatever-the-endpoint-has' },
  steps: [{ id: 'work', generator: { kind: 'llm', prompt: 'Work on {input.task}.' }, guard: { use: 'not-empty' } }],
};

test('U-9, R83: a stop closes the open connection to the model, before it has said anything', async () => {
  const task = randomUUID();
  const id = await service.rest.start(DEFINITION, { task });
  const question = await model.question(task);
  const { status, body } = await service.rest.post(`/v1/runs/${id}/stop`, { reason: 'enough' });
  expect([status, body]).toMatchObject([202, { runId: id, changed: true }]);
  await question.closed;
  const run = await service.rest.until(id, ({ status: now }) => now !== 'running');
  expect(run).toMatchObject({ status: 'stopped', usage: { llmCalls: 0 } });
});

const WAYS = ['slow', 'quick'];
const RACE = {
  name: 'race',
  topology: 'and-or',
  model: { name: 'whatever-the-endpoint-has' },
  objective: objective('way'),
  orGroups: { way: { choices: WAYS, speculative: true } },
  steps: WAYS.map((id) => atom(id, { generator: { kind: 'llm', prompt: `Go the ${id} way of {input.task}.` } })),
};

test('S1-7.2.2-c, R83: the connection of a choice that lost is closed once another one has won, before it has said anything', async () => {
  const task = randomUUID();
  const id = await service.rest.start(RACE, { task });
  const loser = await model.question(`slow way of ${task}`);
  const winner = await model.question(`quick way of ${task}`);
  winner.reply({ text: 'There.' });
  await loser.closed;
  expect(await service.rest.until(id, ({ status }) => status !== 'running')).toMatchObject({ status: 'completed' });
});
