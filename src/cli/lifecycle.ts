import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { surprise } from './surprise.ts';

/** Something that runs until it is closed. */
export interface Part {
  /** Settles when the part is gone; before it was asked to go, that ends everything. Left out: it cannot end by itself. */
  readonly ended?: Promise<unknown>;
  close(): Promise<unknown>;
}

/** Brings a part up. Its signal says that the process is to stop: what takes long, such as a download, is given up then. */
type Begin<Started> = (stopping: AbortSignal) => Promise<Started>;

/** The parts of the process, in the order in which they came up. */
export interface Tree {
  /** Begins a part, prints one line when it is up, and closes it when the process stops. `tell` is what the line says of it. */
  start<Started extends Part>(name: string, begin: Begin<Started>, tell?: (part: Started) => string): Promise<Started>;
  readonly print: (line: string) => void;
}

export interface LifecycleOptions {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** For everything to settle, before parts are left to themselves. */
  readonly graceSeconds: number;
  /** So many signals are one wish to stop, the next is another: a count, since no time tells them apart on a busy machine. */
  readonly signalsOfOnePress: number;
  /** Resolves when the process that started us is gone. */
  readonly parentGone?: Promise<void>;
}

/** Why the process stops, and what it tells its parent. */
interface Reason {
  readonly code: number;
  readonly said: string;
  /** Something went wrong: it is said where errors are said. */
  readonly failed: boolean;
  /** A part has gone: what needs it would wait for its answers in vain. */
  readonly isLost?: true;
}

const EXIT = { fine: 0, failed: 1 } as const;

/**
 * Brings up a tree of parts, waits until it is to stop, and takes it down in reverse order (running 2). Answers the exit code. The
 * first SIGINT, SIGTERM or SIGHUP stops in good order, the second at once; what we started dies with us either way.
 */
export async function runTree(
  options: LifecycleOptions,
  bringUp: (tree: Tree) => Promise<number | void>,
): Promise<number> {
  const stop = Promise.withResolvers<Reason>();
  const tree = growTree(options, stop.resolve);
  const deaf = listenToSignals(options, stop.resolve);
  void options.parentGone?.then(() => stop.resolve({ code: EXIT.fine, said: 'npm is gone', failed: false }));
  bringUp(tree).then(
    (code) => typeof code === 'number' && stop.resolve({ code, said: 'done', failed: false }),
    (error: unknown) => stop.resolve({ code: EXIT.failed, said: explain(error), failed: true }),
  );
  const reason = await stop.promise;
  if (!reason.failed) options.print(`stopping: ${reason.said}`);
  else options.complain(reason.said);
  await tree.close(reason.isLost ? LOST_PATIENCE : options.graceSeconds * 1000 + SLACK);
  deaf();
  return reason.code;
}

function growTree(
  options: LifecycleOptions,
  stop: (reason: Reason) => void,
): Tree & { close(limit: number): Promise<void> } {
  const closers: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  const beginning = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;

  async function start<Started extends Part>(
    name: string,
    begin: Begin<Started>,
    tell: (part: Started) => string = () => '',
  ): Promise<Started> {
    if (isClosing()) throw new Error(`${name} was not started: the process is stopping`);
    const begun = bring(name, begin, tell);
    beginning.add(begun);
    return begun.finally(() => beginning.delete(begun));
  }

  async function bring<Started extends Part>(
    name: string,
    begin: Begin<Started>,
    tell: (part: Started) => string,
  ): Promise<Started> {
    const began = performance.now();
    const part = await begin(closing.signal);
    closers.push({ name, close: () => part.close() });
    watch(name, part);
    if (!isClosing()) options.print(lineOf(name, performance.now() - began, tell(part)));
    return part;
  }

  function watch(name: string, { ended }: Part): void {
    const gone = (why: string): void => {
      const said = `${name} ended unexpectedly${why}; everything ends, and what was under way goes on at the next start`;
      if (!isClosing()) stop({ code: EXIT.failed, said, failed: true, isLost: true });
    };
    ended?.then(
      (how) => gone(typeof how === 'string' ? `: ${how}` : ''),
      (error: unknown) => gone(`: ${explain(error)}`),
    );
  }

  /** `limit`: milliseconds for each part. */
  async function close(limit: number): Promise<void> {
    closing.abort();
    await Promise.race([Promise.allSettled(beginning), wait(Math.min(limit, START_PATIENCE))]);
    for (const { name, close: closePart } of closers.toReversed()) {
      const problem = await within(limit, closePart);
      if (problem) options.complain(`closing ${name}: ${problem}`);
    }
  }

  return { start, print: options.print, close };
}

/** For a part that is still coming up when we stop: longer than a server takes on a busy machine. */
const START_PATIENCE = 10_000;
const SLACK = 3_000;
/** Of each part when another one has gone: enough for what still can be closed. */
const LOST_PATIENCE = 1_000;

async function within(limit: number, close: () => Promise<unknown>): Promise<string | undefined> {
  const over = new AbortController();
  const late = wait(limit, `did not finish in ${limit / 1000} s`, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([close().then(() => undefined), late]);
  } catch (error) {
    return explain(error);
  } finally {
    over.abort();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function listenToSignals(
  { complain, signalsOfOnePress }: LifecycleOptions,
  stop: (reason: Reason) => void,
): () => void {
  let heard = 0;
  let over = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (over) return;
    heard += 1;
    if (heard > signalsOfOnePress) {
      complain(`${signal} again: ending at once`);
      process.exit(128 + constants.signals[signal]);
    }
    stop({ code: EXIT.fine, said: signal, failed: false });
  };
  // Nobody knows what an exception has left half done; a promise that nobody awaits has broken nothing but itself.
  const onException = (error: unknown): void =>
    stop({ code: EXIT.failed, said: surprise('an exception that nobody caught', error), failed: true });
  const onRejection = (error: unknown): void => complain(surprise('a rejection that nobody handled', error));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    // Still heard, and heeded no more: one that arrives while the process exits would else end it by that signal.
    over = true;
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };
}

function lineOf(name: string, milliseconds: number, what: string): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${name.padEnd(16)} ${what}`.trimEnd();
}

/** An error of ours says what to do next, so its words are enough; of any other the stack is worth reading. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = !['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'].includes(error.name);
  return isOurs ? error.message : (error.stack ?? error.message);
}
