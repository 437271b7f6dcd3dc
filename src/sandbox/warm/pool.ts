import type { PoolFigures } from '../sandbox.ts';
import { stockOf, type WarmProcess } from './stock.ts';

/** Processes of several kinds that wait for a job of their own. */
export interface WarmPool<Kind> {
  /** One that waits, or is about to, else a new one. */
  readonly take: (kind: Kind) => WarmProcess;
  /** To be called when a job is over: makes up the number, one process after the other. */
  readonly refill: () => void;
  /** Ends one that was taken and gets no job after all. */
  readonly drop: (process: WarmProcess) => void;
  readonly figures: () => PoolFigures;
  /** Lets those go that wait, and keeps none from then on. */
  readonly close: () => Promise<void>;
}

export interface PoolSettings<Kind> {
  /** The most that wait. */
  readonly size: number;
  /** Milliseconds without use after which those are let go that wait. */
  readonly idle: number;
  /** Whether a process of the one kind does for a job of the other. */
  readonly alike: (one: Kind, other: Kind) => boolean;
  readonly prepare: (kind: Kind) => WarmProcess;
}

/** What waits is what was asked for last, each as often as it was. */
export function warmPool<Kind>({ size, idle, alike, prepare }: PoolSettings<Kind>): WarmPool<Kind> {
  const stock = stockOf(alike);
  const count = { warm: 0, waits: 0, cold: 0 };
  /** The latest first. */
  let wanted: readonly Kind[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isFilling = false;
  let isClosed = false;

  /** What was asked for longest ago is likely to come first. One that does not start is missed by no job: the next one tries again, and tells. */
  async function fill(): Promise<void> {
    for (let kind = stock.missing(wanted); kind !== undefined; kind = stock.missing(wanted))
      if (!(await stock.add(kind, prepare(kind)))) return;
  }

  function rest(): void {
    wanted = [];
    clearTimeout(timer);
    stock.keepOnly(wanted);
  }

  return {
    take(kind) {
      const one = stock.take(kind);
      count[startOf(one)] += 1;
      wanted = isClosed ? [] : [kind, ...wanted].slice(0, size);
      return one ?? prepare(kind);
    },
    refill() {
      clearTimeout(timer);
      if (isClosed) return;
      timer = setTimeout(rest, idle).unref();
      // Not as soon as one is taken: what a guard needs next may be what it needed longest ago.
      stock.keepOnly(wanted);
      if (isFilling) return;
      isFilling = true;
      const over = (): void => {
        isFilling = false;
      };
      fill().then(over, over);
    },
    drop: (process) => stock.drop(process),
    figures: () => ({ ...count, waiting: stock.ready() }),
    async close() {
      isClosed = true;
      rest();
      await stock.gone();
    },
  };
}

function startOf(found: WarmProcess | undefined): 'warm' | 'waits' | 'cold' {
  if (found === undefined) return 'cold';
  return found.prepared.isReady() ? 'warm' : 'waits';
}
