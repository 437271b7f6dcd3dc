import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { processIdentity } from './process-identity.ts';

/** Who holds a lock. `since` is an ISO 8601 time. */
export interface Holder {
  readonly pid: number;
  readonly identity: string;
  readonly since: string;
}

export type Lock =
  | { readonly kind: 'held'; release(): Promise<void> }
  | { readonly kind: 'taken'; readonly holder: Holder };

/**
 * Takes the lock that a file stands for, for as long as this process lives. A holder that is gone, however it went, has lost it:
 * its pid must be alive *and* still belong to the same process.
 */
export async function takeLock(file: string): Promise<Lock> {
  const own = await ownRecord();
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    if (await createExclusively(file, own)) return { kind: 'held', release: () => release(file, own) };
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder))) return { kind: 'taken', holder };
    await clearDead(file, own);
  }
}

async function ownRecord(): Promise<Holder> {
  const identity = (await processIdentity(process.pid)) ?? '';
  return { pid: process.pid, identity, since: new Date().toISOString() };
}

/** A hard link appears with its whole content or not at all, which `open` with `wx` does not promise. */
async function createExclusively(file: string, own: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(own));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a dead lock under a guard of its own: of two that see it dead, the slower one would else remove what the faster one has
 * put in its place.
 */
async function clearDead(file: string, own: Holder): Promise<void> {
  const guard = `${file}.takeover`;
  if (!(await createExclusively(guard, own))) {
    const other = await readHolder(guard);
    if (other && !(await isAlive(other))) await rm(guard, { force: true });
    return wait(GUARD_LOOK);
  }
  try {
    const holder = await readHolder(file);
    if (!holder || !(await isAlive(holder))) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

const GUARD_LOOK = 5;

async function release(file: string, own: Holder): Promise<void> {
  const holder = await readHolder(file);
  if (holder?.pid === own.pid && holder.identity === own.identity) await rm(file, { force: true });
}

async function isAlive(holder: Holder): Promise<boolean> {
  return (await processIdentity(holder.pid)) === holder.identity;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return asHolder(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function asHolder(value: unknown): Holder | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('pid' in value && 'identity' in value && 'since' in value)) return undefined;
  const { pid, identity, since } = value;
  if (typeof pid !== 'number' || typeof identity !== 'string' || typeof since !== 'string') return undefined;
  return { pid, identity, since };
}
