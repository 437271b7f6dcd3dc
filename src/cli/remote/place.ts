import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fieldOf } from '../../text/loose.ts';
import { UsageError } from './exit.ts';

/** Which service is asked, and with which key. */
export interface Place {
  readonly url: string;
  readonly key: string | undefined;
}

/** Of `npm start`, when nothing else was chosen. */
export const LOCAL = 'http://127.0.0.1:8080';

/**
 * The service by `DSAP_URL`, else as `dsap login` kept it, else the local one; the key by the file named, else by `DSAP_API_KEY`, else as
 * it was kept for this very service: a key goes nowhere else. Throws `UsageError` for what cannot be used.
 */
export async function placeOf(env: NodeJS.ProcessEnv, keyFile: string | undefined): Promise<Place> {
  const kept = await keptPlace(env);
  const url = checkedUrl(env['DSAP_URL'] || kept?.url || LOCAL);
  const given = keyFile === undefined ? keyOf(env) : await keyIn(keyFile);
  return { url, key: given ?? (kept?.url === url ? kept.key : undefined) };
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

export async function keyIn(file: string): Promise<string> {
  return checkedKey((await readText(file)).trim(), file);
}

function keyOf(env: NodeJS.ProcessEnv): string | undefined {
  const key = env['DSAP_API_KEY'];
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
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const kept: { url?: unknown; key?: unknown } = JSON.parse(text);
    if (typeof kept.url === 'string')
      return { url: checkedUrl(kept.url), key: typeof kept.key === 'string' ? kept.key : undefined };
  } catch {}
  throw new UsageError(`${file} is not as \`dsap login\` writes it. Run \`dsap login\` again, or delete it.`);
}

/** A file that was named on the command line; `-` is what comes in. Throws `UsageError` when it cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await piped() : await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Throws `UsageError` when it cannot be written. */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${reasonOf(error)}.`);
  }
}

async function piped(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece;
  return text;
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
