import type { Revisions, RunRecord } from '../../ports/store.ts';
import type { Database } from '../pool.ts';

export function createRevisions(database: Database): Revisions {
  return {
    async save(runId, { digest, document, plan }) {
      const documents = [document, plan].map((value) => JSON.stringify(value));
      await database.query(SAVE, [runId, digest, ...documents, Date.now()]);
    },
    async document(runId) {
      const [row] = await database.query<{ document: unknown }>(DOCUMENT, [runId]);
      return row?.document;
    },
  };
}

/** The record of a run as its newest redirect left it. The revised document holds the specification, whoever wrote it. */
export function revised(record: RunRecord, digest: string | undefined, plan: RunRecord['plan'] | null): RunRecord {
  if (digest === undefined || plan === null) return record;
  const { specification: _, ...rest } = record;
  return { ...rest, plan, revision: digest };
}

const SAVE = {
  text: `
    insert into revisions (run_id, digest, document, plan, created_at) values ($1, $2, $3::json, $4::json, $5)
    on conflict do nothing`,
};

const DOCUMENT = {
  text: `
    select coalesce(
      (select document from revisions where run_id = r.id and digest = v.revision),
      (select document from definitions where name = r.definition_name and digest = r.definition_digest)
    ) as document
    from runs r join run_views v on v.run_id = r.id where r.id = $1`,
};
