// Real sockets, nothing else: what stands before a server that cannot check who asks.
import http, { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import { type GateProxy, startGateProxy } from '../../src/platform/gate-proxy.ts';
import { freePort } from '../../src/platform/ports.ts';

let behind: Server;
let gate: GateProxy;
let port: number;
const reached: string[] = [];
beforeAll(async () => {
  behind = createServer((request, response) => {
    reached.push(`${request.method} ${request.url} ${request.headers.host}`);
    response.writeHead(201, { 'x-from': 'behind' }).flushHeaders();
    if (request.url === '/slow') response.write('first');
    else request.pipe(response);
  });
  behind.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  const address = behind.address();
  const hidden = typeof address === 'object' && address !== null ? address.port : 0;
  port = await freePort();
  gate = await startGateProxy({
    host: '127.0.0.1',
    port,
    behind: { host: '127.0.0.1', port: hidden },
    refuse: ({ headers }) =>
      headers.host === 'evil.example' ? { status: 421, headers: { 'x-from': 'gate' }, body: 'no' } : undefined,
    adorn: () => ({ 'x-frame-options': 'DENY' }),
  });
});
afterAll(async () => {
  await gate.close();
  behind.closeAllConnections();
  behind.close();
});

function send(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<{ readonly answered: IncomingMessage; readonly first: string }> {
  return new Promise((resolve, reject) => {
    const request = ask(
      { port, host: '127.0.0.1', path, method: 'POST', headers, agent: new http.Agent() },
      (answered) => {
        answered.once('data', (first) => resolve({ answered, first: String(first) }));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

test('it ends by no request, and goes by no proxy of the environment (R93, R120)', async () => {
  const { globalAgent } = http;
  http.globalAgent = new http.Agent({ proxyEnv: { http_proxy: 'http://127.0.0.1:9' } });
  try {
    const { answered } = await send('/echo', { host: 'localhost:1', trailer: 'x' }, 'text');
    expect(answered.statusCode).toBe(201);
  } finally {
    http.globalAgent = globalAgent;
  }
});

test('what is let in passes both ways, with what is added (R93)', async () => {
  const { answered, first } = await send('/echo?a=1', { host: 'localhost:1' }, 'text');
  expect([answered.statusCode, first]).toEqual([201, 'text']);
  expect(answered.headers).toMatchObject({ 'x-from': 'behind', 'x-frame-options': 'DENY' });
  expect(reached.at(-1)).toBe('POST /echo?a=1 localhost:1');
});

test('an answer that goes on is passed as it comes (R93)', async () => {
  const { answered, first } = await send('/slow');
  expect(first).toBe('first');
  answered.destroy();
});

test('what is refused does not reach what stands behind (R93)', async () => {
  const before = reached.length;
  const { answered, first } = await send('/echo', { host: 'evil.example' }, 'x'.repeat(100_000));
  expect([answered.statusCode, answered.headers['x-from'], first]).toEqual([421, 'gate', 'no']);
  expect(reached).toHaveLength(before);
});

test.each([
  ['localhost', 101],
  ['evil.example', 421],
])('an upgrade as %s is answered by %i (R93)', async (host, status) => {
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const request = ask({ port, host: '127.0.0.1', headers: { host, connection: 'upgrade', upgrade: 'echo' } });
    request.once('error', reject);
    request.once('response', ({ statusCode }) => resolve(statusCode));
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.write('hello');
      socket.once('data', (echoed) => {
        socket.destroy();
        resolve(String(echoed) === 'hello' ? statusCode : 0);
      });
    });
    request.end();
  });
  expect(answered).toBe(status);
});
