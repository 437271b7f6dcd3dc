import { QUEUES } from '../ports/calls.ts';
import { queuesOfDatabase } from '../ports/queues-of-database.ts';
import type { Config } from './settings.ts';

/** A value as it is shown: by variable name, or by its place in the settings file. */
export type Shown = Readonly<Record<string, unknown>>;

const HIDDEN = '********';

/** The settings in force, under the names that set them, with every secret masked (running 3, `dsap config`). */
export function effectiveSettings(config: Config): Shown {
  const { temporal, limits } = config;
  return {
    DSAP_HOST: config.host,
    DSAP_PORT: config.port,
    DSAP_DATA_DIR: config.dataDirectory,
    DATABASE_URL: config.databaseUrl ? maskUrl(config.databaseUrl) : 'embedded PostgreSQL',
    DSAP_MIGRATION_DATABASE_URL: config.migrationDatabaseUrl ? maskUrl(config.migrationDatabaseUrl) : undefined,
    DSAP_PG_PORT: config.postgresPort ?? 'a free one',
    TEMPORAL_ADDRESS: temporal.external?.address ?? 'embedded Temporal server',
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_API_KEY: maskKey(temporal.external?.connectionOptions.apiKey),
    DSAP_TEMPORAL_PORT: temporal.port,
    DSAP_TEMPORAL_UI_PORT: temporal.uiPort,
    DSAP_TEMPORAL_UI_URL: temporal.uiUrl,
    DSAP_TASK_QUEUE: config.taskQueue,
    taskQueues: queuesShown(config),
    DSAP_DEPLOYMENT_NAME: config.deployment?.deploymentName,
    DSAP_BUILD_ID: config.deployment?.buildId,
    DSAP_MODEL: config.defaultModel,
    DSAP_MAX_TOKENS: config.maxTokens,
    DSAP_TEXT_MAX_MB: config.textMaxMb,
    DSAP_CONFIG: config.file,
    DSAP_ENABLE_SIM: config.enableSim,
    DSAP_REQUIRE_IF_MATCH: config.requireIfMatch,
    DSAP_AUTH: config.auth,
    DSAP_API_KEY: maskKey(config.apiKey),
    DSAP_PUBLIC_URL: config.publicUrl ? maskUrl(config.publicUrl) : "the API's own address",
    DSAP_ALLOWED_HOSTS: config.reach.checkHosts ? config.reach.hosts.join(',') : 'any, for a key is needed',
    DSAP_ALLOWED_ORIGINS: config.reach.origins.join(','),
    DSAP_SIM_URL: config.simUrl ? maskUrl(config.simUrl) : "the API's own address",
    DSAP_API_URL: config.apiUrl ? maskUrl(config.apiUrl) : undefined,
    DSAP_SANDBOX: config.sandbox.order.join(','),
    DSAP_CACHE_DIR: config.cacheDirectory,
    DSAP_TEMPORAL_CLI: config.temporalCli,
    DSAP_WORKER_MODULE: config.workerModule,
    DSAP_LOG_LEVEL: config.logLevel,
    DSAP_LOG_FORMAT: config.logFormat ?? 'pretty on a terminal, else json',
    DSAP_HEARTBEAT_SECONDS: config.heartbeatSeconds,
    DSAP_LLM_TIMEOUT_SECONDS: config.llmTimeoutSeconds,
    DSAP_SHUTDOWN_GRACE_SECONDS: config.shutdownGraceSeconds,
    endpoints: endpointsShown(config),
    models: Object.fromEntries(
      config.routes.map(({ name, entries, patienceMs }) => [name, { route: entries, patienceMs }]),
    ),
    prices: config.prices,
    caps: config.caps.length === 0 ? undefined : config.caps,
    cards: config.cards.map((card) => (typeof card === 'string' ? card : String(card['name']))),
    limits,
    externalQueues: config.queues.external,
    formerTaskQueues: config.queues.former,
    sandbox: {
      floors: config.sandbox.floors,
      pool: config.sandbox.pool,
      fork: config.sandbox.fork,
      oci: config.sandbox.oci,
    },
  };
}

/** Only the database knows its id; `/readyz` and the first lines of `dsap worker` say the whole names (R99). */
function queuesShown({ queues }: Config): string {
  const { prefix } = queuesOfDatabase(queues, '<id of the database>');
  return Object.values(QUEUES)
    .map((suffix) => `${prefix}${suffix}`)
    .join(', ');
}

function endpointsShown({ endpoints }: Config): Shown {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, { apiKeys, ...rest }]) => [
      name,
      { ...rest, baseUrl: rest.baseUrl && maskUrl(rest.baseUrl), apiKeys: apiKeys?.map(() => HIDDEN) },
    ]),
  );
}

function maskKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : HIDDEN;
}

/** The password, and whatever a query may carry under a name that sounds like a secret. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return HIDDEN;
  const url = new URL(text);
  if (url.password) url.password = HIDDEN;
  for (const name of Array.from(url.searchParams.keys())) {
    if (/pass|key|secret|token/i.test(name)) url.searchParams.set(name, HIDDEN);
  }
  return url.href;
}
