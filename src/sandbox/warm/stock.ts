import type { Prepared } from '../contained.ts';
import type { Job } from '../sandbox.ts';

/** A process that was started before its job. It serves one, so that nothing of a job is there for the next. */
export interface WarmProcess {
  readonly prepared: Prepared;
  /** Lays out what the job has on the disk, and answers what the process is to be sent. Throws `SandboxFault`. */
  deliver(job: Job): string;
}

interface Waiting<Kind> extends WarmProcess {
  readonly kind: Kind;
}

/** The processes that wait for a job. */
export interface Stock<Kind> {
  /** One that does for the kind, no longer waiting; one that is ready, if there is one. */
  take(kind: Kind): WarmProcess | undefined;
  /** Has one more wait, until it is taken, let go, or has ended. Resolves when it is ready; false when it ended before. */
  add(kind: Kind, process: WarmProcess): Promise<boolean>;
  /** The last of these kinds that is missing, where each is wanted as often as it is there. */
  missing(wanted: readonly Kind[]): Kind | undefined;
  /** Lets those go that are not wanted. */
  keepOnly(wanted: readonly Kind[]): void;
  /** Ends one that was taken. */
  drop(process: WarmProcess): void;
  /** How many are ready. */
  ready(): number;
  /** Resolves when nothing is left of those that were let go. */
  gone(): Promise<unknown>;
}

export function stockOf<Kind>(alike: (one: Kind, other: Kind) => boolean): Stock<Kind> {
  const waiting = new Set<Waiting<Kind>>();
  let leaving: Promise<unknown> = Promise.resolve();

  function difference(wanted: readonly Kind[]) {
    const surplus = new Set(waiting);
    const missing = wanted.filter((kind) => {
      const found = [...surplus].find((one) => alike(one.kind, kind));
      return !(found && surplus.delete(found));
    });
    return { missing, surplus };
  }

  function drop({ prepared }: WarmProcess): void {
    leaving = Promise.allSettled([leaving, prepared.discard()]);
  }

  /** Only what still waits: what has been taken is its taker's. */
  function letGo(ones: Iterable<Waiting<Kind>>): void {
    for (const one of ones) if (waiting.delete(one)) drop(one);
  }

  return {
    take(kind) {
      const fitting = [...waiting].filter((one) => alike(one.kind, kind) && one.prepared.isAlive());
      const found = fitting.find(({ prepared }) => prepared.isReady()) ?? fitting[0];
      if (found) waiting.delete(found);
      return found;
    },
    async add(kind, process) {
      const one = { kind, ...process };
      waiting.add(one);
      void one.prepared.ended.then(() => letGo([one]));
      await one.prepared.ready;
      return one.prepared.isAlive() || !waiting.has(one);
    },
    missing: (wanted) => difference(wanted).missing.at(-1),
    keepOnly: (wanted) => letGo(difference(wanted).surplus),
    drop,
    ready: () => [...waiting].filter(({ prepared }) => prepared.isReady()).length,
    gone: () => leaving,
  };
}
