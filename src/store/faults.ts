import type { Faults } from '../domain/store.ts';
import { type Database, only } from './pool.ts';

export function createFaults(database: Database): Faults {
  return {
    async record({ runId, token, phase, detail, partial, usage, startedAt }) {
      const paid = usage === undefined ? null : JSON.stringify(usage);
      const values = [runId, token, phase, detail, partial ?? null, startedAt, Date.now(), paid];
      return only(await database.query<{ count: number; firstStartedAt: number }>(RECORD, values));
    },
    async count(runId, token, phase) {
      return only(await database.query<{ count: number }>(COUNT, [runId, token, phase])).count;
    },
  };
}

/** The insert is not yet seen by the rest of its own statement. */
const RECORD = {
  text: `
    with added as (
      insert into faults (run_id, token, phase, detail, partial, started_at, recorded_at, usage)
      values ($1, $2, $3, $4, $5, $6, $7, $8::json)
    )
    select count(*) + 1 as count, least(min(started_at), $6::bigint) as "firstStartedAt"
    from faults where run_id = $1 and token = $2 and phase = $3`,
};

const COUNT = { text: 'select count(*) as count from faults where run_id = $1 and token = $2 and phase = $3' };
