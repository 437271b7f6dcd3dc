// Attacks on the host of a sandbox: `attack.mjs TARGETS NAME...`, for Deno and Node. TARGETS is JSON (targets.ts). Each named attack is
// tried in turn and answers one line of JSON: what it got, or why it got nothing.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { Worker as NodeWorker } from 'node:worker_threads';

const MB = 1024 * 1024;
const DENO = globalThis.Deno;
const [given, ...names] = process.argv.slice(2);
const targets = JSON.parse(given);

const ATTACKS = {
  env: () =>
    first(
      () => process.env[targets.secretName],
      (deno) => deno.env.get(targets.secretName),
    ),
  procenv: () => ofProcesses('environ', targets.secretName),
  ps: () => ofProcesses('cmdline', 'victim-'),
  net: () => first(() => connected({ host: '127.0.0.1', port: targets.port }), denoConnected, fetched),
  abstract: () => connected({ path: `\0${targets.abstract}` }),
  unixpath: () => first(() => connected({ path: targets.socket }), denoUnix),
  fswrite: () => first(() => write(`${targets.outside}/written`), denoWrite),
  fsread: () =>
    first(
      () => read(targets.secretFile),
      (deno) => deno.readTextFileSync(targets.secretFile),
    ),
  kill: () =>
    first(
      () => process.kill(targets.victim, 'SIGKILL'),
      (deno) => deno.kill(targets.victim, 'SIGKILL'),
    ),
  exec: () => first(run, denoRun),
  ffi: () => first(foreignWrite),
  import: async () => (await import(`file://${targets.module}`)).secret,
  importurl: async () => Object.keys(await import(`http://127.0.0.1:${targets.port}/secret.js`)).join(),
  fork: () => `${children(600)} children`,
  detach: () => `${children(1)} left`,
  loop: () => {
    for (;;);
  },
  sigloop: () => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU']) tryOr(() => process.on(name, () => {}));
    for (;;);
  },
  mem: () => `${Array.from({ length: 64 }, () => new Uint8Array(32 * MB).fill(1)).length * 32} MB`,
  workers,
  disk: () => `${filled('.')} MB`,
  devshm: () => `${filled('/dev/shm')} MB`,
  flood: async () => {
    for (let count = 0; count < 200; count++) await say(`${'x'.repeat(MB - 1)}\n`);
    return '200 MB';
  },
  symlink: () => {
    symlinkSync(targets.outside, 'planted');
    symlinkSync(targets.secretFile, 'secret');
    tryOr(() => write('planted/written'));
    return read('secret');
  },
};

for (const attack of names) {
  if (!Object.hasOwn(ATTACKS, attack)) throw new Error(`there is no attack ${attack}`);
  console.log(JSON.stringify({ attack, ...(await tried(ATTACKS[attack])) }));
}
process.exit(0);

async function tried(attack) {
  try {
    const got = (await attack()) ?? null;
    return { got: got === null ? null : String(got) };
  } catch (error) {
    return { got: null, why: String(error) };
  }
}

/** What the first of several ways gets, those through Deno's own functions left out on Node. All fail with the last one's reason. */
async function first(...ways) {
  let reason;
  for (const way of ways) {
    if (way.length > 0 && !DENO) continue;
    try {
      const got = await way(DENO);
      if (got !== undefined) return got;
    } catch (error) {
      reason = error;
    }
  }
  if (reason) throw reason;
}

function tryOr(way) {
  try {
    way();
  } catch {}
}

function ofProcesses(file, start) {
  const parts = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return read(`/proc/${pid}/${file}`).split('\0');
      } catch {
        return [];
      }
    });
  return parts.filter((part) => part.startsWith(start)).join(' ') || null;
}

function connected(address) {
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve('connected');
    });
    socket.setTimeout(1_000, () => reject(new Error('no answer')));
    socket.on('error', reject);
  });
}

async function fetched() {
  return (await fetch(`http://127.0.0.1:${targets.port}/`)).status;
}

async function denoConnected(deno) {
  (await deno.connect({ hostname: '127.0.0.1', port: targets.port })).close();
  return 'connected';
}

async function denoUnix(deno) {
  (await deno.connect({ transport: 'unix', path: targets.socket })).close();
  return 'connected';
}

function write(file) {
  writeFileSync(file, 'by the attack');
  return 'written';
}

function denoWrite(deno) {
  deno.writeTextFileSync(`${targets.outside}/written`, 'by the attack');
  return 'written';
}

function read(file) {
  return readFileSync(file, 'utf8');
}

function run() {
  const { error, status } = spawnSync('sh', ['-c', `echo run > ${targets.outside}/executed`]);
  if (error) throw error;
  return status === 0 ? 'run' : undefined;
}

function denoRun(deno) {
  new deno.Command('sh', { args: ['-c', `echo run > ${targets.outside}/executed`] }).outputSync();
  return 'run';
}

function foreignWrite(deno) {
  const { symbols } = deno.dlopen('libc.so.6', { creat: { parameters: ['buffer', 'i32'], result: 'i32' } });
  return symbols.creat(new TextEncoder().encode(`${targets.outside}/foreign\0`), 0o644) < 0 ? null : 'written';
}

function say(text) {
  return new Promise((resolve) => process.stdout.write(text, resolve));
}

function children(count) {
  for (let started = 0; started < count; started++) {
    const child = spawn('sh', ['-c', `sleep 60; : ${targets.marker}`], { detached: true, stdio: 'ignore' });
    child.on('error', () => {});
    if (child.pid === undefined) return started;
    child.unref();
  }
  return count;
}

/** 200 threads with 16 MB each. */
async function workers() {
  const code = `new Uint8Array(${16 * MB}).fill(1); setInterval(() => {}, 1000);`;
  const url = `data:application/javascript,${encodeURIComponent(code)}`;
  const started = Array.from({ length: 200 }, () =>
    DENO ? new Worker(url, { type: 'module' }) : new NodeWorker(code, { eval: true }),
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return `${started.length} threads`;
}

/** 512 MB in files of 16 MB; how many MB there was room for. */
function filled(directory) {
  const block = Buffer.alloc(MB, 'x');
  let total = 0;
  try {
    for (let number = 0; number < 32; number++) {
      const file = openSync(`${directory}/${targets.marker}-${number}`, 'w');
      for (let count = 0; count < 16; count++) total += writeSync(file, block) / MB;
      closeSync(file);
    }
  } catch (error) {
    if (total === 0) throw error;
  }
  return Math.floor(total);
}
