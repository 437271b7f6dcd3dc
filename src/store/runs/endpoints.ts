import type { EndpointReading, Endpoints } from '../../ports/store/endpoints.ts';
import { IS_WAITING } from '../log/waits.ts';
import type { Database } from '../pool.ts';

/** Milliseconds after which what a worker reported is deleted: it is gone. */
const KEPT = 3_600_000;

export function createEndpoints(database: Database): Endpoints {
  return {
    async report(worker, readings, now) {
      const names = readings.map(({ endpoint }) => endpoint);
      await database.query(REPORT, [worker, names, readings.map((one) => JSON.stringify(one)), now, now - KEPT]);
    },
    async reported(after) {
      const rows = await database.query<{ reading: EndpointReading }>(REPORTED, [after]);
      return rows.map(({ reading }) => reading);
    },
    async waiting() {
      const rows = await database.query<{ endpoint: string; count: number }>(WAITING);
      return new Map(rows.map(({ endpoint, count }) => [endpoint, count]));
    },
  };
}

const REPORT = {
  name: 'report-endpoints',
  text: `
    with old as (delete from endpoint_readings where reported_at < $5::bigint)
    insert into endpoint_readings (worker, endpoint, reading, reported_at)
    select $1, e.endpoint, e.reading, $4::bigint from unnest($2::text[], $3::json[]) as e (endpoint, reading)
    on conflict (worker, endpoint) do update set reading = excluded.reading, reported_at = excluded.reported_at`,
};

const REPORTED = {
  text: 'select reading from endpoint_readings where reported_at > $1::bigint order by worker, endpoint',
};

const WAITING = {
  text: `select w.endpoint, count(*) as count from call_waits w where w.endpoint is not null and ${IS_WAITING} group by w.endpoint`,
};
