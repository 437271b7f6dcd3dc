import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createCallSigner, SIGNING_KEY } from '../../../src/remote-guards/signed-token.ts';
import { createClient } from '../../../src/temporal/connection.ts';
import { createTemporalRunClient } from '../../../src/temporal/temporal-run-client.ts';
import { createWorkers } from '../../../src/worker.ts';
import { type AnyEngine, createEngineParts, type PartsOptions } from './parts.ts';

export interface TestEngine extends AnyEngine {
  readonly client: ReturnType<typeof createClient>;
  /** From now on another bundle runs the workflows; answers when the former one has let go. */
  runWorkflowsBy(codePath: string): Promise<void>;
}

export interface EngineOptions extends PartsOptions {
  /** The workflows' bundle; the one of the suite when left out. */
  readonly codePath?: string;
  /** Of its workers; the SDK's own when left out. */
  readonly identity?: string;
  /** The version of its workers; unversioned when left out. */
  readonly deployment?: { readonly deploymentName: string; readonly buildId: string };
  /** No guard: some other process judges, such as `startRemoteGuards`. */
  readonly slots?: { readonly generate: number; readonly guard: number; readonly text?: number };
}

/** The whole engine in this process: a database of its own, workers on queues of their own, the simulated models. */
export async function startEngine(options: EngineOptions = {}): Promise<TestEngine> {
  quietRuntime();
  const parts = await createEngineParts(options);
  const { store, guards, taskQueue, databaseUrl, settings, until, log } = parts;
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const connection = await NativeConnection.connect({ address });
  const workers = await createWorkers({
    connection,
    namespace: 'default',
    taskQueue,
    codePath: options.codePath ?? process.env['TEST_WORKFLOW_BUNDLE'] ?? '',
    activities: parts.activities,
    ...(options.gate && { gate: options.gate }),
    slots: options.slots ?? { generate: 20, guard: 20 },
    signer: createCallSigner(await store.keys.of(SIGNING_KEY)),
    grace: 1_000,
    deployment: options.deployment,
    ...(options.identity !== undefined && { identity: options.identity }),
  });
  const running = workers.map((worker) => worker.run());
  let [workflows] = workers;
  const client = createClient({ connectionOptions: { address }, namespace: 'default' });
  const runs = createTemporalRunClient({ client, taskQueue, settings });
  return {
    store,
    runs,
    client,
    guards,
    taskQueue,
    databaseUrl,
    start: parts.startBy(runs),
    until,
    log,
    handleOf(runId) {
      const handle = client.workflow.getHandle(runId);
      return {
        executeUpdate: ({ name }, { args: [request], updateId }) =>
          handle.executeUpdate<unknown, [object]>(name, {
            args: [request],
            ...(updateId !== undefined && { updateId }),
          }),
        signal: (signal, request) => handle.signal(typeof signal === 'string' ? signal : signal.name, request),
        query: (query) => handle.query(typeof query === 'string' ? query : query.name),
        cancel: () => handle.cancel(),
        result: () => handle.result(),
      };
    },
    async runWorkflowsBy(codePath) {
      workflows?.shutdown();
      await running[0];
      workflows = await Worker.create({ connection, namespace: 'default', taskQueue, workflowBundle: { codePath } });
      running.push(workflows.run());
    },
    async stop() {
      workflows?.shutdown();
      for (const worker of workers.slice(1)) worker.shutdown();
      await Promise.all(running);
      await connection.close();
      await client.connection.close();
      await parts.stop();
    },
  };
}

let quiet = false;

/** The SDK's own log, errors alone; once for each process, before anything of it is used. */
export function quietRuntime(): void {
  if (quiet) return;
  quiet = true;
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
}
