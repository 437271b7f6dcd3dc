import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { choosePort, freePort, onFreePorts, PortTaken } from '../../src/platform/ports.ts';

const host = '127.0.0.1';
const variable = 'DSAP_PORT';
const ignore = () => {};
let taken: number;
let server: Server;

beforeEach(async () => {
  taken = await freePort();
  server = createServer().listen(taken, host);
  await once(server, 'listening');
});

afterEach(async () => {
  server.close();
  await once(server, 'close');
});

test('Running 3: a port set by hand and taken is an error that names the variable and the way out', async () => {
  const refused = choosePort({ port: taken, byHand: true, variable, host }, ignore);
  await expect(refused).rejects.toThrow(
    `DSAP_PORT is ${taken}, but something already uses that port of 127.0.0.1. Stop it, or set DSAP_PORT to a free port.`,
  );
});

test('Running 3: a default that is taken gives way to the next free one, which is told with the variable', async () => {
  const told: string[] = [];
  const port = await choosePort({ port: taken, byHand: false, variable, host }, (line) => told.push(line));
  expect(port).toBeGreaterThan(taken);
  expect(told).toEqual([`port ${taken} of 127.0.0.1 is in use, so it is ${port}; DSAP_PORT sets another`]);
});

test('a free one is taken as it is, by hand or not', async () => {
  const port = await freePort();
  expect(await choosePort({ port, byHand: true, variable, host }, ignore)).toBe(port);
  expect(await choosePort({ port, byHand: false, variable, host }, ignore)).toBe(port);
});

test('one that is meant for another part is passed over', async () => {
  const port = await freePort();
  expect(await choosePort({ port, byHand: false, variable, host }, ignore, [port])).toBeGreaterThan(port);
});

test('0 by hand means any free one', async () => {
  expect(await choosePort({ port: 0, byHand: true, variable, host }, ignore)).toBeGreaterThan(0);
});

test('an address that this machine has not is not taken for a port in use', async () => {
  await expect(choosePort({ port: taken, byHand: false, variable, host: '192.0.2.1' }, ignore)).rejects.toThrow(
    /EADDRNOTAVAIL/,
  );
});

test.each([
  ['Node', () => Object.assign(new Error('listen'), { code: 'EADDRINUSE' })],
  ['a server', () => new Error("it said last: can't set frontend port: bind: address already in use")],
])('a port that %s finds taken after it was chosen is chosen anew', async (_, fault) => {
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (starts < 3) throw fault();
    return 'up';
  };
  expect(await onFreePorts(start)).toBe('up');
  expect(starts).toBe(3);
});

test('a port by hand that is gone by then, and any other fault, end it', async () => {
  await expect(onFreePorts(() => Promise.reject(new PortTaken('DSAP_PORT is 1')))).rejects.toThrow('DSAP_PORT is 1');
  await expect(onFreePorts(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
});
