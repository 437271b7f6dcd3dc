import { createHmac } from 'node:crypto';
import path from 'node:path';
import { maskUrl } from '../../config/effective.ts';
import type { Config } from '../../config/settings.ts';
import { describeEnding, type Ending } from '../../platform/kept-process.ts';
import { endLeftBehind } from '../../platform/left-behind.ts';
import { choosePort, onFreePorts, PortTaken } from '../../platform/ports.ts';
import { startPostgres } from '../../platform/postgres/postgres.ts';
import { findBinary } from '../../platform/temporal/binary.ts';
import { temporalProblem } from '../../platform/temporal/check.ts';
import { TEMPORAL_CLI } from '../../platform/temporal/pins.ts';
import { asService } from '../../store/service-login.ts';
import type { Tree } from '../lifecycle.ts';
import { bringUpToDate, type DatabaseUrls } from './bring-up-to-date.ts';
import type { TemporalTarget } from './composition.ts';
import { untilAnswered } from './until-answered.ts';
import { startBehindGate } from './web-ui-gate.ts';

/**
 * The database of the settings, or the embedded one, brought to the newest schema. Answers the URL that the service logs in with.
 * `patient`: one that does not answer is waited for.
 */
export async function openDatabase(tree: Tree, config: Config, { patient = false } = {}): Promise<string> {
  const { url, owner } = config.databaseUrl
    ? { url: config.databaseUrl, owner: config.migrationDatabaseUrl }
    : await embeddedDatabase(tree, config);
  await tree.start(
    'database',
    async (stopping) => {
      const bring = () => bringUpToDate(url, owner);
      await (patient ? untilAnswered(bring, tree.print, stopping) : bring());
      return NOTHING_TO_CLOSE;
    },
    () => `schema is up to date in ${maskUrl(url)}`,
  );
  return url;
}

/** The Temporal server of the settings, which must answer, or the embedded one. */
export async function openTemporal(tree: Tree, config: Config): Promise<TemporalTarget> {
  const { external, namespace, uiUrl } = config.temporal;
  if (!external) return embeddedTemporal(tree, config);
  const target = { ...external, namespace, ...(uiUrl === undefined ? {} : { uiUrl }) };
  await tree.start(
    'Temporal',
    async () => {
      await checkOrExplain(target);
      return NOTHING_TO_CLOSE;
    },
    () => `${external.address}, namespace ${namespace}`,
  );
  return target;
}

/** The API of the settings, which must answer. Answers its URL, without a slash at the end. */
export async function openApi(tree: Tree, { apiUrl }: Config): Promise<string> {
  if (apiUrl === undefined) throw new Error('DSAP_API_URL is not set.');
  await tree.start(
    'API',
    async () => {
      const answered = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(API_PATIENCE) }).catch(
        () => undefined,
      );
      if (answered?.ok !== true)
        throw new Error(`The API does not answer at ${apiUrl}. Start it, or correct DSAP_API_URL.`);
      return NOTHING_TO_CLOSE;
    },
    () => apiUrl,
  );
  return apiUrl;
}

/** Milliseconds. */
const API_PATIENCE = 5_000;

const NOTHING_TO_CLOSE = { close: async () => {} };

async function embeddedDatabase(tree: Tree, config: Config): Promise<DatabaseUrls> {
  const { postgresPort, dataDirectory, cacheDirectory } = config;
  const postgres = await tree.start(
    'PostgreSQL',
    async () => {
      // Chosen when nothing of our own is left on it.
      const port =
        postgresPort === undefined
          ? undefined
          : () =>
              choosePort({ port: postgresPort, byHand: true, variable: 'DSAP_PG_PORT', host: LOOPBACK }, tree.print);
      const directory = path.join(dataDirectory, 'postgres');
      const server = await startPostgres({ directory, cacheDirectory, ...(port ? { port } : {}) });
      return { ...server, ended: server.ended.then(told('PostgreSQL')), close: () => server.stop() };
    },
    (server) => `127.0.0.1:${server.port}, data in ${server.directory}`,
  );
  return { url: asService(postgres.url, passwordOfService(postgres.url)), owner: postgres.url };
}

/** Of the embedded database: the same at every start, and no way back to the superuser's. */
function passwordOfService(owner: string): string {
  return createHmac('sha256', new URL(owner).password).update('dsap_service').digest('hex');
}

const LOOPBACK = '127.0.0.1';

async function embeddedTemporal(tree: Tree, config: Config): Promise<TemporalTarget> {
  const { temporal, cacheDirectory, temporalCli, dataDirectory } = config;
  const server = await tree.start(
    'Temporal',
    async (signal) => {
      const binary = await findBinary(TEMPORAL_CLI, {
        cacheDirectory,
        byHand: temporalCli,
        env: process.env,
        log: (line) => tree.print(line),
        signal,
      });
      const file = path.join(dataDirectory, 'temporal.db');
      await endLeftBehind(file, tree.print);
      const started = await onFreePorts(async () => {
        const { port, uiPort } = await temporalPorts(config, tree.print);
        const options = { binary: binary.file, port, file, namespace: temporal.namespace };
        return startBehindGate(uiPort, config.reach, options);
      });
      return {
        ...started,
        from: binary.from,
        ended: started.ended.then(told('Temporal')),
        close: () => started.stop(),
      };
    },
    (started) => `${started.address}, Web UI ${started.uiUrl}, program from ${started.from}`,
  );
  const { address, uiUrl } = server;
  return { address, uiUrl, connectionOptions: { address }, namespace: temporal.namespace };
}

async function temporalPorts(
  { temporal }: Config,
  tell: (line: string) => void,
): Promise<{ readonly port: number; readonly uiPort: number }> {
  const { portByHand, uiPortByHand } = temporal;
  const variable = 'DSAP_TEMPORAL_PORT';
  const port = await choosePort({ port: temporal.port, byHand: portByHand, variable, host: LOOPBACK }, tell);
  const ui = { port: temporal.uiPort, byHand: uiPortByHand, variable: 'DSAP_TEMPORAL_UI_PORT', host: LOOPBACK };
  if (uiPortByHand && ui.port === port)
    throw new PortTaken(`${variable} and ${ui.variable} are both ${port}. Set them to different ports.`);
  return { port, uiPort: await choosePort(ui, tell, [port]) };
}

function told(name: string): (ending: Ending) => string {
  return (ending) => describeEnding(name, ending, []);
}

async function checkOrExplain({ address, connectionOptions, namespace }: TemporalTarget): Promise<void> {
  const problem = await temporalProblem(connectionOptions, namespace);
  if (!problem) return;
  throw new Error(
    `The Temporal server at ${address} does not answer for the namespace ${namespace}: ${problem.message}. ` +
      'Start it, or correct TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE.',
    { cause: problem },
  );
}
