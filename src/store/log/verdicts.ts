import type { Verdict } from '../../model/verdict.ts';
import type { Verdicts } from '../../ports/store/verdicts.ts';
import { parseStored } from '../../text/exact-json.ts';
import { callKey, type Immutables } from '../immutables.ts';
import { type Database, only } from '../pool.ts';

export function createVerdicts(database: Database, known: Immutables): Verdicts {
  const find = (runId: string, token: string) => database.query<{ verdict: Verdict }>(FIND, [runId, token]);
  return {
    async save(runId, token, artifactId, verdict) {
      const written = JSON.stringify(verdict);
      const saved = await database.query(SAVE, [runId, token, artifactId, written, Date.now()]);
      const stored: Verdict = saved.length > 0 ? parseStored(written) : only(await find(runId, token)).verdict;
      known.verdicts.set(callKey(runId, token), stored, written.length);
      return saved.length > 0 ? verdict : stored;
    },
    async find(runId, token) {
      return (await find(runId, token))[0]?.verdict;
    },
    async findAll(runId, tokens) {
      if (tokens.length === 0) return new Map();
      const rows = await database.query<{ token: string; verdict: Verdict }>(FIND_ALL, [runId, tokens]);
      return new Map(rows.map(({ token, verdict }) => [token, verdict]));
    },
    async onArtifacts(artifacts) {
      if (artifacts.length === 0) return new Map();
      const [runs, ids] = [artifacts.map(({ runId }) => runId), artifacts.map(({ artifactId }) => artifactId)];
      const rows = await database.query<{ id: string; verdict: Verdict }>(ON_ARTIFACTS, [runs, ids]);
      return new Map(rows.map(({ id, verdict }) => [id, verdict]));
    },
  };
}

const SAVE = {
  name: 'save-verdict',
  text: `
    insert into verdicts (run_id, token, artifact_id, verdict, created_at) values ($1, $2, $3, $4::json, $5)
    on conflict do nothing returning 1`,
};

const FIND = { name: 'verdict', text: 'select verdict from verdicts where run_id = $1 and token = $2' };

const FIND_ALL = {
  name: 'verdicts-of-tokens',
  text: 'select token, verdict from verdicts where run_id = $1 and token = any($2::text[])',
};

/** In the order in which they were given: of one artifact that was judged again, the newest. */
const ON_ARTIFACTS = {
  name: 'verdicts-on-artifacts',
  text: `
    select a.artifact_id as id, d.verdict
    from unnest($1::text[], $2::text[]) as asked (run_id, artifact_id)
      join attempt_views a on a.artifact_id = asked.artifact_id and a.run_id = asked.run_id
      join verdicts d on d.run_id = a.run_id and d.token = a.token
    order by a.seq`,
};
