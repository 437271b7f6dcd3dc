import type { Definitions } from '../../ports/store/definitions.ts';
import type { Revisions } from '../../ports/store/revisions.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import type { Immutables } from '../immutables.ts';
import type { Database } from '../pool.ts';

export function createRevisions(
  database: Database,
  known: Pick<Immutables, 'revisions'>,
  definitions: Pick<Definitions, 'find'>,
): Revisions {
  return {
    async save(runId, { digest, document, plan }) {
      const documents = [document, plan].map((value) => JSON.stringify(value));
      await database.query(SAVE, [runId, digest, ...documents, Date.now()]);
    },
    async document({ id, definition: { name, version }, revision }) {
      if (revision === undefined) return (await definitions.find(name, version))?.document;
      const key = `${id} ${revision}`;
      const kept = known.revisions.get(key);
      if (kept !== undefined) return kept;
      const [row] = await database.query<{ document: unknown; bytes: number }>(DOCUMENT, [id, revision]);
      if (row) known.revisions.set(key, row.document, row.bytes);
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
  name: 'revision',
  text: 'select document, octet_length(document::text) as bytes from revisions where run_id = $1 and digest = $2',
};
