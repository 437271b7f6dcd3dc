import { setTimeout as wait } from 'node:timers/promises';
import { maskUrl } from '../../config/effective.ts';
import { StoreUnavailable } from '../../ports/store/errors.ts';
import { migrate } from '../../store/migrate.ts';
import { requireOwnSessions, UnsuitablePooler } from '../../store/own-sessions.ts';
import { isService, missingMigrations, openToService } from '../../store/service-login.ts';
import { messageOf } from '../../text/message-of.ts';

export interface DatabaseUrls {
  /** What the service logs in with. */
  readonly url: string;
  /** The user who owns the tables; undefined: the same. */
  readonly owner: string | undefined;
}

/**
 * Brings a database to the newest schema, as its owner where there is one besides the service (R79). Without an owner the service's own
 * role, which may change no table, waits until another process has done it. It refuses connection poolers that share sessions, before
 * it migrates through one. Throws an error that names the database and its setting, `StoreUnavailable` when that does not answer.
 */
export async function bringUpToDate(url: string, owner: string | undefined): Promise<void> {
  if (owner !== undefined) await usable('DSAP_MIGRATION_DATABASE_URL', owner, () => requireOwnSessions(owner));
  else await usable('DATABASE_URL', url, () => requireOwnSessions(url));
  await usable('DATABASE_URL', url, async () => {
    if (owner === undefined && isService(url)) return untilMigrated(url);
    await migrate(owner ?? url);
    if (owner === undefined) return;
    if (isService(url)) await openToService(owner, url);
    await requireOwnSessions(url);
  });
}

/** Names the database in the error of a failure, and the setting to correct. */
async function usable(setting: string, url: string, use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } catch (cause) {
    const told = `The database ${maskUrl(url)} cannot be used: ${messageOf(cause)}`;
    if (cause instanceof UnsuitablePooler) throw new Error(`${told}. Then correct ${setting}.`, { cause });
    const advised = `${told}. Start it, or correct ${setting}.`;
    throw cause instanceof StoreUnavailable ? new StoreUnavailable(advised, { cause }) : new Error(advised, { cause });
  }
}

const PATIENCE = 60_000;
const LOOK_EVERY = 500;

async function untilMigrated(url: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; ; await wait(LOOK_EVERY)) {
    const missing = await missingMigrations(url);
    if (missing.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(
        `it lacks ${missing.join(', ')}, which this user may not apply: start the process that has ` +
          'DSAP_MIGRATION_DATABASE_URL first, or set that here',
      );
  }
}
