import type { Verdict } from '../../model/verdict.ts';
import type { Verdicts } from '../../ports/store/verdicts.ts';
import { callKey, type Immutables } from '../immutables.ts';
import { type Database, only } from '../pool.ts';

export function createVerdicts(database: Database, known: Immutables): Verdicts {
  const find = (runId: string, token: string) => database.query<{ verdict: Verdict }>(FIND, [runId, token]);
  return {
    async save(runId, token, artifactId, verdict) {
      const written = JSON.stringify(verdict);
      const saved = await database.query(SAVE, [runId, token, artifactId, written, Date.now()]);
      const stored: Verdict = saved.length > 0 ? JSON.parse(written) : only(await find(runId, token)).verdict;
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
