import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { choosePort, freePort } from '../../src/platform/ports.ts';

const host = '127.0.0.1';
const variable = 'DSAP_PORT';
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
  const refused = choosePort({ port: taken, byHand: true, variable, host });
  await expect(refused).rejects.toThrow(
    `DSAP_PORT is ${taken}, but something already uses that port of 127.0.0.1. Stop it, or set DSAP_PORT to a free port.`,
  );
});

test('Running 3: a default that is taken gives way to the next free one', async () => {
  const port = await choosePort({ port: taken, byHand: false, variable, host });
  expect(port).toBeGreaterThan(taken);
});

test('a free one is taken as it is, by hand or not', async () => {
  const port = await freePort();
  expect(await choosePort({ port, byHand: true, variable, host })).toBe(port);
  expect(await choosePort({ port, byHand: false, variable, host })).toBe(port);
});

test('one that is meant for another part is passed over', async () => {
  const port = await freePort();
  expect(await choosePort({ port, byHand: false, variable, host }, [port])).toBeGreaterThan(port);
});

test('0 by hand means any free one', async () => {
  expect(await choosePort({ port: 0, byHand: true, variable, host })).toBeGreaterThan(0);
});

test('an address that this machine has not is not taken for a port in use', async () => {
  await expect(choosePort({ port: taken, byHand: false, variable, host: '192.0.2.1' })).rejects.toThrow(
    /EADDRNOTAVAIL/,
  );
});
