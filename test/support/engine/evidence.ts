import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { Client as Database } from 'pg';
import type { Event } from '../../../src/model/event.ts';
import type { Usage } from '../../../src/model/usage.ts';
import { unpackCall } from '../../../src/ports/packed-calls.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { stateQuery } from '../../../src/workflows/messages.ts';
import { type ArtifactEvidence, type Evidence, violationsOf } from '../invariants.ts';
import { until } from '../until.ts';
import { quietRuntime } from './engine.ts';

/** Where the witnesses of a run are. */
export interface Witnesses {
  readonly store: Pick<Store, 'runs' | 'events'>;
  readonly databaseUrl: string;
  readonly client: Client;
}

/** What the witnesses say of a run, and the history itself. */
export interface Collected {
  readonly evidence: Evidence;
  readonly history: History;
}

export interface Judgement {
  readonly runs: number;
  readonly events: number;
  /** Each with the id of its run. */
  readonly violations: readonly string[];
}

/** What there is to say of runs at rest, once the faults are over. */
export async function collect(witnesses: Witnesses, ids: readonly string[]): Promise<readonly Collected[]> {
  const database = new Database({ connectionString: witnesses.databaseUrl });
  await database.connect();
  const collected: Collected[] = [];
  try {
    for (const id of ids) {
      const history = await witnesses.client.workflow.getHandle(id).fetchHistory();
      collected.push({ history, evidence: await evidenceOf(witnesses, database, id, history) });
    }
  } finally {
    await database.end();
  }
  return collected;
}

/** Judges runs at rest: every invariant, and the replay of every history by the current bundle (I9). */
export async function judge(witnesses: Witnesses, ids: readonly string[]): Promise<Judgement> {
  quietRuntime();
  const collected = await collect(witnesses, ids);
  const violations = collected.flatMap(({ evidence }) =>
    violationsOf(evidence).map((violation) => `${evidence.id}: ${violation}`),
  );
  return {
    runs: collected.length,
    events: collected.reduce((sum, { evidence }) => sum + evidence.log.length, 0),
    violations: [...violations, ...(await unreplayable(collected))],
  };
}

async function evidenceOf(
  { store, client }: Witnesses,
  database: Database,
  id: string,
  history: History,
): Promise<Evidence> {
  const handle = client.workflow.getHandle(id);
  const reported = await handle.query(stateQuery);
  const row = await until(`the log of ${id} at ${reported.seq}`, async () => {
    const found = await store.runs.find(id);
    return found && found.state.seq >= reported.seq ? found : undefined;
  });
  const { status } = await handle.describe();
  const rows = async <Row>(text: string) => (await database.query<Row & object>(text, [id])).rows;
  const [{ record } = { record: row.record }] = await rows<{ record: RunRecord }>(
    'select record from runs where id = $1',
  );
  return {
    id,
    plan: record.plan,
    log: (await rows<{ body: Event }>('select body from events where run_id = $1 order by seq')).map(
      ({ body }) => body,
    ),
    view: row.state,
    discarded: row.discarded,
    attempts: await rows('select token, status from attempt_views where run_id = $1'),
    artifacts: (await rows<StoredArtifact>(ARTIFACTS)).map(artifactEvidence),
    broken: (await rows<{ usage: Usage }>('select usage from faults where run_id = $1 and usage is not null')).map(
      ({ usage }) => usage,
    ),
    waiting: (await rows<{ token: string }>('select token from call_waits where run_id = $1')).map(
      ({ token }) => token,
    ),
    verdicts: await rows(
      `select token, artifact_id as "artifactId", verdict ->> 'verdict' as verdict from verdicts where run_id = $1`,
    ),
    reported,
    execution: status.name,
    carried: carriedBy(history, id),
  };
}

type StoredArtifact = Omit<ArtifactEvidence, 'digestOfBytes'> & { readonly body: Buffer | null };

const ARTIFACTS = `
  select a.id, a.ordinal::int, a.token, a.digest, a.usage, c.body, coalesce((
    select json_agg(parent.ordinal) from artifact_parents p left join artifacts parent on parent.id = p.parent_id
    where p.artifact_id = a.id
  ), '[]') as parents
  from artifacts a left join contents c on c.digest = a.digest where a.run_id = $1`;

function artifactEvidence({ body, ...artifact }: StoredArtifact): ArtifactEvidence {
  return { ...artifact, digestOfBytes: body && `sha256:${createHash('sha256').update(body).digest('hex')}` };
}

/** The outbox as the activities of one execution were given it. */
function carriedBy({ events }: History, id: string): readonly Event[] {
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    (scheduled?.input?.payloads ?? []).flatMap(({ data }): readonly Event[] => {
      const input: unknown = data ? JSON.parse(Buffer.from(data).toString('utf8')) : {};
      const { events: carried } = unpackCall(input, id) as { readonly events?: readonly Event[] };
      return carried ?? [];
    }),
  );
}

async function unreplayable(collected: readonly Collected[]): Promise<readonly string[]> {
  const workflowBundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };
  const histories = collected.map(({ evidence: { id }, history }) => ({ workflowId: id, history }));
  const violations: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    if (error) violations.push(`${workflowId}: I9: its history does not replay: ${error.message}`);
  }
  return violations;
}
