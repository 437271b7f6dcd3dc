import { runContained } from '../../contained-job.ts';
import { keepsUsAlive, leave } from '../../contained-process.ts';
import { childKnownAs, family } from '../../process-table.ts';
import { DEFAULT_LIMITS, type Job, type Limits, type Preload, type Running, SandboxFault } from '../../sandbox.ts';
import { delivery, filesToCome } from '../../warm/delivery.ts';
import { kernelBounds } from '../preamble.ts';
import { filesOn } from '../scratch.ts';
import { type Child, childOf } from './child.ts';
import { linesOf } from './lines.ts';
import { probe } from './probe.ts';
import { type Ground, spawnParent } from './spawn.ts';

/** A Python that has something loaded, and forks for each job. */
export interface Parent {
  /** Resolves when a child was seen to be walled in; rejects when none was, and the parent has ended. */
  readonly proven: Promise<void>;
  /** It can be given a job. */
  isReady(): boolean;
  isDead(): boolean;
  /** Throws `SandboxFault` for files that cannot be. */
  start(job: Job, limits: Limits, signal: AbortSignal): Running;
  /** Ends it with all its children; resolves when nothing is left. */
  close(): Promise<void>;
}

/** Orders that a parent has not answered; its socket holds the connections of more. */
const MOST_UNANSWERED = 32;
const LAST_WORDS = 2_000;
/** Milliseconds until a parent must have loaded all and a child of it must have been seen. */
const PATIENCE = 60_000;

export function startParent(ground: Ground, preload: Preload): Parent {
  const { contained, socket } = spawnParent(ground, preload);
  const { child, tree } = contained;
  const children = new Map<number, Child>();
  const unanswered = new Set<number>();
  const said = Promise.withResolvers<readonly string[]>();
  let [pid, next, isProven, isDead, why, lastWords] = [0, 0, false, false, '', ''];

  const startsAs = `fork ${preload.imports.join(' ')}`;
  const giveUp = (reason: string): void => {
    if (why === '') why = reason;
    tree?.end().catch(() => {});
  };

  function heard(line: string): void {
    const [word, number, value] = line.split(' ');
    const one = children.get(Number(number));
    unanswered.delete(Number(number));
    if (word === 'ready') said.resolve(line.split(' ').slice(1));
    else if (word === 'began') one?.began(childKnownAs(pid, Number(value)));
    else if (word === 'ended') {
      children.delete(Number(number));
      one?.ended(Number(value));
    }
  }

  child?.stdout?.on('data', linesOf(heard));
  child?.stderr?.on('data', (part: Buffer) => {
    lastWords = (lastWords + part.toString()).slice(-LAST_WORDS);
  });

  const gone = contained.exit.then(async (ending) => {
    isDead = true;
    const cause = ending instanceof SandboxFault ? ending.message : lastWords.trim() || JSON.stringify(ending);
    const fault = new SandboxFault(`bwrap: the parent of a job ended: ${[why, cause].filter(Boolean).join(': ')}`);
    for (const one of children.values()) one.broke(fault);
    said.reject(fault);
    await leave(contained);
  });

  function start(job: Job, limits: Limits, signal: AbortSignal): Running {
    const line = delivery({ files: filesToCome({ ...job, preload }), argv: job.argv });
    const number = next++;
    const one = childOf({ socket, startsAs, giveUp });
    children.set(number, one);
    unanswered.add(number);
    const { disk } = limits;
    const order = { job: number, disk, files: filesOn(disk), bounds: kernelBounds('python', limits) };
    child?.stdin?.write(`${JSON.stringify(order)}\n`);
    const running = runContained(one.contained, limits, signal);
    running.send(line);
    return running;
  }

  async function prove(): Promise<void> {
    const late = setTimeout(() => giveUp(`it was not ready within ${PATIENCE / 1000} s`), PATIENCE).unref();
    try {
      const namespaces = await said.promise;
      // One has begun the other, down to the parent itself, which has no child yet.
      pid = (await family(new Map([[child?.pid ?? 0, undefined]]))).at(-1)?.pid ?? 0;
      const never = new AbortController().signal;
      await probe((job) => start(job, { ...DEFAULT_LIMITS, ...job.limits }, never), namespaces);
      isProven = true;
      keepsUsAlive(contained, false);
    } catch (error) {
      giveUp(String(error));
      await gone;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  const proven = prove();
  proven.catch(() => {});
  return {
    proven,
    isReady: () => isProven && !isDead && unanswered.size < MOST_UNANSWERED,
    isDead: () => isDead,
    start,
    async close() {
      keepsUsAlive(contained, true);
      giveUp('it was closed');
      await gone;
    },
  };
}
