import type { Sessions, StoredSession } from '../ports/store/sessions.ts';
import type { Database } from './pool.ts';

interface Row {
  readonly digest: Buffer;
  readonly principal: string;
  readonly key_mark: Buffer;
  readonly created_at: string | number;
  readonly used_at: string | number;
  readonly expires_at: string | number;
}

export function createSessions(database: Database): Sessions {
  return {
    async add({ digest, principal, keyMark, createdAt, usedAt, expiresAt }) {
      await database.query(ADD, [bytes(digest), principal, bytes(keyMark), createdAt, usedAt, expiresAt]);
    },
    async find(digests) {
      return (await database.query<Row>(FIND, [digests.map(bytes)])).map(sessionOf);
    },
    async touch({ digest, usedAt, expiresAt }) {
      await database.query(TOUCH, [bytes(digest), usedAt, expiresAt]);
    },
    async end(digest) {
      await database.query(END, [bytes(digest)]);
    },
  };
}

function sessionOf(row: Row): StoredSession {
  return {
    digest: row.digest,
    principal: row.principal,
    keyMark: row.key_mark,
    createdAt: Number(row.created_at),
    usedAt: Number(row.used_at),
    expiresAt: Number(row.expires_at),
  };
}

function bytes(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Each that begins sweeps away more than one that is over, so that they never pile up. */
const ADD = {
  name: 'add-session',
  text: `
    with swept as (
      delete from sessions where digest in (
        select digest from sessions where expires_at <= $4 order by expires_at limit 10 for update skip locked
      )
    )
    insert into sessions (digest, principal, key_mark, created_at, used_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
};

const FIND = {
  name: 'sessions',
  text: 'select digest, principal, key_mark, created_at, used_at, expires_at from sessions where digest = any($1::bytea[])',
};

const TOUCH = {
  name: 'touch-session',
  text: 'update sessions set used_at = $2, expires_at = $3 where digest = $1 and used_at < $2',
};

const END = { name: 'end-session', text: 'delete from sessions where digest = $1' };
