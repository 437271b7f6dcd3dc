import { messageOf } from '../../../text/message-of.ts';
import type { Job, Limits, PoolFigures, Preload, Running } from '../../sandbox.ts';
import { type Parent, startParent } from './parent.ts';
import type { Ground } from './spawn.ts';

type PreloadedJob = Job & { readonly preload: Preload };

/** Parents by what they have loaded. */
export interface Parents {
  /** False where a parent with this loaded could not be had: its jobs then have processes of their own. */
  serves(preload: Preload): boolean;
  /** Undefined while its parent is not there yet; the next jobs find it. Throws `SandboxFault`. */
  start(job: PreloadedJob, limits: Limits, signal: AbortSignal): Running | undefined;
  figures(): PoolFigures;
  close(): Promise<void>;
}

interface ParentsSettings {
  /** The most that there are at one time. */
  readonly size: number;
  /** Milliseconds without a job after which they end. */
  readonly idle: number;
  /** Milliseconds without a job before which no other takes its place: where more are wanted than there may be, none would get ready. */
  readonly kept: number;
  readonly log: (line: string) => void;
}

/** Jobs of one parent; they all have the same layout of memory and the same seed of hashes. */
const MOST_JOBS = 200;

const NOTHING: Preload = { files: {}, imports: [] };

/** Undefined, and the log says why, where a child does not show all the walls that a job has without. */
export async function provenParents(ground: Ground, settings: ParentsSettings): Promise<Parents | undefined> {
  try {
    const first = startParent(ground, NOTHING);
    await first.proven;
    await first.close();
    return parentsOf((preload) => startParent(ground, preload), settings);
  } catch (error) {
    settings.log(`bwrap forks no Python, and starts one for each job as without sandbox.fork: ${messageOf(error)}`);
    return undefined;
  }
}

interface Serving {
  readonly parent: Parent;
  /** Jobs that it was given, and those that have not ended. */
  given: number;
  open: number;
  /** When it was last asked for, on the clock of `performance.now()`. */
  asked: number;
}

export function parentsOf(begin: (preload: Preload) => Parent, settings: ParentsSettings): Parents {
  return new Serve(begin, settings);
}

class Serve implements Parents {
  readonly #begin: (preload: Preload) => Parent;
  readonly #settings: ParentsSettings;
  /** What was asked for last comes last. */
  readonly #serving = new Map<Preload, Serving>();
  readonly #refused = new WeakSet<Preload>();
  /** Also those that get no more jobs. */
  readonly #all = new Set<Serving>();
  readonly #count = { warm: 0, waits: 0, cold: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(begin: (preload: Preload) => Parent, settings: ParentsSettings) {
    this.#begin = begin;
    this.#settings = settings;
  }

  serves(preload: Preload): boolean {
    return !this.#refused.has(preload);
  }

  start({ preload, ...job }: PreloadedJob, limits: Limits, signal: AbortSignal): Running | undefined {
    this.#rest();
    const one = this.#serving.get(preload);
    if (one?.parent.isReady()) return this.#given(preload, one, one.parent.start({ ...job, preload }, limits, signal));
    this.#count.cold += 1;
    if (one?.parent.isDead()) this.#retire(preload, one);
    if (!this.#isClosed && !this.#serving.has(preload)) this.#add(preload);
    return undefined;
  }

  figures(): PoolFigures {
    const waiting = [...this.#serving.values()].filter(({ parent }) => parent.isReady()).length;
    return { ...this.#count, waiting };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#serving.clear();
    await Promise.all([...this.#all].map((one) => this.#end(one)));
  }

  async #end(one: Serving): Promise<void> {
    await one.parent.close();
    this.#all.delete(one);
  }

  /** It gets no more jobs, and ends when those that it has are over. */
  #retire(preload: Preload, one: Serving): void {
    if (this.#serving.get(preload) === one) this.#serving.delete(preload);
    if (one.open === 0) void this.#end(one);
  }

  #add(preload: Preload): void {
    if (this.#serving.size >= this.#settings.size) {
      const since = performance.now() - this.#settings.kept;
      const unused = [...this.#serving].find(([, { open, asked }]) => open === 0 && asked < since);
      if (unused === undefined) return;
      this.#retire(...unused);
    }
    try {
      const one = { parent: this.#begin(preload), given: 0, open: 0, asked: performance.now() };
      this.#serving.set(preload, one);
      this.#all.add(one);
      one.parent.proven.catch((error: unknown) => {
        this.#all.delete(one);
        if (this.#serving.get(preload) === one) this.#refuse(preload, error);
      });
    } catch (error) {
      this.#refuse(preload, error);
    }
  }

  #refuse(preload: Preload, error: unknown): void {
    this.#serving.delete(preload);
    this.#refused.add(preload);
    const what = preload.imports.join(' ') || 'nothing';
    this.#settings.log(`bwrap forks no Python that has ${what} loaded: ${messageOf(error)}`);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const over = (): void => [...this.#serving].forEach(([preload, one]) => this.#retire(preload, one));
    this.#timer = setTimeout(over, this.#settings.idle).unref();
  }

  #given(preload: Preload, one: Serving, running: Running): Running {
    this.#serving.delete(preload);
    this.#serving.set(preload, one);
    one.given += 1;
    one.open += 1;
    one.asked = performance.now();
    this.#count.warm += 1;
    if (one.given === MOST_JOBS) this.#serving.delete(preload);
    const over = (): void => {
      one.open -= 1;
      if (one.open === 0 && this.#serving.get(preload) !== one) void this.#end(one);
      this.#rest();
    };
    running.finished.then(over, over);
    return running;
  }
}
