/** What idle watchers of all runs cost the database, in statements: a server that really listens, over a real PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import { countStatements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { useApp } from '../test-app.ts';
import { aFollower } from './feed-client.ts';

const api = useApp({ streams: { perPrincipal: 1_000, inAll: 1_000 } });

test('console 4: two hundred idle watchers cost no statement in five seconds', async () => {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const watchers = Array.from({ length: 200 }, () => aFollower());
  await Promise.all(watchers.map((one) => one.connect(url)));
  await until('all know where they are', () => watchers.every(({ lastId }) => lastId() !== '') || undefined);
  const statements = countStatements();
  try {
    await wait(5_000);
    expect(statements.taken()).toEqual([]);
    await api.get('/v1/feed');
    expect(statements.taken()).toEqual(['position']);
  } finally {
    statements.stop();
    for (const one of watchers) one.cut();
  }
});
