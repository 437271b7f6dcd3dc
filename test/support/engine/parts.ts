import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { createAbortRegistry } from '../../../src/activities/abort-registry.ts';
import { createGrowingTexts, type GrowingTextsOptions } from '../../../src/activities/generators/growing-texts.ts';
import { judgeOf } from '../../../src/activities/guards/judge.ts';
import { type Activities, createActivities } from '../../../src/activities/index.ts';
import type { RunClient } from '../../../src/api/run-client.ts';
import { createdEvent } from '../../../src/api/runs/begin-run.ts';
import { NO_OWN_PARTS, type Parts } from '../../../src/authoring/parts.ts';
import { type Checked, checkDefinition } from '../../../src/definitions/checks/check.ts';
import { evolve } from '../../../src/engine.ts';
import { createModels, type Models } from '../../../src/generators/registry.ts';
import { schemaErrors } from '../../../src/guards/isolation/schema-errors.ts';
import { createGuardRegistry, type GuardRegistry } from '../../../src/guards/registry.ts';
import type { Cap } from '../../../src/model/caps.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import type { Gate } from '../../../src/ports/gate.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { NO_SANDBOXES, type Sandboxes } from '../../../src/sandbox/sandboxes.ts';
import { loadCards, namesWithOutages } from '../../../src/simulation/cards.ts';
import { simEndpoint } from '../../../src/simulation/endpoint.ts';
import { digestOfJson } from '../../../src/store/digest.ts';
import { createStore, type StoreOptions } from '../../../src/store/postgres-store.ts';
import type { RunSettings } from '../../../src/workflows/messages.ts';
import { createTestDatabase } from '../servers/database.ts';
import { withoutSocket } from './without-socket.ts';

/** A run's open execution, as whoever can reach Temporal talks to it. */
export interface RunHandle {
  executeUpdate(
    update: { readonly name: string },
    sent: { readonly args: readonly [object]; readonly updateId?: string },
  ): Promise<unknown>;
  signal(signal: string | { readonly name: string }, request: unknown): Promise<void>;
  query(query: string | { readonly name: string }): Promise<unknown>;
  cancel(): Promise<unknown>;
  /** Of the execution: resolves or rejects once it has ended. */
  result(): Promise<unknown>;
}

/** Runs, and all that they need; with Temporal or without. */
export interface AnyEngine {
  readonly store: Store;
  readonly runs: RunClient;
  /** The guards of its workers. */
  readonly guards: GuardRegistry;
  /** The prefix of its task queues. */
  readonly taskQueue: string;
  /** As superuser, to see and do what the service cannot. */
  readonly databaseUrl: string;
  handleOf(runId: string): RunHandle;
  /** Publishes and starts; answers the run's id. */
  start(definition: Readonly<Record<string, unknown>>, facts?: Partial<RunRecord>): Promise<string>;
  /** The stored state once it is as asked; fails with the last one seen after 30 s. */
  until(runId: string, isSo: (state: RunState) => boolean): Promise<RunState>;
  log(runId: string): Promise<readonly Event[]>;
  stop(): Promise<void>;
}

export interface PartsOptions {
  /** Its store's, where they are other than the service's. */
  readonly store?: Pick<StoreOptions, 'poolSize'>;
  readonly settings?: Partial<RunSettings>;
  /** Further simulated models. */
  readonly cards?: Parameters<typeof loadCards>[0];
  /** Where its guards run code; it closes them. None when left out. */
  readonly sandboxes?: Sandboxes;
  /** The user's own parts; none when left out. */
  readonly parts?: Parts;
  /** What activities see of the store, where that is not all: the log and the views are not touched. */
  readonly seen?: (store: Store) => Store;
  /** What the provider of the simulated models does beside answering, such as refusing. */
  readonly provider?: (app: FastifyInstance) => void;
  /** While it is shut its workers poll nothing; always open when left out. */
  readonly gate?: Gate;
  /** Of the texts under way: the bytes that all may take, and a clock of the test's own. */
  readonly texts?: Partial<Pick<GrowingTextsOptions, 'room' | 'now'>>;
  /** Every guard is judged by an activity of its own, as if none were pure. */
  readonly dispatched?: true;
  /** Of the models, where they are other than the simulated ones with a price. */
  readonly models?: Partial<Parameters<typeof createModels>[0]>;
  /** What comes between calls and the models, such as a wait. */
  readonly before?: (models: Models) => Models;
  /** What all runs together may use of models. */
  readonly caps?: readonly Cap[];
}

/** What an engine is made of beside what schedules its calls. */
export interface EngineParts
  extends Pick<AnyEngine, 'store' | 'guards' | 'taskQueue' | 'databaseUrl' | 'until' | 'log' | 'stop'> {
  readonly activities: Activities;
  readonly settings: RunSettings;
  startBy(runs: Pick<RunClient, 'start'>): AnyEngine['start'];
}

/** A database of its own and the simulated models; over HTTP where their provider does something, or an answer is broken. */
export async function createEngineParts(options: PartsOptions = {}): Promise<EngineParts> {
  const database = await createTestDatabase();
  const store = await createStore({ databaseUrl: database.url, ...options.store });
  const { app, ...sim } = await simulatedModels(options);
  const { before = (made: Models) => made } = options;
  const all = createModels({
    endpoints: [],
    defaultModel: 'sim:default',
    sim,
    maxTokens: () => 8_192,
    price: () => ({ input: 1, output: 2 }),
    timeouts: { timeoutMs: 20_000, idleTimeoutMs: 15_000 },
    limits: store.limits,
    caps: { caps: options.caps ?? [], store: store.caps, pauses: { soon: 20, later: 50 } },
    ...options.models,
  });
  const models = before(all);
  const { sandboxes = NO_SANDBOXES, parts = NO_OWN_PARTS } = options;
  const guards = createGuardRegistry({
    sim: true,
    judge: judgeOf(models, store.caps),
    sandboxes,
    own: () => parts.guards(),
  });
  const offered = options.dispatched ? { ...guards, isPure: () => false } : guards;
  const check = (document: unknown) =>
    checkDefinition(document, { guards: offered, parts, defaultModel: 'sim:default' });
  const aborts = createAbortRegistry(store.events);
  const texts = createGrowingTexts({
    store: store.texts,
    room: 64 * 2 ** 20,
    tell: () => undefined,
    now: () => performance.now(),
    ...options.texts,
  });
  const activities = createActivities({
    store: options.seen?.(store) ?? store,
    aborts,
    models,
    texts,
    guards,
    schemaErrors,
    check,
    parts,
    sandboxes,
    ...(options.gate && { gate: options.gate }),
  });
  return {
    store,
    guards,
    activities,
    taskQueue: `test-${randomUUID()}`,
    databaseUrl: database.url,
    settings: { heartbeatTimeout: 5_000, ...options.settings },
    startBy: (runs) => async (definition, facts) => {
      const record = await publish(store, check, definition, facts ?? {});
      const { plan } = record;
      const created = createdEvent(record, { principal: 'test' });
      await store.runs.create(record, created);
      await runs.start({ plan, state: evolve(INITIAL, created), summary: plan.definition.name, tags: [] });
      return record.id;
    },
    async until(runId, isSo) {
      for (const deadline = Date.now() + 60_000; ; ) {
        const row = await store.runs.find(runId);
        if (row && isSo(row.state)) return row.state;
        if (Date.now() > deadline) throw new Error(`not so after 60 s: ${JSON.stringify(row?.state)}`);
        // The notification of an event ends this at once; what else may matter to the caller is looked at this often.
        await store.events.waitFor(runId, (row?.state.seq ?? 0) + 1, 200);
      }
    },
    log: (runId) => store.events.read(runId, 0, 100_000),
    async stop() {
      aborts.close();
      await texts.close();
      await sandboxes.close();
      await app.close();
      await store.close();
      await database.drop();
    },
  };
}

/** Those that come with the service, read once for all engines of a process. */
let bundled: ReturnType<typeof loadCards> | undefined;

async function simulatedModels({ cards: further, provider }: Pick<PartsOptions, 'cards' | 'provider'>) {
  bundled ??= loadCards();
  const cards = further ? loadCards(further) : bundled;
  const app = fastify({ forceCloseConnections: true });
  provider?.(app);
  await app.register(simEndpoint, { cards });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const names = [...cards.keys()];
  const apart = namesWithOutages(cards);
  return { app, baseUrl: () => url, cards: () => names, apart, ...(!provider && { fetch: withoutSocket(cards) }) };
}

async function publish(
  store: Store,
  check: (document: unknown) => Checked,
  document: Readonly<Record<string, unknown>>,
  facts: Partial<RunRecord>,
): Promise<RunRecord> {
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
  return {
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
}
