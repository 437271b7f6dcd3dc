// Pure: who is too slow, on connections of their own.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { clientErrorsOf } from '../../../src/api/http/socket-errors.ts';

/** Milliseconds for the head and for all of a request, and between two looks of Node. */
const TIMEOUTS = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

/** Writes once connected, in a thread of its own, since the server's stands still; tells when that is done, and what was answered. */
const CLIENT = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, text, written, answers } } = require('node:worker_threads');
  const flag = new Int32Array(written);
  const socket = connect(port, '127.0.0.1', () => socket.write(text, () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  }));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    const statuses = answer.match(/(?<=^HTTP\\/1.1 )\\d+/gm) ?? [];
    if (statuses.length < answers) return;
    parentPort.postMessage(statuses.join(' '));
    socket.end();
  });`;

let server: Server;
let threads: Worker[];
/** What happens in the turn in which a connection comes in. */
let whileConnecting: () => void;

beforeEach(async () => {
  whileConnecting = () => undefined;
  threads = [];
  server = createServer(TIMEOUTS, (request, response) => {
    request.resume().once('end', () => response.end('here\n'));
  });
  server.on('connection', () => whileConnecting());
  server.on('clientError', clientErrorsOf(server));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await Promise.all(threads.map((thread) => thread.terminate()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function client(text: string, answers = 1) {
  const written = new SharedArrayBuffer(4);
  const { port } = server.address() as AddressInfo;
  const thread = new Worker(CLIENT, { eval: true, workerData: { port, text, written, answers } });
  threads.push(thread);
  const answer = new Promise<string>((resolve, reject) => thread.once('message', resolve).once('error', reject));
  return { answer, untilWritten: () => Atomics.wait(new Int32Array(written), 0, 0) };
}

const HEAD = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 4\r\n';

test.each([
  ['no word', '', '408'],
  ['half a head', HEAD, '408'],
  ['half a body', `${HEAD}\r\nab`, '408'],
  ['a whole request', `${HEAD}\r\nabcd`, '200'],
])('a client that sends %s and no more is answered in time', async (_what, text, status) => {
  expect(await client(text).answer).toBe(status);
});

test.each([
  ['a whole request', `${HEAD}\r\nabcd`, '200'],
  ['half a head', HEAD, '408'],
  ['half a body', `${HEAD}\r\nab`, '408'],
])('after a standstill of the server what has come meanwhile counts: %s', async (_, text, status) => {
  const slow = client(text);
  whileConnecting = () => {
    slow.untilWritten();
    const began = performance.now();
    while (performance.now() - began < 2 * TIMEOUTS.requestTimeout);
  };
  expect(await slow.answer).toBe(status);
});

test('on a connection that was used the next request has to come whole, too', async () => {
  expect(await client(`${HEAD}\r\nabcd${HEAD}`, 2).answer).toBe('200 408');
});
