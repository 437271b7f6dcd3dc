import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { processCommand, processIdentity } from './process-identity.ts';

const run = promisify(execFile);

/** How long a watcher has to end it before we do, and how long it has then. */
const WATCHER_PATIENCE = 3_000;
const PATIENCE = 5_000;
const LOOK_EVERY = 50;

/**
 * Ends the servers that a killed dsap has left running on a file whose directory we hold, so that they can be nobody else's. They are
 * known by the file among their arguments. Throws when one cannot be ended.
 */
export async function endLeftBehind(file: string, tell: (line: string) => void): Promise<void> {
  for (const pid of await serversOn(file)) {
    const identity = await processIdentity(pid);
    if (await goneWithin(pid, identity, WATCHER_PATIENCE)) continue;
    tell(`ending process ${pid}, which a killed dsap has left running on ${file}`);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if ((await processIdentity(pid)) === identity) process.kill(pid, signal);
      if (await goneWithin(pid, identity, PATIENCE)) break;
    }
    if ((await processIdentity(pid)) === identity)
      throw new Error(`A server left over, process ${pid}, keeps ${file} in use. End it first.`);
  }
}

async function goneWithin(pid: number, identity: string | undefined, limit: number): Promise<boolean> {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await wait(LOOK_EVERY))
    if ((await processIdentity(pid)) !== identity) return true;
  return false;
}

/** A watcher has the arguments of its server, but is a shell: it goes by itself. */
async function serversOn(file: string): Promise<readonly number[]> {
  const commands = process.platform === 'linux' ? await fromProc() : await fromPs();
  return commands
    .filter(([, args]) => args.includes(file) && args[0] !== '/bin/sh')
    .flatMap(([pid]) => (pid === process.pid ? [] : [pid]));
}

async function fromProc(): Promise<readonly (readonly [number, readonly string[]])[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(pids.map(async (pid) => [pid, (await processCommand(pid)).split('\0')] as const));
}

/** Arguments with blanks in them fall apart here, so a path with one is looked for in the line as a whole. */
async function fromPs(): Promise<readonly (readonly [number, readonly string[]])[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], {
    maxBuffer: 16 * 1024 * 1024,
    env: childEnvironment(process.env),
  });
  return stdout.split('\n').map((line) => {
    const [, pid = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    const option = /--db-filename (.*?) --/.exec(command)?.[1] ?? '';
    return [Number(pid), [...command.split(' '), option]] as const;
  });
}
