// The whole process tree of `dsap dev`, with its own embedded servers, ended in every way that there is (running 2).

import { createConnection } from 'node:net';
import { freePort } from '../../src/platform/ports.ts';
import type { EventSeen, Rest } from '../support/engine/rest.ts';
import {
  CHECKOUT,
  createHome,
  end,
  endAll,
  type Home,
  pressControlC,
  runDsap,
  serveDsap,
  WITHOUT_SANDBOXES,
} from '../support/processes/dsap.ts';
import { mentioning, type Seen, survivors, treeOf } from '../support/processes/process-table.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

let home: Home;
let env: NodeJS.ProcessEnv;
/** Where what a sandbox starts is none of the matter: other tests see that nothing of it is left. */
let withoutSandboxes: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await createHome();
  const [api, postgres, temporal, ui] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  env = {
    DSAP_PORT: String(api),
    DSAP_PG_PORT: String(postgres),
    DSAP_TEMPORAL_PORT: String(temporal),
    DSAP_TEMPORAL_UI_PORT: String(ui),
    DSAP_HEARTBEAT_SECONDS: '2',
    DSAP_SHUTDOWN_GRACE_SECONDS: '3',
  };
  withoutSandboxes = { ...env, ...WITHOUT_SANDBOXES };
});
afterAll(async () => {
  await endAll();
  await home.remove();
});

/** Two steps; the model of the second takes as long as said. */
function slow(delay: string) {
  const step = (id: string, facts: object) => ({
    id,
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'not-empty' },
    ...facts,
  });
  return {
    name: 'slow',
    model: { name: 'sim:script', extra: { sim: { outputs: { one: ['first'], two: [{ text: 'second', delay }] } } } },
    steps: [step('one', {}), step('two', { requires: ['one'] })],
  };
}

/** A run whose second step is under way, and the events up to there. */
async function openRun(
  rest: Rest,
  delay: string,
): Promise<{ readonly id: string; readonly seen: readonly EventSeen[] }> {
  const id = await rest.start(slow(delay));
  const seen: EventSeen[] = [];
  for await (const event of rest.stream(id)) {
    seen.push(event);
    if (event.type === 'attempt.started' && event.data['step'] === 'two') return { id, seen };
  }
  throw new Error('the stream ended before the second step began');
}

/** A watcher looks for ten seconds whether its server is gone, and one that has ended is there until it is reaped. */
const WATCHED = 12_000;

async function nothingLeft(tree: readonly Seen[], directory = home.dataDirectory): Promise<void> {
  const left = async () => [...(await survivors(tree)), ...(await mentioning(directory)), ...(await openPorts())];
  await until('nothing is left over', async () => ((await left()).length === 0 ? true : undefined), WATCHED).catch(
    async () => expect(await left()).toEqual([]),
  );
}

async function nothingLeftOf(tree: readonly Seen[]): Promise<void> {
  await until('nothing of it is left', async () => ((await survivors(tree)).length === 0 ? true : undefined));
}

async function openPorts(): Promise<readonly string[]> {
  const names = ['DSAP_PORT', 'DSAP_PG_PORT', 'DSAP_TEMPORAL_PORT', 'DSAP_TEMPORAL_UI_PORT'];
  const open = names.map(async (name) => ((await accepts(Number(env[name]))) ? [name] : []));
  return (await Promise.all(open)).flat();
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

test('Shown when: SIGKILL of the parent leaves no process over, and the run goes on where it was after the next start', async () => {
  const first = await serveDsap({ args: ['dev'], home, env });
  const { id, seen } = await openRun(first.rest, '3s');
  const tree = await treeOf(first.pid);
  expect(tree.filter(({ about }) => about.includes(home.dataDirectory)).length).toBeGreaterThan(3);
  await end(first.program, 'SIGKILL');
  await nothingLeft(tree);

  const second = await serveDsap({ args: ['dev'], home, env: withoutSandboxes });
  const later: EventSeen[] = [];
  for await (const event of second.rest.stream(id, seen.at(-1)?.seq)) later.push(event);
  const whole = [...seen, ...later];
  expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1));
  expect(whole.at(-1)).toMatchObject({ type: 'run.closed', data: { status: 'completed' } });
  expect(whole.filter(({ type }) => type === 'attempt.started')).toHaveLength(2);
  expect(await second.rest.get(`/v1/runs/${id}`)).toMatchObject({
    body: { id, status: 'completed', attempts: { used: 2 } },
  });
  expect(await end(second.program, 'SIGTERM')).toBe(0);
});

test('Running 2: SIGTERM and SIGINT end everything in good order with code 0, and an open run goes on after each', async () => {
  let service = await serveDsap({ args: ['dev'], home, env });
  const { id } = await openRun(service.rest, '5s');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const tree = await treeOf(service.pid);
    expect(await end(service.program, signal)).toBe(0);
    expect(service.program.output()).toMatch(new RegExp(`stopping: ${signal}$`));
    await nothingLeft(tree);
    service = await serveDsap({ args: ['dev'], home, env });
    expect(await service.rest.get(`/v1/runs/${id}`)).toMatchObject({ body: { id, status: 'running' } });
  }
  const run = await service.rest.until(id, ({ status }) => status !== 'running');
  expect(run).toMatchObject({ status: 'completed', attempts: { used: 2 } });
  expect(await end(service.program, 'SIGTERM')).toBe(0);
});

test('Running 2: SIGTERM while the servers are still coming up ends them as well', async () => {
  const fresh = await createHome();
  const program = runDsap({ args: ['dev'], home: fresh, env });
  await program.line(/data directory/);
  expect(await end(program, 'SIGTERM')).toBe(0);
  await nothingLeft([], fresh.dataDirectory);
  await fresh.remove();
});

test.each(['temporal', 'postgres'])(
  'Running 2: the embedded %s is gone: everything ends, with an error that names it',
  async (name) => {
    const { program, pid } = await serveDsap({ args: ['dev'], home, env: withoutSandboxes });
    const tree = await treeOf(pid);
    const server = tree.find(({ parent, about }) => parent === pid && new RegExp(`^\\S*/${name}\\S* `).test(about));
    process.kill(server?.pid ?? Number.NaN, 'SIGKILL');
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(
      new RegExp(`dsap: (${name}\\w*) ended unexpectedly: \\1 was ended by SIGKILL`, 'i'),
    );
    await nothingLeft(tree);
  },
);

test('Running 2: servers whose watchers were killed before the service was are ended at the next start', async () => {
  const first = await serveDsap({ args: ['dev'], home, env: withoutSandboxes });
  const { id } = await openRun(first.rest, '3s');
  const tree = await treeOf(first.pid);
  const watchers = tree.filter(({ about }) => about.startsWith('/bin/sh -c') && about.includes(home.dataDirectory));
  expect(watchers.length).toBeGreaterThanOrEqual(2);
  // Stopped, it replaces no watcher.
  process.kill(first.pid, 'SIGSTOP');
  for (const { pid } of watchers) process.kill(pid, 'SIGKILL');
  await end(first.program, 'SIGKILL');
  const temporal = tree.find(({ about }) => about.includes('start-dev') && !about.startsWith('/bin/sh'));
  expect(await survivors(tree)).toContainEqual(expect.objectContaining({ pid: temporal?.pid }));

  const second = await serveDsap({ args: ['dev'], home, env: withoutSandboxes });
  expect(second.program.output()).toContain(`ending process ${temporal?.pid}, which a killed dsap has left running`);
  const run = await second.rest.until(id, ({ status }) => status !== 'running');
  expect(run).toMatchObject({ status: 'completed', attempts: { used: 2 } });
  await nothingLeftOf(tree);
  expect(await end(second.program, 'SIGTERM')).toBe(0);
});

test('Running 2: a call under way keeps nothing up when the embedded Temporal is gone', async () => {
  const { program, pid, rest } = await serveDsap({
    args: ['dev'],
    home,
    env: { ...withoutSandboxes, DSAP_SHUTDOWN_GRACE_SECONDS: '600' },
  });
  await openRun(rest, '30s');
  const tree = await treeOf(pid);
  const server = tree.find(({ about }) => about.includes('start-dev') && !about.startsWith('/bin/sh'));
  process.kill(server?.pid ?? Number.NaN, 'SIGKILL');
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/^dsap: Temporal ended unexpectedly: .* goes on at the next start$/m);
  await nothingLeft(tree);
});

const NPM_START = { command: ['npm'], args: ['start', '--silent'], cwd: CHECKOUT, ownGroup: true };

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'Running 2: %s to the npm of `npm start` leaves no orphan',
  async (signal) => {
    const service = await serveDsap({ ...NPM_START, home, env });
    const tree = await treeOf(service.pid);
    await end(service.program, signal);
    await nothingLeft(tree);
  },
);

test('Running 2: one Ctrl-C at `npm start` ends everything in good order', async () => {
  const service = await serveDsap({ ...NPM_START, home, env });
  const tree = await treeOf(service.pid);
  expect(await pressControlC(service.program)).toBe(0);
  expect(service.program.output()).toMatch(/stopping: SIGINT$/);
  await nothingLeft(tree);
});

test('Running 2: a second start on the same data directory says which process holds it', async () => {
  const first = await serveDsap({ args: ['dev'], home, env: withoutSandboxes });
  const second = runDsap({ args: ['dev'], home, env: WITHOUT_SANDBOXES });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`${home.dataDirectory} is in use by process ${first.pid} since `);
  expect(await first.rest.get('/readyz')).toMatchObject({ status: 200 });
  expect(await end(first.program, 'SIGTERM')).toBe(0);
});
