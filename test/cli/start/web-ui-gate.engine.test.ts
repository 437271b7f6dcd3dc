// A real Temporal server as `dsap dev` starts it: who reaches its ports over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBehindGate } from '../../../src/cli/start/web-ui-gate.ts';
import { freePort } from '../../../src/platform/ports.ts';
import type { TemporalServer } from '../../../src/platform/temporal/server.ts';
import { type Listening, listeningIn } from '../../support/servers/listening.ts';
import { until } from '../../support/until.ts';

// Where the kernel tells who listens.
const LINUX = process.platform === 'linux' ? test : test.skip;

let folder: string;
let uiPort: number;
let server: TemporalServer;
let ports: readonly Listening[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-gate-'));
  uiPort = await freePort();
  const seen = () => (process.platform === 'linux' ? listeningIn(process.pid) : Promise.resolve([]));
  const before = (await seen()).map(({ port }) => port);
  server = await startBehindGate(
    uiPort,
    { hosts: ['console.example'], checkHosts: false, origins: [] },
    {
      binary: process.env['TEST_TEMPORAL_BINARY'] ?? '',
      port: await freePort(),
      file: path.join(folder, 'temporal.db'),
    },
  );
  ports = (await seen()).filter(({ port }) => !before.includes(port));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

function status(
  { address, port }: Listening,
  route: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<number> {
  return new Promise((resolve) => {
    const request = ask({ host: address, port, path: route, method, headers, timeout: 3_000 }, (answered) => {
      answered.resume();
      resolve(answered.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy()).once('error', () => resolve(0));
    request.end();
  });
}

const namespaces = '/api/v1/namespaces';

test('the Web UI answers to known names and its own pages alone (R93)', async () => {
  const gate = { address: '127.0.0.1', port: uiPort };
  const at = (host: string, more = {}) => status(gate, namespaces, { host, ...more });
  // What stands behind comes up a little later than the gate.
  await until('there', async () => ((await at(`127.0.0.1:${uiPort}`)) === 200 ? true : undefined));
  await expect(at('console.example')).resolves.toBe(200);
  await expect(at('evil.example')).resolves.toBe(421);
  await expect(status(gate, '/healthz', { host: 'evil.example' })).resolves.toBe(421);
  await expect(at('localhost', { origin: 'http://evil.example' })).resolves.toBe(403);
  const terminate = `${namespaces}/default/workflows/run_1/terminate`;
  await expect(status(gate, terminate, { host: 'localhost', origin: 'null' }, 'POST')).resolves.toBe(403);
});

/** As far as they need no privilege: the Fetch standard's "bad ports". */
const CLOSED_TO_PAGES = [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10_080];

LINUX('what else Temporal listens on answers to no name, or at a port that no browser opens (R93)', async () => {
  expect(ports.length).toBeGreaterThan(5);
  const open = ports.filter(({ port }) => !CLOSED_TO_PAGES.includes(port));
  for (const listening of open) {
    for (const host of ['evil.example', `127.0.0.1:${listening.port}`]) {
      if (listening.port === uiPort && host !== 'evil.example') continue;
      for (const route of [namespaces, '/metrics']) {
        const answered = await status(listening, route, { host });
        expect([listening, host, route, answered >= 200 && answered < 400]).toEqual([listening, host, route, false]);
      }
    }
  }
});

LINUX('the Web UI itself is at an address of its own (R93)', () => {
  const guessable = ports.filter(({ address }) => address === '127.0.0.1').map(({ port }) => port);
  expect(guessable).toContain(uiPort);
  expect(ports.some(({ address }) => address !== '127.0.0.1')).toBe(true);
});
