import { messageOf } from '../../text/message-of.ts';
import { type Answer, answersIn, attackJob, isAttacker } from '../attacks/program.ts';
import { openScene, type Scene } from '../attacks/scene.ts';
import { type Ending, runJob, type Sandbox } from '../sandbox.ts';

export interface SelfTest {
  readonly passed: boolean;
  /** One sentence each; empty when passed. */
  readonly failures: readonly string[];
  readonly millis: number;
}

/** A quick part of all attacks: each ends by itself, and is judged by what it did to the host or got from it. */
const TRIED = ['env', 'fsread', 'fswrite', 'net', 'kill', 'exec'] as const;

/**
 * Bounds of the endless loop: its limit and how late its end may come, in milliseconds, and how many may end late. A machine that is busy
 * with a start ends one late, and no sandbox should be missing until the next start for that.
 */
const LOOP = { wall: 300, grace: 2_000, tries: 3 };

/**
 * Attacks a sandbox as a foreign program would, in the first toolchain that attacks are written for. Fails closed: what goes wrong or is
 * not as expected is a failure. Rejects never.
 */
export async function selfTest(sandbox: Sandbox, signal: AbortSignal): Promise<SelfTest> {
  const began = performance.now();
  const failures = await failuresOf(sandbox, signal).catch((error: unknown) => [
    `the self-test itself failed: ${messageOf(error)}`,
  ]);
  return { passed: failures.length === 0, failures, millis: performance.now() - began };
}

async function failuresOf(sandbox: Sandbox, signal: AbortSignal): Promise<readonly string[]> {
  const scene = await openScene();
  try {
    const [reached, endless] = await Promise.all([
      attackOnce(sandbox, scene, signal),
      loopEnds(sandbox, scene, signal),
    ]);
    return [...reached, ...endless];
  } finally {
    await scene.close();
  }
}

function attackerOf({ name, capabilities }: Sandbox) {
  const found = capabilities.toolchains.find(isAttacker);
  if (found) return found;
  throw new Error(`${name} has no toolchain that it could be tested with`);
}

async function attackOnce(sandbox: Sandbox, scene: Scene, signal: AbortSignal): Promise<readonly string[]> {
  const job = attackJob(attackerOf(sandbox), TRIED, scene.targets);
  const { ending, stdout, stderr } = await runJob(sandbox, job, signal);
  const leaked = scene.secrets.filter((secret) => stdout.includes(secret) || stderr.includes(secret));
  const silent = TRIED.filter((name) => !answersIn(stdout).some(({ attack }) => attack === name));
  return [
    ...leaked.map((secret) => `a secret of the host was read (${whoGot(answersIn(stdout), secret)})`),
    ...(await scene.damage()),
    ...(silent.length > 0
      ? [`no answer from ${silent.join(', ')}; the program ended with ${described(ending)}: ${stderr.slice(-300)}`]
      : []),
  ];
}

async function loopEnds(sandbox: Sandbox, scene: Scene, signal: AbortSignal): Promise<readonly string[]> {
  const job = { ...attackJob(attackerOf(sandbox), ['loop'], scene.targets), limits: { wall: LOOP.wall } };
  const late: number[] = [];
  while (late.length < LOOP.tries) {
    const { ending, wall } = await runJob(sandbox, job, signal);
    if (ending.kind !== 'exceeded' || ending.bound !== 'wall')
      return [`an endless loop ended with ${described(ending)}`];
    if (wall <= LOOP.wall + LOOP.grace) return [];
    late.push(Math.round(wall));
  }
  return [`an endless loop, limited to ${LOOP.wall} ms, ran for ${late.join(', ')} ms`];
}

function whoGot(answers: readonly Answer[], secret: string): string {
  return answers.find(({ got }) => typeof got === 'string' && got.includes(secret))?.attack ?? 'unknown';
}

function described(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `exit code ${ending.code}`;
    case 'signalled':
      return ending.signal;
    case 'exceeded':
      return `its limit of ${ending.bound}`;
  }
}
