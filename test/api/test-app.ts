import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createAnswerCheck } from '../../src/activities/check-answer.ts';
import { buildApp } from '../../src/api/app.ts';
import type { ApiDependencies } from '../../src/api/dependencies.ts';
import { bundledDefinitions } from '../../src/bundled/definitions.ts';
import { inputIssues } from '../../src/cli/start/input-issues.ts';
import { consoleRoutes } from '../../src/console/served/routes.ts';
import { generatorRows } from '../../src/definitions/schema/generator-rows.ts';
import { createLayOut } from '../../src/drawing/laid/lay-out.ts';
import { schemaProblems } from '../../src/guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { ModelCatalogue } from '../../src/ports/catalogues.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { digestOf, digestOfJson } from '../../src/store/digest.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';
import '../../src/topologies/views.ts';
import { CONNECTIONS, createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { ScriptedRunClient } from './scripted-run-client.ts';
import { ScriptedScheduleClient } from './scripted-schedule-client.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly database: TestDatabase;
  readonly runs: ScriptedRunClient;
  readonly schedules: ScriptedScheduleClient;
  /** What the app is made of. */
  readonly dependencies: ApiDependencies;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

interface Opened {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly database: TestDatabase;
}

/** The scripts of pages. */
type Islands = NonNullable<Parameters<typeof consoleRoutes>[0]['islands']>;

/** What stands for every script of a page. */
const STANDING_IN: Islands = Promise.resolve([
  { name: 'page', file: 'page-ABCD1234.js', body: Buffer.from('begin();') },
]);

/** The API over a real PostgreSQL and an engine in memory, before this file's tests and gone after them. */
export function useApp(settings: Partial<ApiDependencies['settings']> = {}, islands: Islands = STANDING_IN): TestApp {
  let opened: Opened | undefined;
  const get = (): Opened => {
    if (!opened) throw new Error('The app opens before the first test.');
    return opened;
  };
  const runs = new ScriptedRunClient(() => get().store);
  const schedules = new ScriptedScheduleClient();
  const engine = { runs, schedules };
  beforeAll(async () => {
    const database = await createTestDatabase();
    const store = await createStore({ databaseUrl: database.url, poolSize: CONNECTIONS });
    opened = { database, store, app: await buildApp(dependencies(store, engine, settings, islands)) };
  });
  afterAll(async () => {
    await opened?.app.close();
    await opened?.store.close();
    await opened?.database.drop();
  });
  const send = (request: InjectOptions) => get().app.inject(request);
  return {
    get app() {
      return get().app;
    },
    get store() {
      return get().store;
    },
    get database() {
      return get().database;
    },
    runs,
    schedules,
    get dependencies() {
      return dependencies(get().store, engine, settings, islands);
    },
    send,
    post: (url, payload, headers = {}) => send({ method: 'POST', url, headers, ...(payload && { payload }) }),
    get: (url, headers = {}) => send({ url, headers }),
  };
}

function dependencies(
  store: Store,
  engine: Pick<TestApp, 'runs' | 'schedules'>,
  change: Partial<ApiDependencies['settings']>,
  islands: Islands,
): ApiDependencies {
  const settings: ApiDependencies['settings'] = {
    auth: 'none',
    publicUrl: () => 'http://test',
    reach: { hosts: ['test'], checkHosts: true, origins: [] },
    temporalUiUrl: 'http://ui',
    namespace: 'default',
    version: '0.1.0',
    requireIfMatch: false,
    rateLimit: false,
    streams: { perPrincipal: 50, inAll: 1_000 },
    ...change,
  };
  const guards = createGuardRegistry({
    sim: true,
    judge: () => Promise.reject(new Error('Nothing is judged here: the engine is scripted.')),
  });
  return {
    store,
    ...engine,
    models,
    guards,
    bundled: bundledDefinitions().map(({ document }) => document),
    queues: { prefix: 'dsap', former: ['elder'], external: ['*'] },
    checkAnswer: createAnswerCheck({ store, guards }),
    generators: generatorRows(),
    settings,
    extensions: [consoleRoutes({ settings, now: Date.now, islands })],
    logger: false,
    digestOf,
    digestOfJson,
    compileSchema: schemaProblems,
    validateInput: inputIssues,
    writeYaml,
    layOut,
  };
}

const layOut = createLayOut((error) => {
  throw error;
});

const models: ModelCatalogue = {
  defaultModel: 'sim:script',
  endpoints: ['sim'],
  list: async () => [{ name: 'sim:script', endpoint: 'sim' }],
  routes: [{ name: 'hiding', entries: ['sim:script', 'real/unpriced'], hidesModel: true }],
  isPriced: (name) => name.startsWith('sim:'),
  caps: [{ window: 'day', microUsd: 1_000_000, tag: 'capped' }],
  offers: async (name) =>
    ['sim:script', 'real/unpriced', 'hiding'].includes(name)
      ? { ok: true }
      : { ok: false, why: 'there is none', available: 'sim:script' },
};

let names = 0;

/** A definition that may be published, under a name of its own; each test shows only what matters to it. */
export function aDocument(change: Record<string, unknown> = {}): Record<string, unknown> & { name: string } {
  names += 1;
  return {
    name: `flow-${names}`,
    steps: [{ id: 'draft', generator: { kind: 'llm', prompt: 'Write a haiku.' }, guard: { use: 'not-empty' } }],
    ...change,
  };
}
