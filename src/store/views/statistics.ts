import { addUsage, NO_USAGE, type Usage } from '../../model/usage.ts';
import type { Statistics } from '../../ports/store/statistics.ts';
import { TELLING_FORMAT } from '../../ports/store/tellings.ts';
import type { Database } from '../pool.ts';
import { FITS, filterValues } from '../runs/run-filter.ts';

export function createStatistics(database: Database): Statistics {
  return {
    async newest(filter, most) {
      const { version, model } = filter;
      const values = [
        ...filterValues(filter),
        version ?? null,
        model === undefined ? null : madeBy(model),
        most.runs,
        TELLING_FORMAT,
      ];
      const heads = await database.query<Head>(NEWEST, values);
      const runs = within(heads, most.events);
      const oldest = runs.at(-1)?.createdAt;
      return {
        runs: runs.map(({ runId, survey }) => ({ runId, survey: survey ?? undefined })),
        matched: heads[0]?.matched ?? 0,
        ...(oldest !== undefined && { oldest }),
      };
    },
    async discarded(runIds) {
      if (runIds.length === 0) return NO_USAGE;
      const rows = await database.query<{ usage: Usage }>(DISCARDED, [runIds]);
      return rows.map(({ usage }) => usage).reduce(addUsage, NO_USAGE);
    },
  };
}

interface Head {
  readonly runId: string;
  readonly createdAt: number;
  /** How many events have to be read to count it. */
  readonly untold: number;
  readonly survey: unknown;
  /** How many runs fit, the limit aside. */
  readonly matched: number;
}

/** The first heads with at most so many events together that are not counted yet; one at least. */
function within(heads: readonly Head[], most: number): readonly Head[] {
  let events = 0;
  const end = heads.findIndex(({ untold }, index) => {
    events += untold;
    return events > most && index > 0;
  });
  return end === -1 ? heads : heads.slice(0, end);
}

/** How an artifact's record names the model; see `CUT`. */
function madeBy(model: string): string {
  return `"model":${JSON.stringify(model)}`;
}

/** By digest, which names a version: a run's record is JSON, and is not opened here. */
const NEWEST = {
  text: `
    select r.id as "runId", r.created_at as "createdAt", v.seq - coalesce(t.seq, 0) as untold,
      case when t.seq = v.seq and t.format = $9 then t.survey end as survey, count(*) over () as matched
    from runs r join run_views v on v.run_id = r.id left join run_tellings t on t.run_id = r.id
    where ${FITS}
      and ($6::int is null or exists (
        select from definitions d
        where d.name = r.definition_name and d.digest = r.definition_digest and d.version = $6
      ))
      and ($7::text is null or exists (
        select from artifacts a where a.run_id = r.id and position($7 in a.record::text) > 0
      ))
    order by r.created_at desc, r.id desc limit $8`,
};

const DISCARDED = {
  text: `
    select a.usage from attempt_views v join artifacts a on a.run_id = v.run_id and a.token = v.token
    where v.run_id = any($1::text[]) and v.status = 'discarded'
    union all
    select t.usage from attempt_views v join agent_turns t on t.run_id = v.run_id and t.token = v.token
    where v.run_id = any($1::text[]) and v.status = 'discarded'
      and not exists (select from artifacts a where a.run_id = v.run_id and a.token = v.token)
    union all
    select f.usage from faults f where f.run_id = any($1::text[]) and f.usage is not null`,
};
