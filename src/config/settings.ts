import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Cap } from '../model/caps.ts';
import type { SandboxName } from '../model/isolation.ts';
import { cacheDirectory } from '../platform/cache-directory.ts';
import type { QueueSettings } from '../ports/external-queues.ts';
import { isLoopback } from '../text/loopback.ts';
import { oddCharacterIn } from '../text/odd-characters.ts';
import { type DeploymentVersion, deploymentOf, halfDeployment, versionedInDev } from './deployment.ts';
import { type EndpointSettings, endpointsOf, type ReadEndpoints } from './endpoints.ts';
import { Environment, unknownNames, withoutBlanks } from './environment.ts';
import { readSettingsFile, type SettingsFile } from './file.ts';
import { type ReachSettings, reachOf } from './reach.ts';
import { type ReadRoutes, type RouteSettings, routesOf } from './routes.ts';
import { secretsIn } from './secrets.ts';
import { isTemporalNamed, type TemporalSettings, temporalSettings } from './temporal.ts';

/** What is started; some defaults depend on it. `guards` is a worker of their queue alone, which may hold no secret. */
/** `check`: of definitions, where no server is started and no secret is at hand. */
export type Command = 'dev' | 'demo' | 'api' | 'worker' | 'guards' | 'check';

/** What is known of a model: USD per million tokens, and the longest answer in tokens. */
type ModelPrice = SettingsFile['prices'][string];

/** Every setting (running 3), frozen. No other module reads the environment, but for what `platform` looks up to find programs. */
export interface Config {
  readonly command: Command;
  readonly host: string;
  readonly port: number;
  readonly portByHand: boolean;
  readonly dataDirectory: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** The same database as the user who owns its tables; undefined: `databaseUrl` applies the migrations too. */
  readonly migrationDatabaseUrl: string | undefined;
  /** Of the embedded PostgreSQL; undefined: a free one. */
  readonly postgresPort: number | undefined;
  readonly temporal: TemporalSettings;
  readonly taskQueue: string;
  /** Which task queues definitions may ask (R116). */
  readonly queues: QueueSettings;
  /** The version of this process's workers, as Temporal knows it; undefined: they are not versioned. */
  readonly deployment: DeploymentVersion | undefined;
  /** The default endpoint, where there is one, is `default`. */
  readonly endpoints: Readonly<Record<string, EndpointSettings>>;
  /** Names that stand for several models. */
  readonly routes: readonly RouteSettings[];
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** What all runs together may use of models. */
  readonly caps: readonly Cap[];
  readonly defaultModel: string | undefined;
  /** The longest answer where neither a step nor the model's row says one, in tokens (R111). */
  readonly maxTokens: number;
  /** Mebibytes that the texts of attempts may take while they are made, all together. */
  readonly textMaxMb: number;
  readonly enableSim: boolean;
  /** A redirect and a change of the budget must say which state of the run they mean. */
  readonly requireIfMatch: boolean;
  /** Where workers find the simulated models, without `/v1`; undefined: the API's own address. */
  readonly simUrl: string | undefined;
  /** Where a worker without the database finds the API, without a slash at the end. */
  readonly apiUrl: string | undefined;
  /** Where people reach the API, without a slash at the end; undefined: the address it listens at. */
  readonly publicUrl: string | undefined;
  readonly reach: ReachSettings;
  readonly cards: SettingsFile['cards'];
  readonly auth: 'none' | 'keys';
  readonly apiKey: string | undefined;
  readonly cacheDirectory: string;
  readonly temporalCli: string | undefined;
  readonly workerModule: string | undefined;
  /** Whose definitions `dsap dev` publishes, and publishes anew when they change; undefined: there are none. */
  readonly workflowsDirectory: string | undefined;
  readonly logLevel: NonNullable<Environment['DSAP_LOG_LEVEL']>;
  /** Undefined: pretty on a terminal, JSON otherwise. */
  readonly logFormat: 'pretty' | 'json' | undefined;
  readonly heartbeatSeconds: number;
  readonly llmTimeoutSeconds: number;
  readonly shutdownGraceSeconds: number;
  /** What is tried for guards that run code, in order of preference. */
  readonly sandbox: { readonly order: readonly SandboxName[] } & SettingsFile['sandbox'];
  readonly limits: Readonly<Record<keyof SettingsFile['limits'], number>>;
  /** The settings file that was read. */
  readonly file: string | undefined;
  readonly warnings: readonly string[];
}

/** The settings cannot be used. Holds every problem at once, each naming its variable or its place in the file. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(['These settings cannot be used:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** Throws `ConfigRefused`. A demonstration ignores the person's own servers (running 1). */
export function readConfig(command: Command, environment: NodeJS.ProcessEnv, cwd: string): Config {
  const env = command === 'demo' ? withoutServers(withoutBlanks(environment)) : withoutBlanks(environment);
  const parsed = Environment.safeParse(env);
  const values = parsed.data ?? partly(env);
  const { file, path: filePath, problems: fileProblems } = readSettingsFile(values.DSAP_CONFIG, cwd);
  const { settings: temporal, problems: temporalProblems } = temporalSettings(values, env);
  const { endpoints, problems: endpointProblems } =
    command === 'guards' ? NO_ENDPOINTS : endpointsOf(file.endpoints, values, env);
  const enableSim = values.DSAP_ENABLE_SIM ?? isDev(command);
  const { routes, ...ofRoutes } = command === 'guards' ? NO_ROUTES : routesOf({ file, endpoints, enableSim });
  const config = assemble(command, values, { env, cwd, file, filePath, temporal, endpoints, routes, enableSim });
  const problems = [
    ...(parsed.error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`) ?? []),
    ...fileProblems,
    ...ofRoutes.problems,
    ...(command === 'check'
      ? []
      : [
          ...temporalProblems,
          ...endpointProblems,
          ...ofRoutes.unknownEntries,
          ...halfDeployment(env),
          ...missing(command, env),
          ...(command === 'guards' ? secretsIn(env, file) : weakKey(config)),
          ...unsafe(config),
          ...unsafeSandbox(config, env),
        ]),
  ];
  if (problems.length > 0) throw new ConfigRefused(problems);
  return deepFreeze(config);
}

const NO_ENDPOINTS: ReadEndpoints = { endpoints: {}, problems: [] };
const NO_ROUTES: ReadRoutes = { routes: [], problems: [], unknownEntries: [] };

interface Sources {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly file: SettingsFile;
  readonly filePath: string | undefined;
  readonly temporal: TemporalSettings;
  readonly endpoints: Readonly<Record<string, EndpointSettings>>;
  readonly routes: readonly RouteSettings[];
  readonly enableSim: boolean;
}

function assemble(
  command: Command,
  values: Environment,
  { env, cwd, file, filePath, temporal, endpoints, routes, enableSim }: Sources,
): Config {
  const dev = isDev(command);
  const host = values.DSAP_HOST ?? '127.0.0.1';
  const taskQueue = values.DSAP_TASK_QUEUE ?? 'dsap';
  const auth = values.DSAP_AUTH ?? (dev && isLoopback(host) ? 'none' : 'keys');
  return {
    command,
    host,
    port: values.DSAP_PORT ?? 8080,
    portByHand: values.DSAP_PORT !== undefined,
    dataDirectory: path.resolve(cwd, values.DSAP_DATA_DIR ?? '.dsap'),
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.DSAP_MIGRATION_DATABASE_URL,
    postgresPort: values.DSAP_PG_PORT,
    temporal,
    taskQueue,
    queues: {
      prefix: taskQueue,
      former: file.formerTaskQueues,
      external: file.externalQueues ?? (dev ? ['*'] : []),
    },
    deployment: deploymentOf(values),
    endpoints,
    routes,
    prices: file.prices,
    caps: file.caps.map(capOf),
    defaultModel: values.DSAP_MODEL ?? (dev ? 'sim:default' : undefined),
    maxTokens: values.DSAP_MAX_TOKENS ?? 8_192,
    textMaxMb: values.DSAP_TEXT_MAX_MB ?? 64,
    enableSim,
    requireIfMatch: values.DSAP_REQUIRE_IF_MATCH ?? false,
    simUrl: values.DSAP_SIM_URL?.replace(/\/+$/, ''),
    apiUrl: values.DSAP_API_URL?.replace(/\/+$/, ''),
    publicUrl: values.DSAP_PUBLIC_URL?.replace(/\/+$/, ''),
    reach: reachOf(values, auth, host),
    cards: file.cards,
    auth,
    apiKey: values.DSAP_API_KEY,
    cacheDirectory: cacheDirectory(env),
    temporalCli: values.DSAP_TEMPORAL_CLI,
    workerModule: values.DSAP_WORKER_MODULE
      ? path.resolve(cwd, values.DSAP_WORKER_MODULE)
      : ownFile(command, cwd, ['parts.ts', 'parts.js']),
    workflowsDirectory: ownFile(command, cwd, ['workflows']),
    logLevel: values.DSAP_LOG_LEVEL ?? 'info',
    logFormat: values.DSAP_LOG_FORMAT,
    heartbeatSeconds: values.DSAP_HEARTBEAT_SECONDS ?? 5,
    llmTimeoutSeconds: values.DSAP_LLM_TIMEOUT_SECONDS ?? 120,
    shutdownGraceSeconds: values.DSAP_SHUTDOWN_GRACE_SECONDS ?? 10,
    sandbox: { order: values.DSAP_SANDBOX ?? sandboxOrder(file), ...file.sandbox },
    limits: limitsOf(file),
    file: filePath,
    warnings: [...unknownNames(env), ...(dev ? versionedInDev(values) : []), ...pricedRoutes(file)],
  };
}

/** Of a route, each entry has a price. */
function pricedRoutes({ models, prices }: SettingsFile): readonly string[] {
  return Object.keys(prices)
    .filter((name) => Object.hasOwn(models, name))
    .map((name) => `prices.${name} has no effect: ${name} is a route. Set the prices of its entries`);
}

function capOf({ window, usd, tokens, tag, workflow }: SettingsFile['caps'][number]): Cap {
  return {
    window,
    ...(usd !== undefined && { microUsd: Math.round(usd * 1_000_000) }),
    ...(tokens !== undefined && { tokens }),
    ...(tag !== undefined && { tag }),
    ...(workflow !== undefined && { workflow }),
  };
}

/** What `dsap dev` and a check of definitions find by its name in the folder that they are started in. */
function ownFile(command: Command, cwd: string, names: readonly string[]): string | undefined {
  if (command !== 'dev' && command !== 'check') return undefined;
  return names.map((name) => path.join(cwd, name)).find((file) => existsSync(file));
}

/** What is in reach without an engine comes first: it is the quickest. */
function sandboxOrder({ sandbox }: SettingsFile): readonly SandboxName[] {
  return sandbox.oci ? ['deno', 'bwrap', 'oci'] : ['deno', 'bwrap'];
}

/** A guard may run a whole test suite, so one for each processor; a call to a model only waits. */
function limitsOf({ limits }: SettingsFile): Config['limits'] {
  return {
    llmSlots: limits.llmSlots ?? 50,
    guardSlots: limits.guardSlots ?? Math.max(2, availableParallelism()),
    requestsPerMinute: limits.requestsPerMinute ?? 600,
    streamsPerPrincipal: limits.streamsPerPrincipal ?? 50,
    streams: limits.streams ?? 1_000,
  };
}

/** What the separate processes of production cannot start without. */
function missing(command: Command, env: Readonly<Record<string, string>>): readonly string[] {
  if (isDev(command)) return [];
  const problems: string[] = [];
  const program = command === 'guards' ? 'dsap worker --queue guards' : `dsap ${command}`;
  if (command === 'guards' && !env['DSAP_API_URL'])
    problems.push(`DSAP_API_URL: is needed by \`${program}\`, which reaches what it judges through the API alone`);
  if (command !== 'guards' && !env['DATABASE_URL'])
    problems.push(`DATABASE_URL: is needed by \`${program}\`; only \`dsap dev\` brings its own PostgreSQL`);
  if (!isTemporalNamed(env))
    problems.push(`TEMPORAL_ADDRESS: is needed by \`${program}\`; only \`dsap dev\` brings its own Temporal`);
  return problems;
}

/** At least: shorter ones can be tried out. */
const KEY_LENGTH = 24;

function weakKey({ apiKey }: Config): readonly string[] {
  if (apiKey === undefined) return [];
  // Nothing after one is read of `Authorization: Bearer <key>`.
  if (/\s/.test(apiKey)) return ['DSAP_API_KEY: holds a space, and no request can send such a key. Make one without'];
  if (!/^[!-~]+$/.test(apiKey)) {
    const { name = 'a character beyond ASCII' } = oddCharacterIn(apiKey) ?? {};
    return [`DSAP_API_KEY: holds ${name}, and no request can send such a key. Make one without`];
  }
  if (apiKey.length >= KEY_LENGTH) return [];
  return [
    `DSAP_API_KEY: has ${apiKey.length} characters and needs at least ${KEY_LENGTH}, so that nobody guesses it. ` +
      'Make one, for example with `openssl rand -hex 24`',
  ];
}

function unsafe({ command, host, auth, apiKey }: Config): readonly string[] {
  if (command === 'worker' || command === 'guards') return [];
  if (auth === 'none' && !isLoopback(host)) {
    return [
      `DSAP_AUTH: none is refused on DSAP_HOST=${host}, which other machines may reach. ` +
        'Set DSAP_AUTH=keys and DSAP_API_KEY, or DSAP_HOST=127.0.0.1',
    ];
  }
  if (auth === 'none' || apiKey) return [];
  const why = isDev(command) ? ` (which is the default on DSAP_HOST=${host})` : '';
  return [`DSAP_API_KEY: is needed with DSAP_AUTH=keys${why}; on a loopback address DSAP_AUTH=none does without`];
}

/** Programs of models run with the rights of the worker itself in it: for a developer's machine, on purpose, and nowhere else. */
function unsafeSandbox({ sandbox: { order, oci } }: Config, env: Readonly<Record<string, string>>): readonly string[] {
  return [
    ...(order.includes('unsafe-local') && env['NODE_ENV'] === 'production'
      ? [
          'DSAP_SANDBOX: unsafe-local is refused with NODE_ENV=production: it isolates nothing. Leave it out of the list',
        ]
      : []),
    ...(order.includes('oci') && !oci
      ? ['DSAP_SANDBOX: oci needs an image: set sandbox.oci.image in the settings file (or rootfs, with podman)']
      : []),
  ];
}

/** Everything in one process tree, for one person. A check takes the same defaults. */
export function isDev(command: Command): boolean {
  return command === 'dev' || command === 'demo' || command === 'check';
}

function withoutServers(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.endsWith('DATABASE_URL') && !name.startsWith('TEMPORAL_')),
  );
}

/** Only what is right by itself, so that one wrong variable does not hide the problems of the others. */
function partly(env: Readonly<Record<string, string>>): Environment {
  const right = Object.entries(env).filter(([name, value]) => Environment.safeParse({ [name]: value }).success);
  return Environment.parse(Object.fromEntries(right));
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
