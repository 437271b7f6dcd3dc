import { createDeferred } from '../text/node-20.ts';
import { type Contained, faultOf, nameOf } from './contained-process.ts';
import { type Pacer, pacerOf } from './pace.ts';
import type { Plan } from './plan.ts';
import { type Bound, type Limits, type Pace, SandboxFault } from './sandbox.ts';
import { startLate } from './start-times.ts';
import { watch } from './watchdog.ts';

/** Why a job was made to end before it ended by itself. */
export type Cause = { readonly bound: Bound } | { readonly failure: unknown } | { readonly killed: true };

/** The limits of a job, which hold from `begin` on, and the one way to end it early. */
export interface Held {
  begin(): void;
  /** The first cause counts. */
  stop(cause: Cause): void;
  /** Resolves, if ever, when the job could not be ended. */
  readonly stuck: Promise<SandboxFault>;
  /** Resolves when no process is left. To be called when the command has ended. */
  end(): Promise<void>;
  /** What was seen of it so far. */
  seen(): {
    readonly began: number | undefined;
    readonly peakMemory: number | undefined;
    readonly cause: Cause | undefined;
    readonly pace: Pace | undefined;
  };
}

/** Milliseconds until a command must have greeted. */
const GREETING_LIMIT = 60_000;

export function hold({ plan, tree, made }: Contained, limits: Limits, signal: AbortSignal): Held {
  const handed = performance.now();
  const over = new AbortController();
  const stuck = createDeferred<SandboxFault>();
  let timer: NodeJS.Timeout | undefined;
  let cause: Cause | undefined;
  let ending: Promise<void> | undefined;
  let began: number | undefined;
  let peakMemory: number | undefined;
  let pacer: Pacer | undefined;

  function endAll(): Promise<void> {
    ending ??= tree?.end() ?? Promise.resolve();
    return ending;
  }

  function stop(why: Cause): void {
    const isFirst = cause === undefined;
    cause ??= why;
    const measured = isFirst && pacer && isMeasured(why, plan) ? pacer.measure() : undefined;
    const ended = measured ? measured.then(endAll) : endAll();
    ended.catch((error: unknown) => stuck.resolve(faultOf(plan, error)));
  }

  function stopAfter(limit: number, why: Cause): void {
    clearTimeout(timer);
    timer = setTimeout(() => stop(why), limit);
  }

  function begin(): void {
    began = performance.now();
    // The last of what a command wrote may arrive when it has already ended.
    if (over.signal.aborted) return;
    stopAfter(limits.wall, { bound: 'wall' });
    const late = lateOf(plan, { handed: began - handed, made: began - made });
    pacer = pacerOf({ tree, wall: limits.wall, startLate: late, processorTime: plan.processorTime?.bind(plan) });
    if (!tree || plan.watched === false) return;
    const watched = { tree, directory: plan.directory, limits: withOverhead(limits, plan) };
    watch(watched, over.signal, ({ rows, peak, exceeded }) => {
      peakMemory = peak;
      pacer?.saw(rows);
      if (exceeded) stop({ bound: exceeded });
    }).catch((failure: unknown) => stop({ failure: faultOf(plan, failure) }));
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    pacer?.stop();
    over.abort();
    await endAll();
    // What was stopped once may have been stopped before the command's last children were there to be seen.
    await tree?.end();
  }

  if (plan.greeting !== undefined) stopAfter(GREETING_LIMIT, { failure: notReady(plan) });
  const abort = (): void => stop({ failure: signal.reason });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true, signal: over.signal });
  return { begin, stop, stuck: stuck.promise, end, seen: () => ({ began, peakMemory, cause, pace: pacer?.pace() }) };
}

function notReady(plan: Plan): SandboxFault {
  return new SandboxFault(`${nameOf(plan)} was not ready within ${GREETING_LIMIT / 1000} s`);
}

/** Milliseconds by which its program began late, where that can be told. */
function lateOf(plan: Plan, start: Parameters<typeof startLate>[1]): number {
  return plan.greeting === undefined ? 0 : startLate(plan.startsAs ?? nameOf(plan), start);
}

/** To ask an engine takes long, and of what was killed by us only its own part in a common limit is of interest. */
function isMeasured(why: Cause, plan: Plan): boolean {
  return 'bound' in why ? why.bound === 'wall' : 'killed' in why && plan.processorTime === undefined;
}

function withOverhead({ memory, processes, ...others }: Limits, { overhead }: Plan): Limits {
  return { ...others, memory: memory + (overhead?.memory ?? 0), processes: processes + (overhead?.processes ?? 0) };
}
