import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sizeOf, watchGrowth } from './folder-growth.ts';
import { digestOf, type Source } from './temporal/fetch.ts';
import { type PinnedProgram, PLATFORM } from './temporal/pins.ts';

/** In milliseconds. */
export interface Patience {
  /** A try that brings nothing for so long has failed, however long it takes otherwise. */
  readonly silence: number;
  /** After so long without anything the next source begins beside it. */
  readonly headStart: number;
  /** Between two looks at what has arrived. */
  readonly look: number;
  /** Between two lines of progress. */
  readonly told: number;
}

export const PATIENCE: Patience = { silence: 30_000, headStart: 8_000, look: 500, told: 5_000 };

export interface ProgramFetch {
  readonly program: PinnedProgram;
  /** Where it is to lie in the end. */
  readonly target: string;
  /** For what pip and Python read. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  /** Gives it up. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

/** A fetch under way. */
export interface Fetching {
  /** The source's name, once the program lies where it is to lie. */
  readonly done: Promise<string>;
  /** Settles when it has failed, or has brought nothing for the head start. */
  readonly slow: Promise<void>;
}

/**
 * Fetches a program from one source. A try that broke off after something had arrived is followed by another, which goes on where the
 * source can. The file appears at its place by one rename, so any number may fetch it at once.
 */
export function fetchFrom(source: Source, fetching: ProgramFetch): Fetching {
  const slow = Promise.withResolvers<void>();
  const done = fetchInScratch(source, fetching, slow.resolve);
  done.catch(() => slow.resolve());
  return { done, slow: slow.promise };
}

async function fetchInScratch(source: Source, fetching: ProgramFetch, slow: () => void): Promise<string> {
  const { target, patience } = fetching;
  await mkdir(path.dirname(target), { recursive: true });
  const scratch = await mkdtemp(`${target}.`);
  const growth = watchGrowth(scratch, patience.look, progress(source, fetching));
  void growth.quietFor(patience.headStart).then(slow);
  try {
    return await tryAgain(source, fetching, scratch);
  } finally {
    growth.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

const TRIES = 5;
/** What has arrived whole and wrong twice is not a fault of the line. */
const SPOILT_TRIES = 2;

async function tryAgain(source: Source, fetching: ProgramFetch, scratch: string): Promise<string> {
  const { signal, log, patience, program } = fetching;
  for (let tries = 1; ; tries += 1) {
    const before = await sizeOf(scratch);
    const growth = watchGrowth(scratch, patience.look, () => {});
    try {
      await tryOnce(source, fetching, scratch, growth.quietFor(patience.silence));
      return source.name(program);
    } catch (cause) {
      const why = signal.aborted ? 'given up' : messageOf(cause);
      const arrived = Math.max(growth.most(), await sizeOf(scratch)) > before;
      const most = cause instanceof Spoilt ? SPOILT_TRIES : TRIES;
      if (signal.aborted || !arrived || tries >= most)
        throw new Error(`${source.name(program)}: ${why}${tries > 1 ? ` (after ${tries} tries)` : ''}`, { cause });
      log(`${source.name(program)}: ${why}; trying again`);
      if (cause instanceof Spoilt) await empty(scratch);
      await wait(patience.look, undefined, { signal }).catch(() => undefined);
    } finally {
      growth.end();
    }
  }
}

async function tryOnce(
  source: Source,
  { program, target, env, log, signal, patience }: ProgramFetch,
  scratch: string,
  silent: Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const fetched = source.fetch(program, scratch, { signal: AbortSignal.any([signal, over.signal]), env });
  const silence = silent.then(() => {
    throw new Error(`nothing arrived for ${patience.silence / 1_000} s`);
  });
  try {
    const file = await Promise.race([fetched, silence]);
    await check(program, file, log);
    await chmod(file, 0o755);
    await rename(file, target);
  } finally {
    over.abort();
    await Promise.allSettled([fetched]);
  }
}

/** What has arrived is whole and wrong: nothing of it is of use for another try. */
class Spoilt extends Error {
  override readonly name = 'Spoilt';
}

async function check(program: PinnedProgram, file: string, log: ProgramFetch['log']): Promise<void> {
  const expected = program.binaryDigests[PLATFORM];
  if (!expected) return log(`${program.name} ${program.version} for ${PLATFORM}: no digest of its program is pinned`);
  const found = await digestOf(file);
  if (found !== expected) throw new Spoilt(`its SHA-256 is ${found}, not ${expected}`);
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
}

function progress(source: Source, { program, log, patience }: ProgramFetch): (bytes: number) => void {
  let told = performance.now();
  return (bytes) => {
    if (performance.now() - told < patience.told) return;
    told = performance.now();
    log(`${program.name} ${program.version}: ${(bytes / 2 ** 20).toFixed(1)} MiB so far, from ${source.name(program)}`);
  };
}

/** What a person can act on: the last line that a program said, or the cause of a `fetch` that failed. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const said =
    'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').at(-1) : undefined;
  return `${said || error.message.split('\n')[0]}${error instanceof TypeError ? cause : ''}`;
}
