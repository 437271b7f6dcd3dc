import type { ChangeHearer, Changes, Position } from '../../ports/store/changes.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import { type Database, only } from '../pool.ts';
import { CHANGED_QUESTIONS } from '../runs/escalations.ts';
import { RUNS_BY_ID, type StoredRun, toRunRow } from '../runs/runs.ts';
import { FAULT_CHANNEL } from './faults.ts';
import type { Listener } from './listener.ts';
import type { Notifications } from './notifications.ts';

export interface ChangesParts {
  readonly database: Database;
  readonly notifications: Pick<Notifications, 'follow'>;
  readonly listener: Pick<Listener, 'onReturn' | 'subscribe'>;
}

/**
 * Positions are PostgreSQL's own: a position is the oldest transaction that a snapshot did not see the end of, and each row knows the
 * transaction that wrote it. So nothing is kept for those who come back, and every process says the same.
 */
export function createChanges({ database, notifications, listener }: ChangesParts): Changes {
  const hearers = new Set<ChangeHearer>();
  listener.onReturn(() => {
    for (const hearer of hearers) hearer.returned();
  });
  notifications.follow(({ runId, seq }) => {
    for (const hearer of hearers) hearer.hear(runId, seq);
  });
  // A fault is behind no event.
  listener.subscribe((runId) => {
    for (const hearer of hearers) hearer.hear(runId, 0);
  }, FAULT_CHANNEL);
  return {
    async now() {
      return positionOf(only(await database.query<Snapshot>(NOW)));
    },
    async since(id, { among, again = [], edge, limit } = {}) {
      const from = partsOf(id);
      if (!from) return undefined;
      const values = [wrapped(from.oldest), edge === undefined ? null : wrapped(BigInt(edge)), limit ?? null, again];
      const rows = among
        ? await database.query<Head>(HEADS_AMONG, [...values, among])
        : await database.query<Head>(HEADS, values);
      const [snapshot] = rows;
      if (!snapshot || !reaches(snapshot, from)) return undefined;
      const heads = rows.flatMap(({ run_id, behind }) => (run_id === null ? [] : [{ run_id, behind }]));
      if (limit !== undefined && heads.length === limit) return undefined;
      const behind = new Map(heads.map((head) => [head.run_id, head.behind === true]));
      const ids = [...behind.keys()];
      const [runs, questions] =
        ids.length === 0
          ? [[], []]
          : await Promise.all([
              database.query<StoredRun>(RUNS_BY_ID, [ids]),
              database.query<EscalationRow>(CHANGED_QUESTIONS, [ids, wrapped(from.oldest)]),
            ]);
      return {
        position: positionOf(snapshot),
        runs: runs.map(toRunRow).map((row) => ({ row, isBehindEdge: behind.get(row.record.id) ?? false })),
        questions,
      };
    },
    follow(hearer) {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
  };
}

interface Snapshot {
  readonly oldest: string;
  readonly edge: string;
  readonly cluster: string;
}

interface Head extends Snapshot {
  readonly run_id: string | null;
  readonly behind: boolean | null;
}

function positionOf({ oldest, edge, cluster }: Snapshot): Position {
  return { id: `${oldest}-${cluster}`, edge };
}

interface Parts {
  readonly oldest: bigint;
  readonly cluster: string;
}

/** Undefined for what was never a position. */
function partsOf(id: string): Parts | undefined {
  const [, oldest, cluster] = /^(\d{1,20})-(\d{1,20})$/.exec(id) ?? [];
  return oldest === undefined || cluster === undefined ? undefined : { oldest: BigInt(oldest), cluster };
}

/** Rows remember 32 bits of their transaction, so that one is told from another for half of them. */
const REMEMBERED = 2n ** 31n;

/** Whether a position was one of this database, not in its future, and not so old that nobody can say what came after. */
function reaches({ edge, cluster }: Snapshot, from: Parts): boolean {
  const behind = BigInt(edge) - from.oldest;
  return cluster === from.cluster && behind >= 0n && behind < REMEMBERED;
}

/** A transaction as rows remember it. */
function wrapped(transaction: bigint): string {
  return String(transaction % 2n ** 32n);
}

const SNAPSHOT = `
  select pg_snapshot_xmin(s.now)::text as oldest, pg_snapshot_xmax(s.now)::text as edge, c.system_identifier::text as cluster
  from (select pg_current_snapshot() as now) s, pg_control_system() c`;

const NOW = { name: 'position', text: SNAPSHOT };

/** A run changes with its events, and with a fault of a call of its: that one is told by no event. */
const CHANGED = 'age(xmin) <= age($1::text::xid)';

/** One row at least, with the snapshot in which the others were seen. */
const headsOf = (changed: string): string => `
  select t.*, v.run_id, v.behind from (${SNAPSHOT}) t left join lateral (
    select run_id, age(xmin) <= age($2::text::xid) as behind from run_views where ${changed} limit $3::int
  ) v on true`;

const HEADS = {
  name: 'changed-heads',
  text: headsOf(
    `${CHANGED} or run_id = any($4::text[]) or run_id in (select f.run_id from faults f where age(f.xmin) <= age($1::text::xid))`,
  ),
};

const HEADS_AMONG = {
  name: 'changed-heads-among',
  text: headsOf(`run_id = any($4::text[]) or run_id = any($5::text[]) and (
      ${CHANGED} or exists (select from faults f where f.run_id = run_views.run_id and age(f.xmin) <= age($1::text::xid))
    )`),
};
