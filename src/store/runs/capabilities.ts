import type { Capability } from '../../model/isolation.ts';
import type { WorkerCapabilities } from '../../ports/store/workers.ts';
import type { Database } from '../pool.ts';

export function createWorkerCapabilities(database: Database): WorkerCapabilities {
  return {
    async announce(worker, capabilities) {
      await database.query(ANNOUNCE, [worker, JSON.stringify(capabilities), Date.now()]);
    },
    async of(workers) {
      const rows = await database.query<{ worker: string; offers: readonly Capability[] }>(NEWEST, [workers]);
      return new Map(rows.map(({ worker, offers }) => [worker, offers]));
    },
  };
}

const ANNOUNCE = { text: 'insert into worker_offers (worker, offers, announced_at) values ($1, $2::json, $3)' };

const NEWEST = {
  text: `
    select distinct on (worker) worker, offers from worker_offers where worker = any($1::text[])
    order by worker, ordinal desc`,
};
