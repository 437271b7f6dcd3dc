import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../src/platform/ports.ts';
import { type Program, programOf } from '../../support/processes/program.ts';

const run = promisify(execFile);

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npm run test:package sets it`);
  return value;
}

export const FOLDER = given('TEST_PACKAGE_FOLDER');
export const DSAP = given('TEST_PACKAGE_DSAP');
export const CLIENT = given('TEST_PACKAGE_CLIENT');

/** The folders of PATH without those that `npm run` puts before them: the package of the clone that brings Node is in one of them. */
const FOLDERS = (process.env['PATH'] ?? '').split(path.delimiter).filter((it) => !/node_modules|node-gyp-bin/.test(it));

/** Returns the file of a program on PATH; throws if it is not there. */
export async function programOnPath(name: string): Promise<string> {
  for (const folder of FOLDERS) {
    const file = path.join(folder, name);
    if (await access(file, constants.X_OK).then(...IS_THERE)) return realpath(file);
  }
  throw new Error(`${name} is not on PATH`);
}

const IS_THERE = [() => true, () => false] as const;

/** What a program finds: the machine's own programs and settings of the network, a home of nobody's, and nothing of ours or of the npm around us. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = /^(?:npm_|DSAP_|TEST_|XDG_|NODE_(?:ENV|OPTIONS|COMPILE_CACHE)|JEST_|CI$|INIT_CWD$|OPENAI_)/i;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: FOLDERS.join(path.delimiter),
    HOME: path.join(FOLDER, 'home'),
    npm_config_registry: given('TEST_PACKAGE_REGISTRY'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // The first install asks the registry about every package; those after it need not ask again.
    npm_config_prefer_offline: 'true',
    ...more,
  };
}

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end, as a line of a shell; answers how it ended and all that it said. */
export async function sh(line: string, cwd: string, env = environment()): Promise<Ended> {
  try {
    const { stdout, stderr } = await run('/bin/sh', ['-c', line], { cwd, env, maxBuffer: 1e8 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code = 1, stdout = '', stderr = '' } = Object(error);
    return { code, output: `${stdout}${stderr}` };
  }
}

/** An empty project in which a tarball was installed, and what was said of it. */
export async function install(name: string, tarball: string): Promise<string> {
  const folder = path.join(FOLDER, name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  const { code, output } = await sh(`npm install ${tarball}`, folder);
  if (code !== 0) throw new Error(output);
  return folder;
}

export interface Serving {
  readonly url: string;
  /** In which `npx dsap …` finds it. */
  readonly env: NodeJS.ProcessEnv;
  readonly program: Program;
  /** As Ctrl-C does. */
  end(): Promise<number | NodeJS.Signals>;
  /** All of it at once. */
  kill(): Promise<number | NodeJS.Signals>;
}

/** Runs what serves there, until its address is printed. */
export async function serve(folder: string, command: readonly string[]): Promise<Serving> {
  const [file = '', ...args] = command;
  const port = String(await freePort());
  const env = environment({ DSAP_PORT: port, DSAP_URL: `http://127.0.0.1:${port}` });
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const program = programOf(child, 120_000);
  await program.line(/ API reference +\S+\/docs/);
  const signalled = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? Number.NaN), signal);
    return program.ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    program,
    end: () => signalled('SIGINT'),
    kill: () => signalled('SIGKILL'),
  };
}
