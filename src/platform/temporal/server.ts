import { randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeEnding, type Ending, spawnKept } from '../kept-process.ts';
import { temporalProblem } from './check.ts';

/** An embedded Temporal dev server with its Web UI, on 127.0.0.1 alone, that does not outlive us. */
export interface TemporalServer {
  readonly address: string;
  readonly uiUrl: string;
  /** Settles when the server is gone, asked or not. */
  readonly ended: Promise<Ending>;
  stop(): Promise<void>;
}

export interface TemporalServerOptions {
  readonly binary: string;
  readonly port: number;
  readonly uiPort: number;
  /** Where the Web UI listens, which checks nothing; 127.0.0.1 when left out. */
  readonly uiHost?: string;
  /** Of Temporal's own figures; some free one when left out. */
  readonly metricsPort?: number;
  /** Its database; made where there is none. */
  readonly file: string;
  readonly namespace?: string;
  readonly log?: (line: string) => void;
}

/** Resolves when the server answers for its namespace. Throws with what it said last when it ends before. */
export async function startTemporal(options: TemporalServerOptions): Promise<TemporalServer> {
  const file = path.resolve(options.file);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await closeToOthers(file);
  const namespace = options.namespace ?? 'default';
  const banner = Promise.withResolvers<void>();
  const server = spawnKept(options.binary, [...flags(options, file), '--namespace', namespace], {
    signal: 'SIGTERM',
    onLine: (line) => {
      if (BANNER.test(line)) banner.resolve();
      options.log?.(line);
    },
  });
  const address = `127.0.0.1:${options.port}`;
  const giveUp = new AbortController();
  const early = server.ended.then((ending) => {
    throw new Error(describeEnding('The embedded Temporal server', ending, server.lastLines()));
  });
  try {
    const ours = answering(address, options.port, namespace, giveUp.signal).then(() =>
      bannerOrPatience(banner.promise),
    );
    await Promise.race([ours, early]);
  } catch (error) {
    giveUp.abort();
    await server.stop();
    throw error;
  }
  const stop = async (): Promise<void> => void (await server.stop());
  return { address, uiUrl: `http://${options.uiHost ?? '127.0.0.1'}:${options.uiPort}`, ended: server.ended, stop };
}

/** What an earlier version has left open, with what SQLite keeps beside it; what is made from now on is closed as it is made. */
async function closeToOthers(file: string): Promise<void> {
  for (const part of ['', '-wal', '-shm', '-journal']) await chmod(`${file}${part}`, 0o600).catch(() => undefined);
}

/** What it prints once it listens. */
const BANNER = /^Temporal Server:/;
const BANNER_PATIENCE = 3_000;

/** That something answers at the address does not mean that it is ours: another one may have taken the port meanwhile. */
async function bannerOrPatience(banner: Promise<void>): Promise<void> {
  const over = new AbortController();
  await Promise.race([banner, wait(BANNER_PATIENCE, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

function flags({ port, uiPort, uiHost, metricsPort }: TemporalServerOptions, file: string): readonly string[] {
  const ui = ['--ui-port', String(uiPort), ...(uiHost === undefined ? [] : ['--ui-ip', uiHost])];
  const metrics = metricsPort === undefined ? [] : ['--metrics-port', String(metricsPort)];
  const address = ['--ip', '127.0.0.1', '--port', String(port), ...ui, ...metrics];
  return [
    'server',
    'start-dev',
    ...address,
    '--db-filename',
    file,
    '--ui-disable-news-fetch',
    '--log-level',
    'warn',
    // Its HTTP API cannot be switched off, and nothing here uses it: it answers to a name alone that nobody knows (R93).
    '--dynamic-config-value',
    `frontend.httpAllowedHosts=["${randomUUID()}.invalid"]`,
    ...SQLITE.flatMap((pragma) => ['--sqlite-pragma', pragma]),
    ...DYNAMIC.flatMap((setting) => ['--dynamic-config-value', setting]),
    ...SEARCH_ATTRIBUTES.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
}

/** A kill of the server loses nothing; a power cut may lose the last moments. */
const SQLITE = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** By default each of these is read at most 20 times a second, which delays every workflow task by up to 50 ms. */
const QUEUES = ['transfer', 'timer', 'visibility', 'outbound'];

const DYNAMIC = [
  // An activity on its workflow's own queue comes back with the completion of the workflow task that schedules it.
  'system.enableActivityEagerExecution=true',
  // The CLI has the server ask its database again at every task which search attributes there are; ours are there before it starts.
  'system.forceSearchAttributesCacheRefreshOnRead=false',
  'system.forceNexusEndpointRefreshOnRead=false',
  ...QUEUES.map((queue) => `history.${queue}ProcessorMaxPollRPS=2000`),
];

const SEARCH_ATTRIBUTES = [
  'DsapStatus=Keyword',
  'DsapWorkflow=Keyword',
  'DsapStep=KeywordList',
  'DsapEscalation=KeywordList',
  'DsapTags=KeywordList',
  'DsapAttempts=Int',
];

const START_LIMIT = 30_000;

/** Asks with a bare socket first: a refused gRPC connection costs far more than a refused socket. */
async function answering(address: string, port: number, namespace: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    const failure = (await accepts(port))
      ? await temporalProblem({ address }, namespace)
      : new Error('nothing listens');
    if (!failure) return;
    if (signal.aborted) return;
    if (Date.now() > deadline)
      throw new Error(`The embedded Temporal server does not answer at ${address}`, { cause: failure });
    await wait(25);
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
