import type { Audit, AuditEntry } from '../../ports/store/audit.ts';
import type { Database } from '../pool.ts';

export function createAudit(database: Database): Audit {
  return {
    async add(entry) {
      await database.query(ADD, [...auditValues(entry), entry.shown ?? null]);
    },
  };
}

/** Of the columns of `AUDIT`, in their order. */
export function auditValues({ actor, action, subject, reason, requestId }: AuditEntry): readonly unknown[] {
  return [Date.now(), actor, action, subject, reason ?? null, requestId ?? null];
}

export const AUDIT = 'audit (at, actor, action, subject, reason, request_id)';

const ADD = {
  text: 'insert into audit (at, actor, action, subject, reason, request_id, shown) values ($1, $2, $3, $4, $5, $6, $7)',
};
