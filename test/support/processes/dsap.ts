import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import type { Account } from '../../../src/platform/server-account.ts';
import { createRest, type Rest } from '../engine/rest.ts';
import { type Program, programOf } from './program.ts';

export const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

/** An empty folder to start dsap in, as a person would. */
export interface Home {
  readonly directory: string;
  readonly dataDirectory: string;
  remove(): Promise<void>;
}

export async function createHome(): Promise<Home> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-e2e-')));
  await chmod(directory, 0o755);
  const remove = () => rm(directory, { recursive: true, force: true });
  return { directory, dataDirectory: path.join(directory, 'data'), remove };
}

export interface Started {
  readonly args: readonly string[];
  readonly home: Home;
  readonly env?: NodeJS.ProcessEnv;
  /** What runs it; default `./bin/node src/cli/main.ts` of the checkout. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  /** Another user than ours, where we are root. */
  readonly account?: Account;
  /** In a process group of its own, as a terminal runs a command. */
  readonly ownGroup?: boolean;
}

const running = new Map<ChildProcess, Promise<unknown>>();

/** Runs `dsap <args>` as a person does who has set nothing but `env`. */
export function runDsap({ args, home, env = {}, command = COMMAND, cwd = home.directory, ...how }: Started): Program {
  const [file = '', ...before] = command;
  // What a person on a terminal sees.
  const format = args[0] === 'api' || args[0] === 'worker' ? {} : { DSAP_LOG_FORMAT: 'pretty' };
  const own = { ...bareEnvironment(), ...format, DSAP_DATA_DIR: home.dataDirectory, ...env };
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: own,
    detached: how.ownGroup ?? false,
    ...how.account,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program = programOf(child, LINE_LIMIT);
  running.set(child, program.ended);
  void program.ended.then(() => running.delete(child));
  return program;
}

/** Milliseconds that a line is waited for. */
const LINE_LIMIT = 40_000;

const COMMAND = [path.join(CHECKOUT, 'bin', 'node'), path.join(CHECKOUT, 'src', 'cli', 'main.ts')];

/** Ends what a test has left running; for `afterAll`. What each of them started dies with it. */
export async function endAll(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGTERM');
  const over = new AbortController();
  const late = wait(15_000, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([Promise.all(running.values()), late]);
  over.abort();
  for (const child of running.keys()) child.kill('SIGKILL');
}

/**
 * For a service that runs nobody's program: to attack its sandboxes before it offers them and to keep Pythons warm costs it more
 * processor time than all the rest of a start.
 */
export const WITHOUT_SANDBOXES = { DSAP_SANDBOX: 'unsafe-local' };

/** A process of dsap that serves, and where. */
export interface Service {
  readonly program: Program;
  readonly pid: number;
  readonly url: string;
  readonly rest: Rest;
}

/** Resolves when the API's address is printed. */
export async function serveDsap(started: Started): Promise<Service> {
  const program = runDsap(started);
  const [, url = ''] = await program.line(
    started.args[0] === 'api' ? /\bAPI +(http:[^\s"]+)/ : / API reference +(\S+)\/docs/,
  );
  return { program, pid: program.child.pid ?? 0, url, rest: createRest(url) };
}

/** Signals a process and answers how it ended. */
export async function end({ child, ended }: Program, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
  child.kill(signal);
  return ended;
}

/** What Ctrl-C does: the signal goes to a whole process group. */
export async function pressControlC({ child, ended }: Program): Promise<number | NodeJS.Signals> {
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  return ended;
}

/** Enough to find programs, and where what was fetched before is kept. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    DSAP_CACHE_DIR: cacheDirectory(process.env),
    DSAP_TEMPORAL_CLI: process.env['TEST_TEMPORAL_BINARY'],
  };
}
