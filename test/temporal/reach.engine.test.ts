// A real Temporal server behind a door that can be shut: what a start asks it before it stores anything (performance 2.4).
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { RunNotOpen } from '../../src/api/run-client.ts';
import { createClient, isConnected } from '../../src/temporal/connection.ts';
import { createTemporalRunClient } from '../../src/temporal/temporal-run-client.ts';

const inside = new Set<Socket>();
let door: Server;
let client: ReturnType<typeof createClient>;
let calls = 0;

beforeAll(async () => {
  const { hostname, port } = new URL(`http://${process.env['TEST_TEMPORAL_ADDRESS']}`);
  door = createServer((socket) => {
    const server = connect(Number(port), hostname);
    for (const each of [socket, server]) {
      inside.add(each);
      each.on('error', () => each.destroy());
    }
    socket.pipe(server).pipe(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const at = door.address();
  const address = `127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
  client = createClient({ connectionOptions: { address }, namespace: 'default' });
  const grpc: { makeUnaryRequest: (...args: readonly unknown[]) => unknown } = Reflect.get(client.connection, 'client');
  const real = grpc.makeUnaryRequest.bind(grpc);
  grpc.makeUnaryRequest = (...args) => {
    calls += 1;
    return real(...args);
  };
});
afterAll(async () => {
  shut();
  // A call that has run into its deadline may still wait to be repeated, which a closed channel does not take well.
  await wait(2_000);
  await client?.connection.close();
});

function shut(): void {
  door.close();
  for (const socket of inside) socket.destroy();
}

const aRunClient = () => createTemporalRunClient({ client, taskQueue: 'none', settings: { heartbeatTimeout: 5_000 } });

test('whether the server answers is asked of it only where that is not known: a start is one call', async () => {
  expect(await aRunClient().reach()).toMatchObject({ server: true });
  expect(calls).toBeGreaterThan(0);
  calls = 0;
  const runs = aRunClient();
  await expect(runs.isOpen('run_none')).rejects.toThrow(RunNotOpen);
  expect(await runs.reach()).toMatchObject({ server: true });
  expect(calls).toBe(1);
  shut();
  while (isConnected(client)) await wait(10);
  expect(await runs.reach()).toMatchObject({ server: false });
});
