import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoredSession } from '../../ports/store/sessions.ts';
import type { ApiContext } from '../dependencies.ts';
import { OPERATOR, sameSecret } from './secrets.ts';

const HOUR = 3_600_000;
/** Milliseconds after its last use, and in all. */
const IDLE = 12 * HOUR;
export const LONGEST_SESSION = 7 * 24 * HOUR;
/** Uses that lie closer together are noted once. */
const NOTED_APART = 5 * 60_000;
/** So long a session is taken as it was read: one that was ended elsewhere is dead here by then. */
const REMEMBERED = 2_000;
const MOST_REMEMBERED = 1_000;
const TOKEN = /^[\w-]{43}$/;

/** Sessions of browsers: begun with a key, over after 12 idle hours, after 7 days, and with their key (console 4). */
export interface BrowserSessions {
  /** What the cookie is to hold; undefined when the key is wrong. */
  begin(key: string): Promise<string | undefined>;
  /** By whom requests with that cookie are made; undefined when it stands for nothing. Writes at most once in five minutes. */
  principalOf(token: string): Promise<string | undefined>;
  end(token: string): Promise<void>;
  /** Those of the cookies that still stand for somebody, read anew in one statement; this is no use of them. */
  held(tokens: readonly string[]): Promise<ReadonlySet<string>>;
}

type Context = Pick<ApiContext, 'now'> & {
  readonly store: Pick<ApiContext['store'], 'sessions'>;
  readonly settings: Pick<ApiContext['settings'], 'apiKey'>;
};

export function createBrowserSessions({ store: { sessions }, settings: { apiKey }, now }: Context): BrowserSessions {
  const remembered = createMemory(now);

  async function find(token: string): Promise<StoredSession | undefined> {
    const known = remembered.get(token);
    if (known) return known;
    const [found] = await sessions.find([digestOf(token)]);
    if (found) remembered.set(token, found);
    return found;
  }

  function holds(token: string, { expiresAt, keyMark }: StoredSession): boolean {
    return apiKey !== undefined && expiresAt > now() && timingSafeEqual(keyMark, markOf(token, apiKey));
  }

  async function use(token: string, session: StoredSession): Promise<void> {
    if (now() - session.usedAt < NOTED_APART) return;
    const used = { ...session, usedAt: now(), expiresAt: expiryOf(session.createdAt, now()) };
    remembered.set(token, used);
    await sessions.touch(used);
  }

  async function end(token: string): Promise<void> {
    remembered.drop(token);
    await sessions.end(digestOf(token));
  }

  return {
    async begin(key) {
      if (apiKey === undefined || !sameSecret(key, apiKey)) return undefined;
      const token = randomBytes(32).toString('base64url');
      const times = { createdAt: now(), usedAt: now(), expiresAt: expiryOf(now(), now()) };
      await sessions.add({ digest: digestOf(token), principal: OPERATOR, keyMark: markOf(token, apiKey), ...times });
      return token;
    },
    async principalOf(token) {
      if (apiKey === undefined || !TOKEN.test(token)) return undefined;
      const session = await find(token);
      if (!session || !holds(token, session)) return undefined;
      await use(token, session);
      return session.principal;
    },
    async end(token) {
      if (TOKEN.test(token)) await end(token);
    },
    async held(tokens) {
      const found = await sessions.find(tokens.map(digestOf));
      const byDigest = new Map(found.map((session) => [hexOf(session.digest), session]));
      const held = new Set<string>();
      for (const token of tokens) {
        const session = byDigest.get(hexOf(digestOf(token)));
        if (session && holds(token, session)) held.add(token);
        else remembered.drop(token);
      }
      return held;
    },
  };
}

function expiryOf(createdAt: number, usedAt: number): number {
  return Math.min(createdAt + LONGEST_SESSION, usedAt + IDLE);
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex');
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Of no use to who has the database: the token is not in it. */
function markOf(token: string, key: string): Buffer {
  return createHmac('sha256', key).update(token).digest();
}

function createMemory(now: () => number) {
  const kept = new Map<string, { readonly session: StoredSession; readonly at: number }>();
  return {
    get(token: string): StoredSession | undefined {
      const entry = kept.get(token);
      return entry && now() - entry.at < REMEMBERED ? entry.session : undefined;
    },
    set(token: string, session: StoredSession): void {
      kept.delete(token);
      kept.set(token, { session, at: now() });
      const [oldest] = kept.keys();
      if (kept.size > MOST_REMEMBERED && oldest !== undefined) kept.delete(oldest);
    },
    drop: (token: string): void => void kept.delete(token),
  };
}
