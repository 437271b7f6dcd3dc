import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import { type Finished, type Limits, runJob, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { readyIn, warmly } from '../support/warmly.ts';

/** A sandbox of this machine in which one process waits, or why it is not here. */
export interface Place {
  readonly name: string;
  /** As it is. */
  readonly plain?: Sandbox;
  /** All its jobs take the way of those for which a process may wait. */
  readonly sandbox?: Sandbox;
  readonly missing: string;
  readonly languages: readonly Language[];
}

type Language = keyof typeof MAINS;

export async function openPlaces(): Promise<readonly Place[]> {
  const cache = cacheDirectory(process.env);
  return Promise.all([
    place('deno', (log) => createDeno({ cacheDirectory: cache, log, pool: 1 })),
    place('bwrap', (log) => createBwrap({ cacheDirectory: cache, log, pool: 1 })),
    place('bwrap, forking', (log) => createBwrap({ cacheDirectory: cache, log, pool: 1, fork: true }), ['python']),
  ]);
}

export async function closePlaces(places: readonly Place[]): Promise<void> {
  await Promise.all(places.flatMap(({ plain }) => (plain ? [plain.close()] : [])));
}

async function place(
  name: string,
  open: (log: (line: string) => void) => Promise<Sandbox | undefined>,
  languages: readonly Language[] = ['python', 'typescript'],
): Promise<Place> {
  const lines: string[] = [];
  const plain = await open((line) => lines.push(line));
  return plain
    ? { name, plain, sandbox: warmly(plain), missing: '', languages }
    : { name, languages, missing: lines.join('; ') || 'not installed' };
}

const MAINS = { python: 'main.py', typescript: 'main.ts' } as const;

export interface Program {
  readonly language: Language;
  readonly text: string;
  readonly input?: string;
  readonly limits?: Partial<Limits>;
}

export function run(sandbox: Sandbox, { language, text, input, limits = {} }: Program): Promise<Finished> {
  const main = MAINS[language];
  const job = { toolchain: language, argv: [main, 'one'], files: { [main]: text }, limits };
  return runJob(sandbox, job, new AbortController().signal, input);
}

/** Runs it in a process that was ready before; without one it fails. */
export async function runWarm(sandbox: Sandbox, program: Program): Promise<Finished> {
  const before = sandbox.pool?.().warm ?? 0;
  await readyIn(sandbox);
  const finished = await run(sandbox, program);
  if (sandbox.pool?.().warm === before + 1) return finished;
  throw new Error(`The job did not find a process ready: ${JSON.stringify(sandbox.pool?.())}`);
}
