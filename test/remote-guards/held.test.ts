// An HTTP server that is the API while its database is away: what a worker without the database has found is held (R100).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { NO_USAGE } from '../../src/model/usage.ts';
import { CallOver } from '../../src/ports/guard-port.ts';
import { StoreUnavailable } from '../../src/ports/store/errors.ts';
import { createRemotePorts, type RemotePorts } from '../../src/remote-guards/remote-ports.ts';
import { aRun, aVerdict } from '../store/makers.ts';

const CALL = { runId: 'r', token: 't', events: [], infraTimeout: 1, seal: 'x.y' };
const GUARD = {
  ...CALL,
  step: 'a',
  epoch: 1,
  attempt: 1,
  n: 1,
  artifactId: 'art_1',
  answers: [],
  dependencies: {},
  history: [],
};
const OUTCOME = { text: 'made', failed: false };
const EVIDENCE = { passed: true, text: '{"passed":true}', usage: NO_USAGE };
const COMMAND = { ...GUARD, rung: 0, injected: [], warned: false };
const MATERIAL = { run: aRun(), document: {}, results: [], winners: {}, sparing: false };
const VERIFICATION = { ...CALL, seq: 1, answers: {} };

/** What each request said. */
let said: string[];
/** What the next requests are answered; after these 200. */
let refusals: { status: number; code: string }[];
let server: Server;
let remote: RemotePorts;
beforeEach(async () => {
  [said, refusals] = [[], []];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      said.push(`${request.url} ${JSON.parse(body).found}`);
      const refusal = refusals.shift();
      response.statusCode = refusal?.status ?? 200;
      response.end(JSON.stringify(refusal ? { code: refusal.code, detail: 'Not now.' } : { kept: true }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens to a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  remote = createRemotePorts({ apiUrl: `http://127.0.0.1:${port}`, worker: { name: 'w', offers: [] } });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const away = { status: 503, code: 'unavailable' };
const verdict = aVerdict('pass', '');

test.each([
  ['a verdict', () => remote.keep(GUARD, verdict)],
  ['evidence', () => remote.baseCases.keep(VERIFICATION, EVIDENCE, { material: MATERIAL })],
  [
    'what a model said of a leaf',
    async () => ({ kept: (await remote.baseCases.keepLeaf(VERIFICATION, 'q', '1')) === '1' }),
  ],
  ['what a program made', () => remote.commands.keep(COMMAND, OUTCOME)],
])('%s is told again until the API takes it (R100)', async (_, keep) => {
  refusals = [away, away];
  expect(await keep()).toEqual({ kept: true });
  expect(said).toHaveLength(3);
  expect(new Set(said).size).toBe(1);
});

test('a verdict that is no longer wanted is not told again (R100)', async () => {
  refusals = Array.from({ length: 20 }, () => away);
  const wanted = new AbortController();
  const keeping = remote.keep(GUARD, verdict, { signal: wanted.signal });
  setTimeout(() => wanted.abort(), 100);
  await expect(keeping).rejects.toThrow(StoreUnavailable);
  expect(said.length).toBeLessThanOrEqual(2);
});

test('what the API refuses for good is told once (R100)', async () => {
  refusals = [{ status: 403, code: 'call_over' }];
  await expect(remote.keep(GUARD, verdict)).rejects.toThrow(CallOver);
  expect(said).toHaveLength(1);
});
