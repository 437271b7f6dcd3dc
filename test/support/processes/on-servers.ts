import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../servers/database.ts';
import { createHome, endAll, serveDsap, WITHOUT_SANDBOXES } from './dsap.ts';

export interface OnServers {
  readonly url: string;
  end(): Promise<void>;
}

/** Settings with which a service hears those alone who give the key. */
export const keyed = (key: string) => ({ DSAP_AUTH: 'keys', DSAP_API_KEY: key });

/** The whole service on the servers that the suites share: a database, a task queue and a home of its own, and no sandboxes. */
export async function serveOnServers(env: NodeJS.ProcessEnv = {}): Promise<OnServers> {
  const [home, database] = await Promise.all([createHome(), createTestDatabase()]);
  const end = async () => {
    await endAll();
    await database.drop();
    await home.remove();
  };
  const own = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `whole-${randomUUID()}`,
    DSAP_PORT: '0',
    ...WITHOUT_SANDBOXES,
    ...env,
  };
  try {
    const { url } = await serveDsap({ args: ['dev'], home, env: own });
    return { url, end };
  } catch (error) {
    await end();
    throw error;
  }
}
