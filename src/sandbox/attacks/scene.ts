import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from './listeners.ts';
import type { Targets } from './targets.ts';

/** A piece of the host that was set up to be attacked, and shows what an attack has reached. */
export interface Scene {
  readonly targets: Targets;
  /** What no program is told: one that writes such a text got at what holds it. */
  readonly secrets: readonly string[];
  /** What was done so far, in words; empty when nothing was. */
  damage(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Neither accounts nor rights protect anything of it, so that the sandbox alone does. */
export async function openScene(): Promise<Scene> {
  const marker = `dsap-attack-${random()}`;
  const secretName = `DSAP_SECRET_${random()}`;
  const secrets = { environment: random(), victim: random(), commandLine: random(), file: random() };
  const files = await makeFiles(secrets.file);
  const victim = spawnVictim({ [secretName]: secrets.victim }, `victim-${secrets.commandLine}`);
  const listeners = await Promise.all([
    listen({ host: '127.0.0.1', port: 0 }),
    listen({ path: files.socket, readableAll: true, writableAll: true }),
    ...(process.platform === 'linux' ? [listen({ path: `\0${marker}` })] : []),
  ]);
  process.env[secretName] = secrets.environment;
  const { outside, secretFile, module, socket } = files;
  return {
    targets: {
      secretName,
      outside,
      secretFile,
      module,
      socket,
      port: listeners[0].port,
      abstract: marker,
      victim: victim.pid ?? 0,
      marker,
    },
    secrets: Object.values(secrets),
    async damage() {
      const hits = listeners.reduce((sum, listener) => sum + listener.hits(), 0);
      return [
        ...(hits > 0 ? [`${hits} connections to a listener of the host`] : []),
        ...(isAlive(victim) ? [] : ['a process of the host was killed']),
        ...(await readdir(outside)).map((name) => `the file ${name} was made outside`),
      ];
    },
    async close() {
      Reflect.deleteProperty(process.env, secretName);
      victim.kill('SIGKILL');
      await Promise.all([...listeners.map((listener) => listener.close()), ended(victim)]);
      await rm(files.directory, { recursive: true, force: true });
    },
  };
}

async function makeFiles(secret: string) {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-scene-')));
  const [outside, secretFile, module, socket] = [
    path.join(directory, 'outside'),
    path.join(directory, 'secret.txt'),
    path.join(directory, 'secret.mjs'),
    path.join(directory, 'socket'),
  ];
  await mkdir(outside);
  await writeFile(secretFile, secret);
  await writeFile(module, `export const secret = '${secret}';\n`);
  await chmod(directory, 0o755);
  await chmod(outside, 0o777);
  return { directory, outside, secretFile, module, socket };
}

/** A shell that waits for a line from us, and so ends with us. When we are root it runs under an account that a sandbox may use. */
function spawnVictim(env: Readonly<Record<string, string>>, name: string): ChildProcess {
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  return spawn('/bin/sh', ['-c', 'read -r line', name], { ...account, env, cwd: '/', stdio: [...stdio] });
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function ended(child: ChildProcess): Promise<void> {
  if (isAlive(child)) await once(child, 'exit');
}

function random(): string {
  return randomBytes(8).toString('hex');
}
