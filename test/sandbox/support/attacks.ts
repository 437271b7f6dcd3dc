import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answer, type Attacker, answersIn, attackJob } from '../../../src/sandbox/attacks/program.ts';
import { openScene } from '../../../src/sandbox/attacks/scene.ts';
import { type Finished, type Limits, runJob, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { mentioning } from '../../support/processes/process-table.ts';
import { type Usage, watchedBy } from './host-watch.ts';

const MB = 1024 * 1024;

/** The bounds of every attack (guards 1.2). */
export const BOUNDS: Limits = { wall: 4_000, memory: 512 * MB, processes: 64, disk: 64 * MB, output: MB };

/** What an attack has done, as far as the host can tell. */
interface Seen {
  readonly finished: Finished;
  readonly answer: Answer | undefined;
  readonly usage: Usage;
}

export interface Verdict {
  /** `broken` when the attack could not even be tried. */
  readonly verdict: 'contained' | 'succeeded' | 'broken';
  readonly detail: string;
}

/** Tells what an attack got beyond what every attack is judged by; undefined when nothing. */
type Judge = (seen: Seen, limits: Limits) => string | undefined;

const anything: Judge = ({ answer }) => (answer?.got == null ? undefined : `it got ${answer.got}`);
/** Each attack wants at least four times its bound; who looks only now and then, on a busy machine, sees the bound passed late. */
const OVERSHOOT = 3;
/** 200 threads that begin at once, with ten times the bound in all, keep who looks from the processors. */
const OVERSHOOT_BY_THREADS = 5;

const more =
  (bound: 'memory' | 'disk', overshoot = OVERSHOOT): Judge =>
  ({ answer, usage }, limits) => {
    const claimed = Number.parseInt(answer?.got ?? '0', 10) * MB;
    const most = Math.max(claimed, bound === 'memory' ? usage.memory : 0);
    return most > overshoot * limits[bound] ? `it took ${inMegabytes(most)} MB` : undefined;
  };
const unbounded: Judge = ({ usage: { processes } }, limits) =>
  processes > limits.processes + 16 ? `${processes} processes lived at one time` : undefined;
const endless: Judge = ({ finished: { ending } }) =>
  ending.kind === 'exceeded' ? undefined : `it ended with ${JSON.stringify(ending)}`;
const flooding: Judge = ({ finished: { stdout } }, limits) =>
  stdout.length > limits.output ? `${inMegabytes(stdout.length)} MB of it were kept` : undefined;
/** The secrets, the listeners, the files, the victim and what is left tell all. */
const byTheScene: Judge = () => undefined;

/** The attacks, and which toolchains they are written for. Those from `memfd` on are beyond the 22 of guards 1.2. */
const ATTACKS = {
  env: { in: ['python', 'typescript'], judge: byTheScene },
  procenv: { in: ['python', 'typescript'], judge: byTheScene },
  net: { in: ['python', 'typescript'], judge: byTheScene },
  abstract: { in: ['python', 'typescript'], judge: byTheScene },
  unixpath: { in: ['python', 'typescript'], judge: byTheScene },
  fswrite: { in: ['python', 'typescript'], judge: byTheScene },
  fsread: { in: ['python', 'typescript'], judge: byTheScene },
  kill: { in: ['python', 'typescript'], judge: byTheScene },
  ps: { in: ['python', 'typescript'], judge: byTheScene },
  ptrace: { in: ['python'], judge: anything },
  fork: { in: ['python', 'typescript'], judge: unbounded },
  loop: { in: ['python', 'typescript'], judge: endless },
  sigloop: { in: ['python', 'typescript'], judge: endless },
  mem: { in: ['python', 'typescript'], judge: more('memory') },
  memfork: { in: ['python'], judge: more('memory') },
  disk: { in: ['python', 'typescript'], judge: more('disk') },
  devshm: { in: ['python', 'typescript'], judge: more('disk') },
  flood: { in: ['python', 'typescript'], judge: flooding },
  detach: { in: ['python', 'typescript'], judge: byTheScene },
  symlink: { in: ['python', 'typescript'], judge: byTheScene },
  userns: { in: ['python'], judge: anything },
  mount: { in: ['python'], judge: anything },
  memfd: { in: ['python'], judge: more('memory') },
  inodes: { in: ['python'], judge: anything },
  dev: { in: ['python'], judge: more('disk') },
  vsock: { in: ['python'], judge: anything },
  exec: { in: ['python', 'typescript'], judge: byTheScene },
  ffi: { in: ['typescript'], judge: byTheScene },
  import: { in: ['typescript'], judge: byTheScene },
  importurl: { in: ['typescript'], judge: byTheScene },
  workers: { in: ['typescript'], judge: more('memory', OVERSHOOT_BY_THREADS) },
} as const satisfies Record<string, { readonly in: readonly Attacker[]; readonly judge: Judge }>;

export type AttackName = keyof typeof ATTACKS;

export const ATTACK_NAMES = Object.keys(ATTACKS).filter(isAttackName);

export function attacksFor(toolchain: Attacker): readonly AttackName[] {
  return ATTACK_NAMES.filter((name) => ATTACKS[name].in.some((one) => one === toolchain));
}

export interface Attempt {
  readonly sandbox: Sandbox;
  readonly toolchain: Attacker;
  readonly name: AttackName;
  readonly limits?: Limits;
}

/** Tries one attack on a host of its own making, and judges it from outside. */
export async function tryAttack({ sandbox, toolchain, name, limits = BOUNDS }: Attempt): Promise<Verdict> {
  const scene = await openScene();
  try {
    const job = { ...attackJob(toolchain, [name], scene.targets), limits };
    const [finished, usage] = await watchedBy(() => runJob(sandbox, job, new AbortController().signal));
    const answer = answersIn(finished.stdout).find(({ attack }) => attack === name);
    const { marker } = scene.targets;
    const success = [
      ...scene.secrets.filter((secret) => finished.stdout.includes(secret)).map(() => 'it read a secret of the host'),
      ...(await scene.damage()),
      ...(await leftOf(marker)),
      ...[ATTACKS[name].judge({ finished, answer, usage }, limits)].filter((found) => found !== undefined),
    ];
    if (success.length > 0) return { verdict: 'succeeded', detail: success.join('; ') };
    return triedIn(finished, answer);
  } finally {
    await removeAll(scene.targets.marker);
    await scene.close();
  }
}

/** From here on an exit code tells of a signal, such as that of a runtime that gives up. */
const CRASHED = 128;

/** An attack that neither answered nor was ended by force has proven nothing. */
function triedIn({ ending, stderr }: Finished, answer: Answer | undefined): Verdict {
  if (answer?.why?.startsWith('NameError')) return { verdict: 'broken', detail: answer.why };
  if (answer) return { verdict: 'contained', detail: answer.why ?? answer.got ?? 'there was nothing' };
  switch (ending.kind) {
    case 'exited':
      if (ending.code > CRASHED) return { verdict: 'contained', detail: `exit code ${ending.code}` };
      return { verdict: 'broken', detail: `no answer, exit code ${ending.code}: ${stderr.slice(-300)}` };
    case 'signalled':
      return { verdict: 'contained', detail: ending.signal };
    case 'exceeded':
      return { verdict: 'contained', detail: `limit of ${ending.bound}` };
  }
}

/** Where programs of this machine leave files. */
const FOLDERS = [tmpdir(), '/dev/shm', '/dev'];

async function leftOf(marker: string): Promise<readonly string[]> {
  const processes = await mentioning(marker);
  const names = await Promise.all(FOLDERS.map((folder) => readdir(folder).catch(() => [])));
  return [
    ...processes.map(({ about }) => `the process ${about.slice(0, 40)} is left`),
    ...names.flatMap((all, index) =>
      all.some((name) => name.includes(marker)) ? [`files in ${FOLDERS[index]} are left`] : [],
    ),
  ];
}

async function removeAll(marker: string): Promise<void> {
  for (const { pid } of await mentioning(marker)) process.kill(pid, 'SIGKILL');
  for (const folder of FOLDERS) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(marker));
    await Promise.all(names.map((name) => rm(path.join(folder, name))));
  }
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / MB);
}

function isAttackName(name: string): name is AttackName {
  return name in ATTACKS;
}
