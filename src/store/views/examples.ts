import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord, Example, Examples, RunFilter } from '../../ports/store.ts';
import { textOf } from '../artifacts/contents.ts';
import type { Database } from '../pool.ts';
import { filterValues, NEWEST_THAT_FIT } from '../runs/run-filter.ts';

export function createExamples(database: Database): Examples {
  return {
    async *stream(filter) {
      for await (const run of runsOf(database, filter)) yield* examplesOf(database, run);
    },
  };
}

interface Run {
  readonly id: string;
  readonly workflow: string;
  readonly createdAt: number;
}

interface Row {
  readonly seq: number;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly artifact: ArtifactRecord;
  readonly verdict: Verdict;
  readonly body: Buffer;
}

const RUNS_AT_ONCE = 100;
/** Few, since an attempt may hold megabytes. */
const ATTEMPTS_AT_ONCE = 20;

async function* runsOf(database: Database, filter: RunFilter): AsyncGenerator<Run> {
  for (let last: Run | undefined; ; ) {
    const key = [last?.createdAt ?? null, last?.id ?? null];
    const runs = await database.query<Run>(RUNS, [...filterValues(filter), ...key, RUNS_AT_ONCE]);
    yield* runs;
    last = runs.at(-1);
    if (!last || runs.length < RUNS_AT_ONCE) return;
  }
}

async function* examplesOf(database: Database, run: Run): AsyncGenerator<Example> {
  for (let after = 0; ; ) {
    const rows = await database.query<Row>(ATTEMPTS, [run.id, after, ATTEMPTS_AT_ONCE]);
    const contents = await promptTexts(database, rows);
    for (const row of rows) yield toExample(run, row, contents);
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < ATTEMPTS_AT_ONCE) return;
  }
}

async function promptTexts(database: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const digests = rows.flatMap(({ artifact }) =>
    partsOf(artifact).flatMap((part) => ('digest' in part ? part.digest : [])),
  );
  if (digests.length === 0) return new Map();
  const found = await database.query<{ digest: string; body: Buffer }>(CONTENTS, [[...new Set(digests)]]);
  return new Map(found.map(({ digest, body }) => [digest, textOf(body)]));
}

function partsOf({ context }: ArtifactRecord) {
  return (context?.prompt ?? []).flatMap(({ parts }) => parts);
}

function toExample(
  { id: runId, workflow }: Run,
  { seq: _seq, body, ...row }: Row,
  contents: ReadonlyMap<string, string>,
): Example {
  const prompt = (row.artifact.context?.prompt ?? []).map(({ role, parts }) => ({
    role,
    content: parts.map((part) => ('text' in part ? part.text : (contents.get(part.digest) ?? ''))).join(''),
  }));
  return { runId, workflow, ...row, prompt, output: textOf(body) };
}

const RUNS = {
  text: `
    select r.id, r.definition_name as workflow, r.created_at as "createdAt"
    from runs r join run_views v on v.run_id = r.id ${NEWEST_THAT_FIT}`,
};

const ATTEMPTS = {
  text: `
    select v.seq, v.step, v.epoch, v.attempt, a.record as artifact, d.verdict, c.body
    from attempt_views v
      join answers w on w.run_id = v.run_id and w.token = v.token
      join artifacts a on a.id = w.artifact_id
      join contents c on c.digest = a.digest
      join verdicts d on d.run_id = v.run_id and d.token = v.token
    where v.run_id = $1 and v.seq > $2 and v.status in ('accepted', 'rejected', 'superseded', 'waived')
    order by v.seq limit $3`,
};

const CONTENTS = { text: 'select digest, body from contents where digest = any($1::text[])' };
