import type { Job, Limits, PoolFigures, Preload, Running } from '../../sandbox.ts';
import { type Parent, startParent } from './parent.ts';
import type { Ground } from './spawn.ts';

/** Parents by what they have loaded. */
export interface Parents {
  /** False where a parent with this loaded could not be had: its jobs then have processes of their own. */
  serves(preload: Preload): boolean;
  /** Undefined while its parent is not there yet; the next jobs find it. Throws `SandboxFault`. */
  start(job: Job & { readonly preload: Preload }, limits: Limits, signal: AbortSignal): Running | undefined;
  readonly figures: () => PoolFigures;
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

export function parentsOf(begin: (preload: Preload) => Parent, { size, idle, kept, log }: ParentsSettings): Parents {
  /** What was asked for last comes last. */
  const serving = new Map<Preload, Serving>();
  const refused = new WeakSet<Preload>();
  /** Also those that get no more jobs. */
  const all = new Set<Serving>();
  const count = { warm: 0, waits: 0, cold: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function end(one: Serving): Promise<void> {
    await one.parent.close();
    all.delete(one);
  }

  /** It gets no more jobs, and ends when those that it has are over. */
  function retire(preload: Preload, one: Serving): void {
    if (serving.get(preload) === one) serving.delete(preload);
    if (one.open === 0) void end(one);
  }

  function add(preload: Preload): void {
    if (serving.size >= size) {
      const since = performance.now() - kept;
      const unused = [...serving].find(([, { open, asked }]) => open === 0 && asked < since);
      if (unused === undefined) return;
      retire(...unused);
    }
    try {
      const one = { parent: begin(preload), given: 0, open: 0, asked: performance.now() };
      serving.set(preload, one);
      all.add(one);
      one.parent.proven.catch((error: unknown) => {
        all.delete(one);
        if (serving.get(preload) === one) refuse(preload, error);
      });
    } catch (error) {
      refuse(preload, error);
    }
  }

  function refuse(preload: Preload, error: unknown): void {
    serving.delete(preload);
    refused.add(preload);
    log(`bwrap forks no Python that has ${preload.imports.join(' ') || 'nothing'} loaded: ${messageOf(error)}`);
  }

  function rest(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => [...serving].forEach(([preload, one]) => retire(preload, one)), idle).unref();
  }

  function given(preload: Preload, one: Serving, running: Running): Running {
    serving.delete(preload);
    serving.set(preload, one);
    one.given += 1;
    one.open += 1;
    one.asked = performance.now();
    count.warm += 1;
    if (one.given === MOST_JOBS) serving.delete(preload);
    const over = (): void => {
      one.open -= 1;
      if (one.open === 0 && serving.get(preload) !== one) void end(one);
      rest();
    };
    running.finished.then(over, over);
    return running;
  }

  return {
    serves: (preload) => !refused.has(preload),
    start({ preload, ...job }, limits, signal) {
      const one = serving.get(preload);
      if (one?.parent.isReady()) return given(preload, one, one.parent.start({ ...job, preload }, limits, signal));
      count.cold += 1;
      if (one?.parent.isDead()) retire(preload, one);
      if (!isClosed && !serving.has(preload)) add(preload);
      rest();
      return undefined;
    },
    figures: () => ({ ...count, waiting: [...serving.values()].filter(({ parent }) => parent.isReady()).length }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      serving.clear();
      await Promise.all([...all].map(end));
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
