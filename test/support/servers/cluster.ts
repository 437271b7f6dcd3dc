import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { freePort } from '../../../src/platform/ports.ts';
import { loadCards } from '../../../src/simulation/cards.ts';
import { simEndpoint } from '../../../src/simulation/endpoint.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createClient } from '../../../src/temporal/connection.ts';
import type { Witnesses } from '../engine/evidence.ts';
import { createRest, type Rest } from '../engine/rest.ts';
import { createHome, end, endAll, runDsap, serveDsap, WITHOUT_SANDBOXES } from '../processes/dsap.ts';
import type { Program } from '../processes/program.ts';

/** `dsap api` and `dsap worker` as processes of their own that can be killed; the simulated models outlive them all. */
export interface Cluster {
  readonly witnesses: Witnesses;
  /** The API at its one address, also after it was started again. */
  readonly rest: Rest;
  readonly url: string;
  readonly provider: Provider;
  startApi(): Promise<Program>;
  /** Resolves when the process is there; it polls when `polling` has resolved, which tells the milliseconds that took. */
  startWorker(): WorkerProcess;
  stop(): Promise<void>;
}

/** How the provider of the simulated models may be away; `gone` ends the answers in flight, too. */
export const AWAY = ['gone', 'unavailable', 'silent'] as const;

/** The provider of the simulated models. */
interface Provider {
  leave(how: (typeof AWAY)[number]): void;
  comeBack(): void;
}

export interface WorkerProcess {
  readonly program: Program;
  /** Rejects when it was killed before. */
  readonly polling: Promise<number>;
}

export interface Servers {
  /** As superuser, with the newest schema. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
}

export async function startCluster({ databaseUrl, temporalAddress }: Servers): Promise<Cluster> {
  const home = await createHome();
  const sim = fastify({ forceCloseConnections: true });
  const provider = leaving(sim);
  await sim.register(simEndpoint, { cards: loadCards() });
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    DSAP_TASK_QUEUE: `faults-${randomUUID()}`,
    DSAP_PORT: String(port),
    DSAP_AUTH: 'none',
    DSAP_ENABLE_SIM: 'true',
    DSAP_SIM_URL: await sim.listen({ host: '127.0.0.1', port: 0 }),
    DSAP_HEARTBEAT_SECONDS: '2',
    ...WITHOUT_SANDBOXES,
  };
  const store = await createStore({ databaseUrl });
  const client = createClient({ connectionOptions: { address: temporalAddress }, namespace: 'default' });
  const url = `http://127.0.0.1:${port}`;
  return {
    witnesses: { store, client, databaseUrl },
    rest: createRest(url),
    url,
    provider,
    startApi: async () => (await serveDsap({ args: ['api'], home, env })).program,
    startWorker() {
      const began = performance.now();
      const program = runDsap({ args: ['worker'], home, env });
      const polling = program.line(/task queues/).then(() => Math.round(performance.now() - began));
      polling.catch(() => {});
      return { program, polling };
    },
    async stop() {
      await endAll();
      await sim.close();
      await client.connection.close();
      await store.close();
      await home.remove();
    },
  };
}

function leaving(sim: FastifyInstance): Provider {
  let away: (typeof AWAY)[number] | undefined;
  sim.addHook('onRequest', async ({ raw }, reply) => {
    if (away === 'gone') raw.socket.resetAndDestroy();
    if (away === 'gone' || away === 'silent') return reply.hijack();
    return away && reply.code(503).send({ error: { message: 'The service is down for maintenance.' } });
  });
  return {
    leave(how) {
      away = how;
      if (how === 'gone') sim.server.closeAllConnections();
    },
    comeBack() {
      // What it has kept silent about is never answered.
      if (away === 'silent') sim.server.closeAllConnections();
      away = undefined;
    },
  };
}

/** SIGKILL, and gone when it resolves. */
export async function kill(program: Program): Promise<void> {
  await end(program, 'SIGKILL');
}

/** A process that is there and does nothing for so many milliseconds. */
export async function freeze({ child }: Program, milliseconds: number): Promise<void> {
  child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGCONT');
}
