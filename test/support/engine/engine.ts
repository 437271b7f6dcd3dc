import { randomUUID } from 'node:crypto';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import fastify, { type FastifyInstance } from 'fastify';
import { createAbortRegistry } from '../../../src/activities/abort-registry.ts';
import { createActivities } from '../../../src/activities/index.ts';
import type { RunClient } from '../../../src/api/run-client.ts';
import { createdEvent } from '../../../src/api/runs/begin-run.ts';
import { NO_OWN_PARTS, type Parts } from '../../../src/authoring/parts.ts';
import { judgeOf } from '../../../src/cli/start/judge.ts';
import { type Checked, checkDefinition } from '../../../src/definitions/checks/check.ts';
import { evolve } from '../../../src/engine.ts';
import { createModels } from '../../../src/generators/registry.ts';
import { schemaErrors } from '../../../src/guards/isolation/schema-errors.ts';
import { createGuardRegistry, type GuardRegistry } from '../../../src/guards/registry.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import type { Gate } from '../../../src/ports/gate.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { createSealer, SEAL_KEY } from '../../../src/remote-guards/seal.ts';
import { NO_SANDBOXES, type Sandboxes } from '../../../src/sandbox/sandboxes.ts';
import { loadCards } from '../../../src/simulation/cards.ts';
import { simEndpoint } from '../../../src/simulation/endpoint.ts';
import { digestOfJson } from '../../../src/store/digest.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createClient } from '../../../src/temporal/connection.ts';
import { createTemporalRunClient } from '../../../src/temporal/temporal-run-client.ts';
import { createWorkers } from '../../../src/worker.ts';
import type { RunSettings } from '../../../src/workflows/messages.ts';
import { createTestDatabase } from '../servers/database.ts';

export interface TestEngine {
  readonly store: Store;
  readonly runs: RunClient;
  readonly client: ReturnType<typeof createClient>;
  /** The guards of its workers. */
  readonly guards: GuardRegistry;
  /** The prefix of its task queues. */
  readonly taskQueue: string;
  /** As superuser, to see and do what the service cannot. */
  readonly databaseUrl: string;
  /** Publishes and starts; answers the run's id. */
  start(definition: Readonly<Record<string, unknown>>, facts?: Partial<RunRecord>): Promise<string>;
  /** The stored state once it is as asked; fails with the last one seen after 30 s. */
  until(runId: string, isSo: (state: RunState) => boolean): Promise<RunState>;
  log(runId: string): Promise<readonly Event[]>;
  /** From now on another bundle runs the workflows; answers when the former one has let go. */
  runWorkflowsBy(codePath: string): Promise<void>;
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** The workflows' bundle; the one of the suite when left out. */
  readonly codePath?: string;
  readonly settings?: Partial<RunSettings>;
  /** Further simulated models. */
  readonly cards?: Parameters<typeof loadCards>[0];
  /** Of its workers; the SDK's own when left out. */
  readonly identity?: string;
  /** The version of its workers; unversioned when left out. */
  readonly deployment?: { readonly deploymentName: string; readonly buildId: string };
  /** Where its guards run code; it closes them. None when left out. */
  readonly sandboxes?: Sandboxes;
  /** The user's own parts; none when left out. */
  readonly parts?: Parts;
  /** No guard: some other process judges, such as `startRemoteGuards`. */
  readonly slots?: { readonly generate: number; readonly guard: number; readonly text?: number };
  /** What activities see of the store, where that is not all: the log and the views are not touched. */
  readonly seen?: (store: Store) => Store;
  /** What the provider of the simulated models does beside answering, such as refusing. */
  readonly provider?: (app: FastifyInstance) => void;
  /** While it is shut its workers poll nothing; always open when left out. */
  readonly gate?: Gate;
  /** Of the models, where they are other than the simulated ones with a price. */
  readonly models?: Partial<Parameters<typeof createModels>[0]>;
}

/** The whole engine in this process: a database of its own, workers on queues of their own, the simulated models over HTTP. */
export async function startEngine(options: EngineOptions = {}): Promise<TestEngine> {
  quietRuntime();
  const database = await createTestDatabase();
  const store = await createStore({ databaseUrl: database.url });
  const cards = loadCards(options.cards);
  const sim = fastify({ forceCloseConnections: true });
  options.provider?.(sim);
  await sim.register(simEndpoint, { cards });
  const baseUrl = `${await sim.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const models = createModels({
    endpoints: [],
    defaultModel: 'sim:default',
    sim: { baseUrl: () => baseUrl, cards: () => [...cards.keys()] },
    maxTokens: () => 8_192,
    price: () => ({ input: 1, output: 2 }),
    timeouts: { timeoutMs: 20_000, idleTimeoutMs: 15_000 },
    ...options.models,
  });
  const { sandboxes = NO_SANDBOXES } = options;
  const { parts = NO_OWN_PARTS } = options;
  const guards = createGuardRegistry({ sim: true, judge: judgeOf(models), sandboxes, own: () => parts.guards() });
  const check = (document: unknown) => checkDefinition(document, { guards, parts, defaultModel: 'sim:default' });
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const connection = await NativeConnection.connect({ address });
  const taskQueue = `test-${randomUUID()}`;
  const aborts = createAbortRegistry(store.events);
  const workers = await createWorkers({
    connection,
    namespace: 'default',
    taskQueue,
    codePath: options.codePath ?? process.env['TEST_WORKFLOW_BUNDLE'] ?? '',
    activities: createActivities({
      store: options.seen?.(store) ?? store,
      aborts,
      models,
      guards,
      schemaErrors,
      check,
      parts,
      sandboxes,
      ...(options.gate && { gate: options.gate }),
    }),
    ...(options.gate && { gate: options.gate }),
    slots: options.slots ?? { generate: 20, guard: 20 },
    sealer: createSealer(await store.keys.of(SEAL_KEY)),
    grace: 1_000,
    deployment: options.deployment,
    ...(options.identity !== undefined && { identity: options.identity }),
  });
  const running = workers.map((worker) => worker.run());
  let [workflows] = workers;
  const client = createClient({ connectionOptions: { address }, namespace: 'default' });
  const settings = { heartbeatTimeout: 5_000, ...options.settings };
  const runs = createTemporalRunClient({ client, taskQueue, settings });
  return {
    store,
    runs,
    client,
    guards,
    taskQueue,
    databaseUrl: database.url,
    async start(definition, facts = {}) {
      const { record, plan } = await publish(store, check, definition, facts);
      const created = createdEvent(record, { principal: 'test' });
      await store.runs.create(record, created);
      await runs.start({ plan, state: evolve(INITIAL, created), summary: plan.definition.name, tags: [] });
      return record.id;
    },
    async until(runId, isSo) {
      for (const deadline = Date.now() + 30_000; ; ) {
        const row = await store.runs.find(runId);
        if (row && isSo(row.state)) return row.state;
        if (Date.now() > deadline) throw new Error(`not so after 30 s: ${JSON.stringify(row?.state)}`);
        // The news of an event ends this at once; what else may matter to the caller is looked at this often.
        await store.events.waitFor(runId, (row?.state.seq ?? 0) + 1, 200);
      }
    },
    log: (runId) => store.events.read(runId, 0, 100_000),
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
      aborts.close();
      await sandboxes.close();
      await connection.close();
      await client.connection.close();
      await sim.close();
      await store.close();
      await database.drop();
    },
  };
}

/** A definition of one step whose model and guard follow scripts. */
export function scripted(outputs: readonly unknown[], verdicts: readonly unknown[], facts: object = {}) {
  return {
    name: 'scripted',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: outputs } } } },
    steps: [
      {
        id: 'work',
        generator: { kind: 'llm', prompt: 'Do the work.' },
        guard: { use: 'scripted', with: { verdicts } },
        ...facts,
      },
    ],
  };
}

/** Ended, in whatever way. */
export function ended({ endedAt }: RunState): boolean {
  return endedAt !== undefined;
}

/** As it is after travelling through JSON. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

async function publish(
  store: Store,
  check: (document: unknown) => Checked,
  document: Readonly<Record<string, unknown>>,
  facts: Partial<RunRecord>,
): Promise<{ record: RunRecord; plan: Plan }> {
  const checked = check(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const { name } = checked.definition;
  const digest = digestOfJson(document);
  const { version } = await store.definitions.publish({
    name,
    digest,
    topology: checked.plan.topology,
    document,
    plan: checked.plan,
    warnings: checked.warnings,
  });
  const definition = { name, version: version.version, digest };
  const plan = { ...checked.plan, definition };
  const record: RunRecord = {
    id: `run_${randomUUID()}`,
    definition,
    topology: plan.topology,
    input: {},
    tags: [],
    plan,
    seeds: {},
    requestDigest: digest,
    createdAt: Date.now(),
    ...facts,
  };
  return { record, plan };
}

let quiet = false;

/** The SDK's own log, errors alone; once for each process, before anything of it is used. */
export function quietRuntime(): void {
  if (quiet) return;
  quiet = true;
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
}
