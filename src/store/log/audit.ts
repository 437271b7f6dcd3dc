import type { Audit } from '../../ports/store.ts';
import type { Database } from '../pool.ts';

export function createAudit(database: Database): Audit {
  return {
    async add({ actor, action, subject, reason, requestId }) {
      await database.query(ADD, [Date.now(), actor, action, subject, reason ?? null, requestId ?? null]);
    },
  };
}

const ADD = {
  text: 'insert into audit (at, actor, action, subject, reason, request_id) values ($1, $2, $3, $4, $5, $6)',
};
