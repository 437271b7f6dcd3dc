import { NativeConnection } from '@temporalio/worker';
import type { FastifyInstance } from 'fastify';
import { NO_NOTIFICATIONS } from '../../../src/activities/abort-registry.ts';
import { createGuardActivities } from '../../../src/activities/index.ts';
import type { ApiDependencies } from '../../../src/api/dependencies.ts';
import { guardCallsOf } from '../../../src/cli/start/guard-calls.ts';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import type { GuardRegistry } from '../../../src/guards/registry.ts';
import type { GuardPort } from '../../../src/ports/guard-port.ts';
import { createRemotePorts } from '../../../src/remote-guards/remote-ports.ts';
import { guardCallRoutes } from '../../../src/remote-guards/routes.ts';
import { NO_SANDBOXES, type Sandboxes } from '../../../src/sandbox/sandboxes.ts';
import { createGuardWorker, createTextWorker } from '../../../src/worker.ts';
import type { TestEngine } from './engine.ts';
import { apiOver } from './engine-api.ts';

/** The API over an engine, with the routes of guards that are judged elsewhere; listens when it resolves. */
export async function startApiFor(
  engine: TestEngine,
  settings: Partial<ApiDependencies['settings']> = {},
): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const guardCalls = await guardCallsOf(engine.store, engine.guards);
  const app = await apiOver(engine, { extensions: [(it) => guardCallRoutes(it, guardCalls)], settings });
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** What a test sees of the guards that judge, or does to them. */
export interface Meddling {
  readonly guardPort?: (guardPort: GuardPort) => GuardPort;
  readonly guards?: (guards: Pick<GuardRegistry, 'find'>) => Pick<GuardRegistry, 'find'>;
  /** Where its programs run; it does not close them. */
  readonly sandboxes?: Sandboxes;
}

/** Judges for an engine without slots for guards, and has of its parts the Temporal server and the API's address alone. */
export async function startRemoteGuards(
  { guards, taskQueue }: Pick<TestEngine, 'guards' | 'taskQueue'>,
  apiUrl: string,
  meddling: Meddling = {},
): Promise<{ stop(): Promise<void> }> {
  const connection = await NativeConnection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  const remote = createRemotePorts({ apiUrl, worker: { name: 'guards@test', offers: [] } });
  const activities = createGuardActivities({
    guardPort: meddling.guardPort?.(remote) ?? remote,
    baseCases: remote.baseCases,
    commands: remote.commands,
    sandboxes: meddling.sandboxes ?? NO_SANDBOXES,
    judging: { elsewhere: remote.judge },
    aborts: NO_NOTIFICATIONS,
    guards: meddling.guards?.(guards) ?? guards,
    check: (document) => checkDefinition(document, { guards }),
  });
  // Guards without a program too, which cost a test nothing: both kinds of call are of one form.
  const settings = { connection, namespace: 'default', taskQueue, activities, grace: 1_000 };
  const workers = await Promise.all([createGuardWorker(settings, 20), createTextWorker(settings)]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    async stop() {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
    },
  };
}
