// `dsap api`, `dsap worker --queue others` and `dsap worker --queue guards` as separate processes: the last one runs what models wrote,
// and is started without the database's address and without a key.

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { createClient } from '../../src/temporal/connection.ts';
import { createHome, end, endAll, type Home, runDsap, type Service, serveDsap } from '../support/processes/dsap.ts';
import { type ProcessRow, type Seen, survivors, treeOf } from '../support/processes/process-table.ts';
import type { Program } from '../support/processes/program.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

jest.setTimeout(120_000);

const { PENDING_ACTIVITY_STATE_STARTED: STARTED } = proto.temporal.api.enums.v1.PendingActivityState;

const CALM = '{"score": 0.9, "reasons": "calm"}';
const CARD = { name: 'kind', seed: 1, epsilon: 1, steps: { '*': { right: CALM } } };

let homes: readonly Home[];
let database: TestDatabase;
let api: Service;
let guards: Program;
let judging: NodeJS.ProcessEnv;
let temporal: Client;
beforeAll(async () => {
  const [home, other] = await Promise.all([createHome(), createHome()]);
  homes = [home, other];
  database = await createTestDatabase();
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  temporal = createClient({ connectionOptions: { address }, namespace: 'default' });
  await writeFile(path.join(home.directory, 'dsap.config.yaml'), JSON.stringify({ cards: [CARD] }));
  const shared = {
    TEMPORAL_ADDRESS: address,
    DSAP_TASK_QUEUE: `e2e-${randomUUID()}`,
    DSAP_SANDBOX: 'deno',
    DSAP_HEARTBEAT_SECONDS: '2',
  };
  const trusted = { ...shared, DATABASE_URL: database.url, DSAP_ENABLE_SIM: 'true', DSAP_PORT: '0', DSAP_AUTH: 'none' };
  api = await serveDsap({ args: ['api'], home, env: trusted });
  const others = runDsap({ args: ['worker', '--queue', 'others'], home, env: { ...trusted, DSAP_SIM_URL: api.url } });
  judging = { ...shared, DSAP_API_URL: api.url };
  guards = await startGuards(other);
  await others.line(/task queues .* but .*-guard/);
});
afterAll(async () => {
  await endAll();
  await temporal.connection.close();
  await database.drop();
  await Promise.all(homes.map((home) => home.remove()));
});

async function startGuards(home: Home): Promise<Program> {
  const program = runDsap({ args: ['worker', '--queue', 'guards'], home, env: judging });
  await program.line(/task queue .*-guard/);
  return program;
}

/** Work whose tests run in a sandbox, and a judge beside them. */
function tested(name: string, outputs: readonly string[], tests: string) {
  return {
    name,
    model: { name: 'sim:script', extra: { sim: { outputs: { work: outputs } } } },
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Write it.' },
        guard: {
          sequence: [
            { use: 'python-tests', with: { tests } },
            { use: 'llm-judge', with: { rubric: 'It is calm.', model: 'sim:kind' } },
          ],
        },
      },
    ],
  };
}

const NAMES = 'import os\n\ndef names():\n    return sorted(os.environ)\n';
const TESTS = `import os
from work import names

def test_it_sees_no_setting_of_the_process():
    ours = [name for name in [*names(), *os.environ] if name.startswith(("DSAP", "TEMPORAL", "DATABASE"))]
    assert ours == []

def test_it_answers():
    assert isinstance(names(), list)
`;

test('a run is judged by a process that holds no secret, tests in its sandbox and a judge through the API', async () => {
  const wrong = 'def names():\n    return None\n';
  const id = await api.rest.start(tested('judged-apart', [wrong, NAMES], TESTS));
  expect(await api.rest.until(id, ({ status }) => status !== 'running')).toMatchObject({
    status: 'completed',
    attempts: { used: 2 },
  });
  const { body } = await api.rest.get(`/v1/runs/${id}/attempts`);
  expect(body['data']).toMatchObject([
    { status: 'rejected', verdict: { guard: 'python-tests' } },
    { status: 'accepted', verdict: { guard: 'llm-judge', subResults: [{ verdict: 'pass' }, { nature: 'judged' }] } },
  ]);
  const { body: ready } = await api.rest.get('/readyz');
  expect(ready['sandboxes']).toMatchObject([{ worker: expect.stringMatching(`^${guards.child.pid}@`), level: 'jail' }]);
});

const LINUX = process.platform === 'linux' ? test : test.skip;

LINUX('neither that process nor any it starts holds the address of the database or a key', async () => {
  const held = await treeOf(guards.child.pid ?? 0);
  const environments = await Promise.all(
    held.map(({ pid }) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  expect(environments[0]).toContain('DSAP_API_URL');
  for (const text of environments) expect(text).not.toMatch(/DATABASE_URL|postgres:|API_KEY|PGPASSWORD/);
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://u:hunter2@db/dsap' }],
  ['OPENAI_API_KEY', { OPENAI_API_KEY: 'hunter2' }],
  ['DSAP_API_KEY', { DSAP_API_KEY: 'hunter2' }],
])('it does not start with %s, and says how it does', async (name, secret) => {
  const [home] = homes as [Home];
  const program = runDsap({ args: ['worker', '--queue', 'guards'], home, env: { ...judging, ...secret } });
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain(`env -u ${name} dsap worker --queue guards`);
  expect(program.output()).not.toContain('hunter2');
});

/** Right, and busy until a moment, in milliseconds since the epoch. */
const busyUntil = (moment: number) =>
  `import os, time\n\ndef names():\n    while time.time() < ${moment / 1_000}:\n        pass\n    return sorted(os.environ)\n`;

/** Processor time, in hundredths of a second, that a process has used by itself. */
async function timeUsed({ pid }: Seen): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11] ?? 0);
}

/** More than a sandbox takes to start, in hundredths of a second. */
const LONG = 400;

/** The process that runs a program without end, of those that the guards have started: it goes on when another has long begun. */
async function busyOne(): Promise<Seen> {
  return until('a sandbox runs what does not end', async () => {
    const children = (await treeOf(guards.child.pid ?? 0)).slice(1);
    const before = await Promise.all(children.map(timeUsed));
    await wait(500);
    const after = await Promise.all(children.map(timeUsed));
    return children.find((_, index) => {
      const used = before[index] ?? 0;
      return used > LONG && (after[index] ?? 0) > used;
    });
  });
}

/** Resolves when a worker has the call of the guard. */
async function untilJudged(id: string): Promise<void> {
  await until('the guard is under way', async () => {
    const { raw } = await temporal.workflow.getHandle(id).describe();
    return raw.pendingActivities?.some(
      ({ activityType, state }) => activityType?.name === 'evaluateGuard' && state === STARTED,
    )
      ? true
      : undefined;
  });
}

async function untilGone(processes: readonly Seen[]): Promise<void> {
  let left: readonly ProcessRow[] = [];
  const look = async () => {
    left = await survivors(processes);
    return left.length === 0 ? true : undefined;
  };
  await until('what it ran is gone', look).catch((cause: unknown) => {
    throw new Error(`still there: ${JSON.stringify(left)}`, { cause });
  });
}

LINUX('R83: a stop reaches the guard there, and ends what it runs', async () => {
  const id = await api.rest.start(tested('stopped-apart', [busyUntil(Date.now() + 600_000)], TESTS));
  const busy = await busyOne();
  await api.rest.post(`/v1/runs/${id}/stop`, { reason: 'enough' });
  await api.rest.until(id, ({ status }) => status === 'stopped');
  await untilGone([busy]);
  expect((await api.rest.log(id)).filter(({ type }) => type === 'guard.verdict')).toEqual([]);
});

const ready = async () => (await api.rest.get('/readyz')).status;

LINUX('C3: killed in the middle of a guard, another one judges, once', async () => {
  const id = await api.rest.start(tested('killed-apart', [busyUntil(Date.now() + 15_000)], TESTS));
  await untilJudged(id);
  const before = await treeOf(guards.child.pid ?? 0);
  expect(await end(guards, 'SIGKILL')).toBe('SIGKILL');
  await untilGone(before);
  // Temporal would list it for a minute more.
  await until('nobody is ready to judge', async () => ((await ready()) === 503 ? true : undefined), 15_000);
  expect((await api.rest.log(id)).filter(({ type }) => type === 'guard.verdict')).toEqual([]);
  guards = await startGuards(homes[1] as Home);
  await until('another one is', async () => ((await ready()) === 200 ? true : undefined));
  expect(await api.rest.until(id, ({ status }) => status !== 'running')).toMatchObject({
    status: 'completed',
    attempts: { used: 1 },
  });
  const verdicts = (await api.rest.log(id)).filter(({ type }) => type === 'guard.verdict');
  expect(verdicts.map(({ data }) => data['verdict'])).toEqual(['pass']);
});
