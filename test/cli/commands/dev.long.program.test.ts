import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { freePort } from '../../../src/platform/ports.ts';
import { createRest } from '../../support/engine/rest.ts';
import { WITHOUT_SANDBOXES } from '../../support/processes/dsap.ts';
import { untilGone, usePrograms } from '../../support/processes/processes.ts';
import type { Program } from '../../support/processes/program.ts';
import { startRefusingProxy } from '../../support/servers/refusing-proxy.ts';

const runProgram = usePrograms();

// The whole system, as `npm start` runs it.
const run = promisify(execFile);
let home: string;

/** Three starts of the whole system on a machine that is busy. */
const LONG = 60_000;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'dsap-dev-'));
  await chmod(home, 0o755);
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function startDev(more: NodeJS.ProcessEnv = {}): Promise<Program> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DSAP_CACHE_DIR: cacheDirectory(process.env),
    DSAP_TEMPORAL_CLI: process.env['TEST_TEMPORAL_BINARY'],
    DSAP_PORT: String(await freePort()),
    DSAP_TEMPORAL_PORT: String(await freePort()),
    DSAP_TEMPORAL_UI_PORT: String(await freePort()),
    DSAP_LOG_LEVEL: 'error',
    ...more,
  };
  return runProgram('src/cli/main.ts', ['dev'], { env, cwd: home });
}

async function readyAt(program: Program): Promise<string> {
  const [, url = ''] = await program.line(/" {2}API {14}(http:[^"]+)"/);
  return url;
}

async function status(url: string): Promise<number> {
  return (await fetch(url)).status;
}

/** What a dsap started: two servers, and for its sandboxes those that wait for a job and the one that ends them. */
async function startedBy({ child }: Program): Promise<readonly number[]> {
  const { stdout } = await run('ps', ['-e', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, parent]) => (pid !== undefined && parent === child.pid ? [pid] : []));
}

test(
  'Running 2: one process tree that is ready when it says so, and that SIGTERM takes down whole',
  async () => {
    const dev = await startDev();
    const url = await readyAt(dev);
    expect(await status(`${url}/readyz`)).toBe(200);
    const started = await startedBy(dev);
    expect(started.length).toBeGreaterThanOrEqual(2);
    expect(dev.output()).toMatch(/database +schema is up to date in postgres:\/\/dsap_service:/);
    const second = await startDev();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(new RegExp(`${home}/\\.dsap is in use by process ${dev.child.pid} since `));
    dev.child.kill('SIGTERM');
    expect(await dev.ended).toBe(0);
    for (const pid of started) await untilGone(pid, 1);
    // In a pipe there are JSON lines and nothing else, the address at any level.
    const levels = dev
      .output()
      .split('\n')
      .map((line) => JSON.parse(line).level);
    expect(new Set(levels)).toEqual(new Set([30]));
  },
  LONG,
);

test(
  'Running 2: SIGKILL leaves no orphan, and the next start serves the same data directory',
  async () => {
    const killed = await startDev();
    await readyAt(killed);
    const started = await startedBy(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const next = await startDev();
    expect(await status(`${await readyAt(next)}/readyz`)).toBe(200);
    for (const pid of started) await untilGone(pid);
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  },
  LONG,
);

const PLAIN = {
  name: 'plain',
  steps: [{ id: 'write', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } }],
};

test.each([[['http_proxy', 'https_proxy', 'all_proxy', 'grpc_proxy']], [['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']]])(
  'a proxy that refuses everything (%j) keeps no start from being ready and no run from its end (R120)',
  async (names) => {
    const proxy = await startRefusingProxy();
    const set = Object.fromEntries(names.map((name) => [name, proxy.url]));
    const dev = await startDev({ ...WITHOUT_SANDBOXES, ...set, NODE_USE_ENV_PROXY: '1' });
    const rest = createRest(await readyAt(dev));
    const { status: ending } = await rest.until(await rest.start(PLAIN), (it) => it.status === 'completed');
    const ofThisMachine = proxy.asked.filter((it) => /127\.|localhost|::1/.test(it));
    expect([ending, ofThisMachine]).toEqual(['completed', []]);
    dev.child.kill('SIGTERM');
    expect(await dev.ended).toBe(0);
    proxy.close();
  },
  LONG,
);

test.each([
  [
    'a port that is taken',
    'DSAP_PORT',
    () => new URL(process.env['TEST_DATABASE_URL'] ?? '').port,
    /DSAP_PORT is \d+, but something already uses/,
  ],
  [
    'a database that is down',
    'DATABASE_URL',
    () => 'postgres://u@127.0.0.1:9/d',
    /127\.0\.0\.1:9\/d cannot be used: .*correct DATABASE_URL/,
  ],
  [
    'a Temporal that is down',
    'TEMPORAL_ADDRESS',
    () => '127.0.0.1:9',
    /Temporal server at 127\.0\.0\.1:9 does not answer.*correct TEMPORAL_ADDRESS/,
  ],
])('Running 2: %s is told with what to do, and nothing stays behind', async (_, name, value, told) => {
  const dev = await startDev({ ...WITHOUT_SANDBOXES, [name]: value() });
  expect(await dev.ended).toBe(1);
  expect(dev.output()).toMatch(told);
});
