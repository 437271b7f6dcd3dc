// The run client alone, with nothing at the server's address.
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../src/platform/ports.ts';
import { createClient } from '../../../src/temporal/connection.ts';
import { createTemporalRunClient } from '../../../src/temporal/temporal-run-client.ts';

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ connectionOptions: { address: `127.0.0.1:${await freePort()}` }, namespace: 'default' });
});
afterAll(async () => {
  // A call that has run into its deadline may still wait to be repeated, which a closed channel does not take well.
  await wait(2_000);
  await client.connection.close();
});

test('S: what no server takes names the server as the part that is down, not the worker', async () => {
  const runs = createTemporalRunClient({ client, taskQueue: 'none', settings: { heartbeatTimeout: 5_000 } });
  const asked = await Promise.allSettled([
    runs.send('run_1', { kind: 'stop', by: 'ada' }, 'stop-1'),
    runs.kill('run_1', 'enough'),
    runs.isOpen('run_1'),
    runs.abandoned(0),
  ]);
  const temporal = { status: 'rejected', reason: { name: 'EngineUnavailable', part: 'temporal' } };
  expect(asked).toMatchObject([temporal, temporal, temporal, temporal]);
  expect(await runs.hindrances('run_1')).toMatchObject([{ kind: 'engine_away' }]);
});
