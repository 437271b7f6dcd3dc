import type { FastifyInstance } from 'fastify';

import { createAnswerCheck } from '../../activities/check-answer.ts';
import { buildApp } from '../../api/app.ts';
import type { ApiDependencies } from '../../api/dependencies.ts';
import { closeAbandoned } from '../../api/runs/close-abandoned.ts';
import { startUnstarted } from '../../api/runs/start-stored.ts';
import { bundledDefinitions } from '../../bundled/definitions.ts';
import { publishBundled } from '../../bundled/publish.ts';
import { consoleRoutes } from '../../console/served/routes.ts';
import { generatorRows } from '../../definitions/schema/generator-rows.ts';
import { createLayOut } from '../../drawing/laid/lay-out.ts';
import { schemaProblems } from '../../guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../guards/registry.ts';
import { queuesOfDatabase } from '../../ports/queues-of-database.ts';
import type { Store } from '../../ports/store/store.ts';
import { createWorkerHeartbeats } from '../../ports/worker-heartbeats.ts';
import { guardPresenceRoutes } from '../../remote-guards/presence.ts';
import { guardQueueRoutes } from '../../remote-guards/queues.ts';
import { guardCallRoutes } from '../../remote-guards/routes.ts';
import { loadCards } from '../../simulation/cards.ts';
import { simEndpoint } from '../../simulation/endpoint.ts';
import { databaseId } from '../../store/database-id.ts';
import { digestOf, digestOfJson } from '../../store/digest.ts';
import { createStore } from '../../store/postgres-store.ts';
import { createClient } from '../../temporal/connection.ts';
import type { Presence } from '../../temporal/health.ts';
import { createTemporalRunClient } from '../../temporal/temporal-run-client.ts';
import { createTemporalScheduleClient } from '../../temporal/temporal-schedule-client.ts';
import { beginRunsHere, createWantedQueues } from '../../temporal/wanted-queues.ts';
import '../../topologies/views.ts';
import { judgeOf } from '../../activities/guards/judge.ts';
import { drawingAhead } from '../../api/inspection/draw-ahead.ts';
import { keepSchedules } from '../../api/schedules/keep.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { closeAll } from '../close-all.ts';
import { withRunLines } from '../run-lines.ts';
import { apiSettings } from './api-settings.ts';
import type { ApiSurroundings, RunningApi, Surroundings } from './composition.ts';
import { guardCallsOf } from './guard-calls.ts';
import { inputIssues } from './input-issues.ts';
import { keepTold } from './keep-told.ts';
import { modelsOf, ownModel } from './models.ts';
import { ownUrl } from './own-url.ts';
import { publishPatiently } from './publish-patiently.ts';

/** Milliseconds between looks for runs that were left unstarted or unended (R74). */
const SWEEP = 5_000;

/** What the API computes by others' hands, without a server. */
const HELPERS = {
  digestOf,
  digestOfJson,
  compileSchema: schemaProblems,
  writeYaml,
  validateInput: inputIssues,
};

/** The API, put together from all its layers. Listens when it resolves. */
export async function startApi(around: ApiSurroundings): Promise<RunningApi> {
  const { config, databaseUrl, temporal, logger, parts, islands } = around;
  const url = ownUrl(config);
  const lines = {
    tell: (line: string) => logger.info(line),
    apiUrl: config.publicUrl ?? url,
    keyed: config.auth === 'keys',
  };
  const store = withRunLines(await createStore({ databaseUrl, logger }), lines);
  const client = createClient(temporal);
  const queues = queuesOfDatabase(config.queues, await databaseId(store.keys));
  await beginRunsHere(store.keys);
  const settings = { heartbeatTimeout: config.heartbeatSeconds * 1_000, publicUrl: config.publicUrl ?? url };
  const heartbeats = createWorkerHeartbeats(() => performance.now());
  const presence: Presence = (names) => store.presence.of(names);
  const runs = createTemporalRunClient({ client, taskQueue: queues.prefix, settings, presence, heartbeats });
  const cards = loadCards(config.cards);
  const models = modelsOf(config, cards, () => config.simUrl ?? url, { caps: store.caps, limits: store.limits });
  const guards = guardsOf(config, models, parts, store);
  const guardCalls = await guardCallsOf(store, guards);
  const dependencies: ApiDependencies = {
    store,
    runs,
    schedules: createTemporalScheduleClient(client, queues.prefix),
    // The lifecycle says where the API listens; what is left to log are troubles.
    logger: logger.child({}, { level: config.logLevel === 'info' ? 'warn' : config.logLevel }),
    models,
    guards,
    parts,
    queues,
    bundled: bundledDefinitions().map(({ document }) => document),
    generators: generatorRows(),
    settings: apiSettings(config, temporal, url),
    ...HELPERS,
    ...drawing(logger),
    checkAnswer: createAnswerCheck({ store, guards }),
    extensions: [
      consoleRoutes({ settings: apiSettings(config, temporal, url), now: Date.now, ...(islands && { islands }) }),
      (app) => guardCallRoutes(app, guardCalls),
      (app) => guardQueueRoutes(app, createWantedQueues({ client, store, queues, tell: (line) => logger.warn(line) })),
      (app) => guardPresenceRoutes(app, heartbeats),
      ...(config.enableSim ? [(app: FastifyInstance) => simEndpoint(app, { cards, listModels: false })] : []),
    ],
  };
  const closing = new AbortController();
  await publishPatiently(() => publishBundled(dependencies, ownModel(config)), logger, closing.signal);
  const app = await buildApp(dependencies);
  const close = () => closeAll([() => closeApp(app), () => client.connection.close(), () => store.close()]);
  await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const endSweep = sweepRuns(dependencies, logger);
  const schedules = keepSchedules(dependencies, logger);
  const told = keepTold(store, logger);
  return {
    url,
    close() {
      endSweep();
      schedules.end();
      told.end();
      closing.abort();
      return close();
    },
  };
}

/** Layouts, and those of runs that begin while somebody looks at graphs. */
function drawing(logger: ApiSurroundings['logger']): Pick<ApiDependencies, 'layOut' | 'onBegun'> {
  return drawingAhead(createLayOut((error) => logger.warn({ err: error }, 'a graph was drawn in plain rows')));
}

function guardsOf(
  { enableSim, sandbox }: Surroundings['config'],
  models: ReturnType<typeof modelsOf>,
  parts: Surroundings['parts'],
  { caps }: Pick<Store, 'caps'>,
) {
  const judge = judgeOf(models, caps);
  return createGuardRegistry({ sim: enableSim, judge, floors: sandbox.floors, own: () => parts.guards() });
}

/** Looks for runs that were left behind, again and again. The answer ends that. */
function sweepRuns(
  { store, runs }: Pick<ApiDependencies, 'store' | 'runs'>,
  logger: Surroundings['logger'],
): () => void {
  let hasEnded = false;
  const sweep = setInterval(() => {
    startUnstarted({ store, runs })
      .then(() => closeAbandoned({ store, runs, now: Date.now }))
      .catch((error: unknown) => {
        // Of a look that the end has cut off there is nothing to say.
        if (!hasEnded) logger.warn({ err: error }, 'looking for runs that were left behind failed');
      });
  }, SWEEP);
  return () => {
    hasEnded = true;
    clearInterval(sweep);
  };
}

/** Requests under way may end, but none holds the process for long: what still streams then is cut. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
  await app.close();
  clearTimeout(cut);
}

const PATIENCE = 2_000;
