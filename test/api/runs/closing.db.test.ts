/** How the service goes: what has nothing more to say does not hold it up. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { useApp } from '../test-app.ts';

const api = useApp();

test('a connection that never asked does not hold up a service that closes', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(api.app.server, 'connection');
  const client = connect((api.app.server.address() as { port: number }).port, '127.0.0.1');
  const closed = once(client, 'close');
  client.resume();
  await accepted;
  await Promise.all([api.app.close(), closed]);
  expect(client.bytesRead).toBe(0);
});
