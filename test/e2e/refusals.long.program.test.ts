// What cannot start says why and what to do; what can only start in part says what is missing (running 2, 3).

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../src/platform/ports.ts';
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
import { startPgBouncer, titled, withPgBouncer } from '../support/servers/pgbouncer.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

let home: Home;
let database: TestDatabase;
let servers: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await createHome();
  database = await createTestDatabase();
  servers = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `e2e-${randomUUID()}`,
    DSAP_PORT: '0',
    DSAP_AUTH: 'none',
    ...WITHOUT_SANDBOXES,
  };
});
afterAll(async () => {
  await endAll();
  await database.drop();
  await home.remove();
});

/** How a command that cannot start ends, and what it says. */
async function refused(args: readonly string[], env: NodeJS.ProcessEnv) {
  const program = runDsap({ args, home, env });
  return { code: await program.ended, said: program.output() };
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return server;
}

describe('Running 3: settings that cannot be used', () => {
  test('all problems are told at once, each with its variable', async () => {
    const { code, said } = await refused(['dev'], {
      DSAP_PORT: 'eighty',
      DSAP_LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://localhost/x',
      DSAP_HEARTBEAT_SECONDS: '-1',
      DSAP_CONFIG: 'nowhere.yaml',
    });
    expect(code).toBe(2);
    const problems = said.split('\n').filter((line) => line.startsWith('  - '));
    expect(problems).toEqual([
      expect.stringMatching(/DSAP_PORT: must be a port/),
      expect.stringMatching(/DATABASE_URL: must be a URL that starts with postgres/),
      expect.stringMatching(/DSAP_LOG_LEVEL: must be trace, debug/),
      expect.stringMatching(/DSAP_HEARTBEAT_SECONDS: must be a number of seconds/),
      expect.stringMatching(/DSAP_CONFIG: there is no file .*nowhere\.yaml/),
    ]);
  });

  test.each([
    [
      'dev',
      { DSAP_HOST: '0.0.0.0' },
      /DSAP_API_KEY: is needed with DSAP_AUTH=keys \(which is the default on DSAP_HOST=0\.0\.0\.0\)/,
    ],
    ['dev', { DSAP_HOST: '0.0.0.0', DSAP_AUTH: 'none' }, /DSAP_AUTH: none is refused on DSAP_HOST=0\.0\.0\.0/],
    ['api', { DATABASE_URL: 'postgres://127.0.0.1/x', TEMPORAL_ADDRESS: '127.0.0.1:7233' }, /DSAP_API_KEY: is needed/],
    ['worker', {}, /DATABASE_URL: is needed by `dsap worker`[^]*TEMPORAL_ADDRESS: is needed/],
  ])('%s with %j is refused before anything starts', async (command, env, words) => {
    const { code, said } = await refused([command], env);
    expect(code).toBe(2);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/\bat .*\.ts:\d+/);
  });
});

describe('Running 3: ports', () => {
  test('one that is set by hand and taken is an error that names the variable', async () => {
    const port = await freePort();
    const other = await listenOn(port);
    const { code, said } = await refused(['dev'], { ...servers, DSAP_PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(said).toContain(
      `dsap: DSAP_PORT is ${port}, but something already uses that port of 127.0.0.1. Stop it, or set DSAP_PORT`,
    );
  });

  test.each(['DSAP_PORT', 'DSAP_TEMPORAL_PORT', 'DSAP_TEMPORAL_UI_PORT', 'DSAP_PG_PORT'])(
    'embedded servers: %s set by hand and taken is told with the setting',
    async (name) => {
      const other = await createHome();
      const [port, ...free] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      const listening = await listenOn(port);
      const ports = { DSAP_PORT: free[0], DSAP_TEMPORAL_PORT: free[1], DSAP_TEMPORAL_UI_PORT: free[2], [name]: port };
      const set = Object.fromEntries(Object.entries(ports).map(([it, value]) => [it, String(value)]));
      const env = { ...WITHOUT_SANDBOXES, ...set };
      const program = runDsap({ args: ['dev'], home: other, env });
      expect(await program.ended).toBe(1);
      expect(program.output()).toContain(`${name} is ${port}, but something already uses that port of 127.0.0.1.`);
      listening.close();
      await other.remove();
    },
  );

  test('default ones that are taken are replaced, at two starts at once in two folders too, and each is told', async () => {
    // Where something else has a port already the case is the same.
    const defaults = [8080, 7233, 8233];
    const listening = await Promise.all(defaults.map((port) => listenOn(port).catch(() => undefined)));
    const homes = await Promise.all([createHome(), createHome()]);
    const services = await Promise.all(
      homes.map((one) => serveDsap({ args: ['dev'], home: one, env: WITHOUT_SANDBOXES })),
    );
    for (const { program, url, rest } of services) {
      expect(Number(new URL(url).port)).toBeGreaterThan(8080);
      await until('it is ready', async () => ((await rest.get('/readyz')).status === 200 ? true : undefined));
      for (const port of defaults)
        expect(program.output()).toMatch(new RegExp(`port ${port} of 127\\.0\\.0\\.1 is in use, so it is \\d+; DSAP_`));
    }
    expect(new Set(services.map(({ url }) => url)).size).toBe(2);
    for (const { program } of services) expect(await end(program, 'SIGTERM')).toBe(0);
    for (const server of listening) server?.close();
    for (const one of homes) await one.remove();
  });

  test('two starts at once in one folder: one serves, the other says who holds the data directory', async () => {
    const one = await createHome();
    const start = () => runDsap({ args: ['dev'], home: one, env: WITHOUT_SANDBOXES });
    const programs = [start(), start()];
    const ending = await Promise.race(programs.map(async (program) => ({ program, code: await program.ended })));
    expect(ending.code).toBe(1);
    expect(ending.program.output()).toMatch(/data directory .* is in use by process \d+ since .* or set DSAP_DATA_DIR/);
    const [other] = programs.filter((program) => program !== ending.program);
    await other?.line(/ API reference /);
    if (other) expect(await end(other, 'SIGTERM')).toBe(0);
    await one.remove();
  });
});

describe('Running 2: servers of the settings that do not answer', () => {
  const commands = ['dev', 'api', 'worker'];

  test('every command names the database, without its password, and says what to do; a worker waits for it', async () => {
    const port = await freePort();
    const env = { ...servers, DATABASE_URL: `postgres://somebody:pass-word@127.0.0.1:${port}/dsap` };
    const waiting = runDsap({ args: ['worker'], home, env });
    await waiting.line(/waiting for the database: /);
    const ended = await Promise.all(['dev', 'api'].map((command) => refused([command], env)));
    expect(ended.map(({ code }) => code)).toEqual([1, 1]);
    // A worker waits for it, since it may come back at any moment, and can be ended as ever.
    expect(await end(waiting, 'SIGTERM')).toBe(0);
    for (const { said } of [...ended, { said: waiting.output() }]) {
      expect(said).toMatch(
        new RegExp(`The database postgres://somebody:\\*+@127\\.0\\.0\\.1:${port}/dsap cannot be used: .*ECONNREFUSED`),
      );
      expect(said).toContain('Start it, or correct DATABASE_URL.');
      expect(said).not.toContain('pass-word');
    }
  });

  withPgBouncer(
    titled('report 30: every command refuses a pooler in transaction mode, and a worker does not wait for it'),
    async () => {
      const pooler = await startPgBouncer(database.url, 'transaction');
      const env = { ...servers, DATABASE_URL: pooler.url };
      for (const { code, said } of await Promise.all(commands.map((command) => refused([command], env)))) {
        expect(code).toBe(1);
        expect(said).toMatch(/ cannot be used: a connection pooler in transaction mode stands before it/);
        expect(said).toMatch(/ 5432 instead of 6543.* Then correct DATABASE_URL\./);
      }
      await pooler.stop();
    },
  );

  test('every command names the Temporal server and says what to do', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const env = { ...servers, TEMPORAL_ADDRESS: address };
    for (const { code, said } of await Promise.all(commands.map((command) => refused([command], env)))) {
      expect(code).toBe(1);
      expect(said).toContain(`The Temporal server at ${address} does not answer for the namespace default`);
      expect(said).toContain('Start it, or correct TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE.');
    }
  });
});

test('Running 2: an API without a worker is not ready and names it; a start is kept, and goes on when a worker comes', async () => {
  const env = { ...servers, DSAP_ENABLE_SIM: 'true', DSAP_TASK_QUEUE: `e2e-${randomUUID()}` };
  const { rest, url } = await serveDsap({ args: ['api'], home, env });
  expect(await rest.get('/healthz')).toMatchObject({ status: 200 });
  expect(await rest.get('/readyz')).toMatchObject({
    status: 503,
    body: {
      code: 'not_ready',
      detail: expect.stringMatching(/worker: no worker polls .*dsap worker/),
      checks: { postgres: { ok: true }, temporal: { ok: true }, worker: { ok: false } },
    },
  });
  const steps = [{ id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: { use: 'not-empty' } }];
  const id = await rest.start({ name: 'waits', model: { name: 'sim:default' }, steps });
  expect(await rest.get(`/v1/runs/${id}`)).toMatchObject({ status: 200, body: { status: 'running' } });

  const worker = runDsap({ args: ['worker'], home, env: { ...env, DSAP_SIM_URL: url } });
  await worker.line(/task queues/);
  await until('the API is ready', async () => ((await rest.get('/readyz')).status === 200 ? true : undefined));
  expect(await rest.until(id, ({ status }) => status !== 'running')).toMatchObject({ id, status: 'completed' });
});
