import { freePort } from '../../src/platform/ports.ts';
import { ready } from './dev-process.ts';
import { startDsap } from './dsap-process.ts';
import { createRest, type Rest } from './rest.ts';
import type { Service } from './service.ts';

/** A `dsap api` of its own beside a service. */
export interface ApiProcess {
  readonly pid: number;
  readonly rest: Rest;
  stop(): Promise<void>;
}

/** Resolves when it answers; `/readyz` would wait for workers too. */
export async function startApiProcess(service: Service, env: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const { config, databaseUrl, temporal } = service;
  const port = await freePort();
  const started = startDsap('api', {
    cwd: config.dataDirectory,
    env: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      DSAP_ENABLE_SIM: 'true',
      DSAP_AUTH: 'none',
      DSAP_PORT: String(port),
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(`${url}/healthz`, 'dsap api', started);
  return { pid: started.child.pid ?? 0, rest: createRest(url), stop: started.stop };
}
