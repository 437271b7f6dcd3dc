import type { Offer } from '../../model/isolation.ts';
import type { WorkerOffers } from '../../ports/store.ts';
import type { Database } from '../pool.ts';

export function createOffers(database: Database): WorkerOffers {
  return {
    async announce(worker, offers) {
      await database.query(ANNOUNCE, [worker, JSON.stringify(offers), Date.now()]);
    },
    async of(workers) {
      const rows = await database.query<{ worker: string; offers: readonly Offer[] }>(NEWEST, [workers]);
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
