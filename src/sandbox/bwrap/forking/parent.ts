import { createDeferred } from '../../../text/node-20.ts';
import { runContained } from '../../contained-job.ts';
import { keepsUsAlive, leave, type Spawned } from '../../contained-process.ts';
import { childKnownAs, family } from '../../process-table.ts';
import {
  DEFAULT_LIMITS,
  type Ending,
  type Job,
  type Limits,
  type Preload,
  type Running,
  SandboxFault,
} from '../../sandbox.ts';
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
  return new Forking(spawnParent(ground, preload), preload);
}

class Forking implements Parent {
  readonly proven: Promise<void>;
  readonly #contained: Spawned;
  readonly #socket: string;
  readonly #preload: Preload;
  readonly #children = new Map<number, Child>();
  readonly #unanswered = new Set<number>();
  readonly #said = createDeferred<readonly string[]>();
  readonly #gone: Promise<void>;
  #pid = 0;
  #next = 0;
  #isProven = false;
  #isDead = false;
  #why = '';
  #lastWords = '';

  constructor({ contained, socket }: ReturnType<typeof spawnParent>, preload: Preload) {
    this.#contained = contained;
    this.#socket = socket;
    this.#preload = preload;
    const { child, exit } = contained;
    child?.stdout?.on(
      'data',
      linesOf((line) => this.#heard(line)),
    );
    child?.stderr?.on('data', (part: Buffer) => {
      this.#lastWords = (this.#lastWords + part.toString()).slice(-LAST_WORDS);
    });
    this.#gone = exit.then((ending) => this.#ended(ending));
    this.proven = this.#prove();
    this.proven.catch(() => {});
  }

  isReady(): boolean {
    return this.#isProven && !this.#isDead && this.#unanswered.size < MOST_UNANSWERED;
  }

  isDead(): boolean {
    return this.#isDead;
  }

  start(job: Job, limits: Limits, signal: AbortSignal): Running {
    const line = delivery({ files: filesToCome({ ...job, preload: this.#preload }), argv: job.argv });
    const number = this.#next++;
    const startsAs = `fork ${this.#preload.imports.join(' ')}`;
    const one = childOf({ socket: this.#socket, startsAs, giveUp: (why) => this.#giveUp(why) });
    this.#children.set(number, one);
    this.#unanswered.add(number);
    const { disk } = limits;
    const order = { job: number, disk, files: filesOn(disk), bounds: kernelBounds('python', limits) };
    this.#contained.child?.stdin?.write(`${JSON.stringify(order)}\n`);
    const running = runContained(one.contained, limits, signal);
    running.send(line);
    return running;
  }

  async close(): Promise<void> {
    keepsUsAlive(this.#contained, true);
    this.#giveUp('it was closed');
    await this.#gone;
  }

  async #prove(): Promise<void> {
    const late = setTimeout(() => this.#giveUp(`it was not ready within ${PATIENCE / 1000} s`), PATIENCE).unref();
    try {
      const namespaces = await this.#said.promise;
      // One has begun the other, down to the parent itself, which has no child yet.
      this.#pid = (await family(new Map([[this.#contained.child?.pid ?? 0, undefined]]))).at(-1)?.pid ?? 0;
      const never = new AbortController().signal;
      await probe((job) => this.start(job, { ...DEFAULT_LIMITS, ...job.limits }, never), namespaces);
      this.#isProven = true;
      keepsUsAlive(this.#contained, false);
    } catch (error) {
      this.#giveUp(String(error));
      await this.#gone;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #giveUp(why: string): void {
    if (this.#why === '') this.#why = why;
    this.#contained.tree?.end().catch(() => {});
  }

  #heard(line: string): void {
    const [word, number, value] = line.split(' ');
    const one = this.#children.get(Number(number));
    this.#unanswered.delete(Number(number));
    if (word === 'ready') this.#said.resolve(line.split(' ').slice(1));
    else if (word === 'began') one?.began(childKnownAs(this.#pid, Number(value)));
    else if (word === 'ended') {
      this.#children.delete(Number(number));
      one?.ended(Number(value));
    }
  }

  async #ended(ending: Ending | SandboxFault): Promise<void> {
    this.#isDead = true;
    const cause = ending instanceof SandboxFault ? ending.message : this.#lastWords.trim() || JSON.stringify(ending);
    const fault = new SandboxFault(
      `bwrap: the parent of a job ended: ${[this.#why, cause].filter(Boolean).join(': ')}`,
    );
    for (const one of this.#children.values()) one.broke(fault);
    this.#said.reject(fault);
    await leave(this.#contained);
  }
}
