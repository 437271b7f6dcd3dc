import type { Verdict } from '../../model/verdict.ts';
import type { Verdicts } from '../../ports/store.ts';
import { type Database, only } from '../pool.ts';

export function createVerdicts(database: Database): Verdicts {
  const find = (runId: string, token: string) => database.query<{ verdict: Verdict }>(FIND, [runId, token]);
  return {
    async save(runId, token, artifactId, verdict) {
      const values = [runId, token, artifactId, JSON.stringify(verdict), Date.now()];
      const saved = await database.query(SAVE, values);
      return saved.length > 0 ? verdict : only(await find(runId, token)).verdict;
    },
    async find(runId, token) {
      return (await find(runId, token))[0]?.verdict;
    },
    async findAll(runId, tokens) {
      if (tokens.length === 0) return new Map();
      const rows = await database.query<{ token: string; verdict: Verdict }>(FIND_ALL, [runId, tokens]);
      return new Map(rows.map(({ token, verdict }) => [token, verdict]));
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
