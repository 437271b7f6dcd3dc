import type { EscalationRow, Escalations } from '../../ports/store/escalations.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import type { Database } from '../pool.ts';

export function createEscalations(database: Database): Escalations {
  return {
    async find(id) {
      const [row] = await database.query<EscalationRow>(FIND, [id]);
      return row;
    },
    async list({ status = null, runId = null, kind = null }, page) {
      const key = keyIn(LIST_NAME, page, ['number', 'string']);
      const rows = await database.query<EscalationRow>(LIST, [status, runId, kind, ...key, page.limit + 1]);
      const cursor = ({ escalation }: EscalationRow): string =>
        cursorOf(LIST_NAME, [escalation.openedAt, escalation.id]);
      return pageOf(rows, page, cursor, (row) => row);
    },
  };
}

const LIST_NAME = 'escalations';

const SELECT = `
  select e.run_id as "runId", r.definition_name as workflow, e.escalation
  from escalation_views e join runs r on r.id = e.run_id`;

const FIND = { text: `${SELECT} where e.id = $1` };

/** Those of these runs that transactions from this one on have written. */
export const CHANGED_QUESTIONS = {
  name: 'changed-questions',
  text: `${SELECT} where e.run_id = any($1::text[]) and age(e.xmin) <= age($2::text::xid)`,
};

const LIST = {
  text: `${SELECT}
    where ($1::text is null or e.status = $1) and ($2::text is null or e.run_id = $2) and ($3::text is null or e.kind = $3)
      and ($4::bigint is null or (e.opened_at, e.id) < ($4, $5::text))
    order by e.opened_at desc, e.id desc limit $6`,
};
