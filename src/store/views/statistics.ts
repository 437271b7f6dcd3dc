import type { Event, RunStatus } from '../../model/event.ts';
import { addUsage, NO_USAGE, type Usage } from '../../model/usage.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { RunHistory, Statistics } from '../../ports/store.ts';
import type { Database } from '../pool.ts';
import { FITS, filterValues } from '../runs/run-filter.ts';

export function createStatistics(database: Database): Statistics {
  return {
    async history(runId) {
      const heads = await database.query<Head>(HEAD, [runId]);
      const [history] = await load(database, heads);
      return history;
    },
    async newest(filter, most) {
      const { version, model } = filter;
      const values = [...filterValues(filter), version ?? null, model === undefined ? null : madeBy(model), most.runs];
      const heads = await database.query<Head & Fitting>(NEWEST, values);
      const taken = within(heads, most.events);
      const oldest = taken.at(-1)?.createdAt;
      const counts = { matched: heads[0]?.matched ?? 0, counted: taken.length };
      return { histories: inPortions(database, taken), ...counts, ...(oldest !== undefined && { oldest }) };
    },
  };
}

interface Head {
  readonly runId: string;
  readonly workflow: string;
  readonly status: RunStatus;
  /** How many events its log has. */
  readonly seq: number;
}

interface Fitting {
  readonly createdAt: number;
  /** How many runs fit, the limit aside. */
  readonly matched: number;
}

/** Events of one round trip, unless a single run has more. */
const PORTION = 5_000;

/** The first heads with at most so many events together; one at least. */
function within<Row extends Head>(heads: readonly Row[], most: number): readonly Row[] {
  let events = 0;
  const end = heads.findIndex(({ seq }, index) => {
    events += seq;
    return events > most && index > 0;
  });
  return end === -1 ? heads : heads.slice(0, end);
}

async function* inPortions(database: Database, heads: readonly Head[]): AsyncGenerator<RunHistory> {
  for (let left = heads; left.length > 0; ) {
    const portion = within(left, PORTION);
    yield* await load(database, portion);
    left = left.slice(portion.length);
  }
}

/** The histories of these runs, in their order. */
async function load(database: Database, heads: readonly Head[]): Promise<readonly RunHistory[]> {
  const ids = [heads.map(({ runId }) => runId)];
  if (heads.length === 0) return [];
  const [events, verdicts, cut, discarded] = await Promise.all([
    database.query<{ run_id: string; body: Event }>(EVENTS, ids),
    database.query<{ run_id: string; token: string; verdict: Verdict }>(VERDICTS, ids),
    database.query<{ run_id: string; token: string }>(CUT, ids),
    database.query<{ run_id: string; usage: Usage }>(DISCARDED, ids),
  ]);
  const logs = Map.groupBy(events, byRun);
  const judged = Map.groupBy(verdicts, byRun);
  const shortened = Map.groupBy(cut, byRun);
  const wasted = Map.groupBy(discarded, byRun);
  return heads.map(({ runId, workflow, status }) => ({
    runId,
    workflow,
    status,
    events: (logs.get(runId) ?? []).map(({ body }) => body),
    verdicts: new Map((judged.get(runId) ?? []).map(({ token, verdict }) => [token, verdict])),
    cut: new Set((shortened.get(runId) ?? []).map(({ token }) => token)),
    discarded: (wasted.get(runId) ?? []).map(({ usage }) => usage).reduce(addUsage, NO_USAGE),
  }));
}

function byRun({ run_id }: { readonly run_id: string }): string {
  return run_id;
}

/** How an artifact's record names the model; see `CUT`. */
function madeBy(model: string): string {
  return `"model":${JSON.stringify(model)}`;
}

const COLUMNS = 'r.id as "runId", r.definition_name as workflow, v.status, v.seq';
const FROM = 'from runs r join run_views v on v.run_id = r.id';

const HEAD = { text: `select ${COLUMNS} ${FROM} where r.id = $1` };

/** By digest, which names a version: a run's record is JSON, and is not opened here. */
const NEWEST = {
  text: `
    select ${COLUMNS}, r.created_at as "createdAt", count(*) over () as matched ${FROM}
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

const EVENTS = { text: 'select run_id, body from events where run_id = any($1::text[]) order by run_id, seq' };

const VERDICTS = { text: 'select run_id, token, verdict from verdicts where run_id = any($1::text[])' };

/** In a text of JSON, quotes inside of strings are escaped, so these characters can only be the field and a list that is not empty. */
const CUT = {
  text: `
    select v.run_id, v.token from attempt_views v join artifacts a on a.run_id = v.run_id and a.token = v.token
    where v.run_id = any($1::text[]) and v.status = 'rejected' and position('"dropped":[{' in a.record::text) > 0`,
};

const DISCARDED = {
  text: `
    select v.run_id, a.usage from attempt_views v join artifacts a on a.run_id = v.run_id and a.token = v.token
    where v.run_id = any($1::text[]) and v.status = 'discarded'
    union all
    select v.run_id, t.usage from attempt_views v join agent_turns t on t.run_id = v.run_id and t.token = v.token
    where v.run_id = any($1::text[]) and v.status = 'discarded'
      and not exists (select from artifacts a where a.run_id = v.run_id and a.token = v.token)
    union all
    select f.run_id, f.usage from faults f where f.run_id = any($1::text[]) and f.usage is not null`,
};
