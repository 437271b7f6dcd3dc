/** Milliseconds between the words of a worker that tells it is there. */
export const HEARTBEAT_EVERY = 1_000;
/** A worker that has told so and was not heard of for so many milliseconds is gone. */
const SILENCE = 4_000;
/** Where a balancer lets it tell now this API, now another, it is not expected before so many times its longest pause. */
const PAUSES = 4;
/** A longest pause counts for less with each heartbeat that comes sooner. */
const FADING = 0.9;
/** After so many the server no longer lists what is gone: a worker that it lists yet tells somebody else. */
const FORGOTTEN = 75_000;
/** Whoever tells more names than this is not one of ours. */
const MOST = 1_000;

/** Which workers without a connection to the database have told this API that they are there. */
export interface WorkerHeartbeats {
  heard(identity: string): void;
  /** False also of one that has never told so, as those of an older version. */
  isSilent(identity: string): boolean;
}

/** `now` in milliseconds, on a clock that is never set. */
export function createWorkerHeartbeats(now: () => number): WorkerHeartbeats {
  const last = new Map<string, { readonly at: number; readonly pause: number }>();
  return {
    heard(identity) {
      for (const [name, { at }] of last) if (now() - at > FORGOTTEN) last.delete(name);
      const before = last.get(identity);
      const pause = before ? Math.max(now() - before.at, before.pause * FADING) : 0;
      if (last.size < MOST || before) last.set(identity, { at: now(), pause });
    },
    isSilent(identity) {
      const { at, pause } = last.get(identity) ?? { at: now(), pause: 0 };
      const silence = now() - at;
      return silence > Math.max(SILENCE, PAUSES * pause) && silence <= FORGOTTEN;
    },
  };
}
