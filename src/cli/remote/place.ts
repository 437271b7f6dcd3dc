import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type DotEnv, DotEnvRefused, readDotEnv } from '../../config/dot-env.ts';
import { decodeText, NotUtf8 } from '../../text/decode-text.ts';
import { fieldOf } from '../../text/loose.ts';
import { ownUrl } from '../start/own-url.ts';
import { UsageError } from './exit.ts';

/** Which service is asked, and with which key. */
export interface Place {
  readonly url: string;
  readonly key: string | undefined;
}

/** Of `npm start`, when nothing else was chosen. */
export const LOCAL = 'http://127.0.0.1:8080';

/** Where a command is given: the variables, and the folder whose `.env` sets what they do not. */
export interface Around {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/**
 * Returns the service that a command asks: the one of `DSAP_URL`, else the one that `DSAP_HOST` and `DSAP_PORT` let `dsap dev` listen at in this
 * folder, else the one that `dsap login` keeps, else the local one. Its key is in the file named, else in `DSAP_API_KEY`, else it is what `dsap login`
 * keeps for this very service. A key in `.env` goes to the service of the folder alone. Throws `UsageError` for what cannot be used.
 */
export async function placeOf({ env, cwd }: Around, keyFile: string | undefined): Promise<Place> {
  const { values } = dotEnvIn(cwd);
  const kept = await keptPlace(env);
  const named = env['DSAP_URL'] || (isLocated(env) ? undefined : values['DSAP_URL']);
  const own = urlOfFolder(env, values);
  const url = checkedUrl(named || own || kept?.url || LOCAL);
  const isOfFolder = url === own || (!env['DSAP_URL'] && values['DSAP_URL'] !== undefined);
  const given =
    keyFile === undefined ? (keyIn(env) ?? (isOfFolder ? keyIn(values) : undefined)) : await keyOfFile(keyFile);
  return { url, key: given ?? (kept?.url === url ? kept.key : undefined) };
}

/** Throws `UsageError` for a `.env` that cannot be used. */
function dotEnvIn(cwd: string): DotEnv {
  try {
    return readDotEnv(cwd);
  } catch (error) {
    throw error instanceof DotEnvRefused ? new UsageError(error.message) : error;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

function isLocated(variables: Variables): boolean {
  return Boolean(variables['DSAP_HOST'] || variables['DSAP_PORT']);
}

/**
 * Returns where `dsap dev` listens in a folder with these variables and this `.env`; undefined where neither tells of a service. Throws `UsageError` for
 * a port that is none.
 */
function urlOfFolder(env: Variables, dotEnv: Variables): string | undefined {
  if (!isLocated(env) && !isLocated(dotEnv) && !dotEnv['DSAP_API_KEY']) return undefined;
  const port = env['DSAP_PORT'] || dotEnv['DSAP_PORT'] || '8080';
  if (!/^\d{1,5}$/.test(port.trim()) || Number(port) > 65_535)
    throw new UsageError(`DSAP_PORT is "${port}"; it must be a port from 0 to 65535.`);
  // Which port was free then, nobody knows.
  if (Number(port) === 0) return undefined;
  return ownUrl({ host: env['DSAP_HOST'] || dotEnv['DSAP_HOST'] || '127.0.0.1', port: Number(port) });
}

/** Returns the service that commands in another terminal ask in this folder, unless something is set there or `dsap login` keeps one. */
export function urlAskedIn(cwd: string): string {
  const { values } = dotEnvIn(cwd);
  return values['DSAP_URL'] ?? urlOfFolder({}, values) ?? LOCAL;
}

/** An address without a slash at its end. */
export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(`${text} is no address of a service. Write one like http://127.0.0.1:8080 into DSAP_URL.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('An address holds no key. Put it into DSAP_API_KEY, or into a file for --key-file.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export async function keyOfFile(file: string): Promise<string> {
  return checkedKey((await readText(file)).trim(), file);
}

function keyIn(variables: Variables): string | undefined {
  const key = variables['DSAP_API_KEY'];
  return key ? checkedKey(key, 'DSAP_API_KEY') : undefined;
}

/** What no request could carry never leaves. */
function checkedKey(key: string, where: string): string {
  if (/^[!-~]+$/.test(key)) return key;
  throw new UsageError(`${where} holds no key: it is one word of ASCII characters.`);
}

/** Where the file is that `keepPlace` writes. */
function placeFile(env: NodeJS.ProcessEnv): string {
  const chosen = env['XDG_CONFIG_HOME'];
  const folder = chosen && path.isAbsolute(chosen) ? chosen : path.join(homedir(), '.config');
  return path.join(folder, 'dsap', 'login.json');
}

/** Keeps it for later commands, in a file that only its owner reads. Answers where. */
export async function keepPlace(env: NodeJS.ProcessEnv, place: Place): Promise<string> {
  const file = placeFile(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(place, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}

async function keptPlace(env: NodeJS.ProcessEnv): Promise<Place | undefined> {
  const file = placeFile(env);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return undefined;
  try {
    const kept: { url?: unknown; key?: unknown } = JSON.parse(decodeText(bytes));
    if (typeof kept.url === 'string')
      return { url: checkedUrl(kept.url), key: typeof kept.key === 'string' ? kept.key : undefined };
  } catch {}
  throw new UsageError(`${file} is not as \`dsap login\` writes it. Run \`dsap login\` again, or delete it.`);
}

/** Returns the text of a file that was named on the command line; `-` is standard input. Throws `UsageError` when it cannot be read. */
export async function readText(file: string): Promise<string> {
  const name = nameOfFile(file);
  let bytes: Buffer | undefined;
  try {
    bytes = await bytesOf(file === '-' ? process.stdin : createReadStream(file));
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
  }
  if (bytes === undefined)
    throw new UsageError(`${name} is larger than ${LARGEST / MEBIBYTE} MiB, which no request carries.`);
  try {
    return decodeText(bytes);
  } catch (error) {
    throw error instanceof NotUtf8 ? new UsageError(`${name} ${error.message}`) : error;
  }
}

/** A file as messages name it. */
export function nameOfFile(file: string): string {
  return file === '-' ? 'Standard input' : file;
}

const MEBIBYTE = 1024 * 1024;
/** Of bytes that are read at all; what a request may carry the service says. */
const LARGEST = 64 * MEBIBYTE;

/** Undefined for more than `LARGEST`; a device may never end. */
async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    if (size > LARGEST) return undefined;
  }
  return Buffer.concat(pieces);
}

/** Throws `UsageError` when it cannot be written. */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? (REASONS[code] ?? code) : String(error);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read or written',
  EISDIR: 'it is a folder',
};
