import type { Event, RunStatus } from '../domain/event.ts';
import type { RunHistory, Statistics, StatisticsFilter } from '../domain/store.ts';
import { addUsage, NO_USAGE, type Usage } from '../domain/usage.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { Database } from './pool.ts';

export function createStatistics(database: Database): Statistics {
  return {
    async history(runId) {
      const heads = await database.query<Head>(HEAD, [runId]);
      const [history] = await load(database, heads);
      return history;
    },
    async newest(filter, most) {
      const heads = await database.query<Head>(NEWEST, [...filterValues(filter), most.runs + 1]);
      const taken = within(heads.slice(0, most.runs), most.events);
      return { histories: inPortions(database, taken), hasMore: taken.length < heads.length };
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

/** Events of one round trip, unless a single run has more. */
const PORTION = 5_000;

/** The first heads with at most so many events together; one at least. */
function within(heads: readonly Head[], most: number): readonly Head[] {
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

function filterValues({ workflow, version, createdAfter, createdBefore }: StatisticsFilter): readonly unknown[] {
  return [workflow ?? null, version ?? null, createdAfter ?? null, createdBefore ?? null];
}

const SELECT = `
  select r.id as "runId", r.definition_name as workflow, v.status, v.seq from runs r join run_views v on v.run_id = r.id`;

const HEAD = { text: `${SELECT} where r.id = $1` };

/** By digest, which names a version: a run's record is JSON, and is not opened here. */
const NEWEST = {
  text: `${SELECT}
    where ($1::text is null or r.definition_name = $1)
      and ($2::int is null or exists (
        select from definitions d
        where d.name = r.definition_name and d.digest = r.definition_digest and d.version = $2
      ))
      and ($3::bigint is null or r.created_at > $3)
      and ($4::bigint is null or r.created_at < $4)
    order by r.created_at desc, r.id desc limit $5`,
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
