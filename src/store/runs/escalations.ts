import type { EscalationState } from '../../model/run-state.ts';
import type { EscalationRow, Escalations } from '../../ports/store/escalations.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import type { Database } from '../pool.ts';

export function createEscalations(database: Database): Escalations {
  return {
    async find(id) {
      const [row] = await database.query<EscalationRow>(FIND, [id]);
      return row;
    },
    async list({ status = null, runId = null, kind = null, isByUrgency = false }, page) {
      const { name, shape, text, keyOf } = isByUrgency ? BY_URGENCY : NEWEST;
      const key = keyIn(name, page, shape);
      const rows = await database.query<EscalationRow>({ text }, [status, runId, kind, page.limit + 1, ...key]);
      return pageOf(
        rows,
        page,
        ({ escalation }) => cursorOf(name, keyOf(escalation)),
        (row) => row,
      );
    },
  };
}

const SELECT = `
  select e.run_id as "runId", r.definition_name as workflow, e.escalation
  from escalation_views e join runs r on r.id = e.run_id`;

const FIND = { text: `${SELECT} where e.id = $1` };

/** Those of these runs that transactions from this one on have written. */
export const CHANGED_QUESTIONS = {
  name: 'changed-questions',
  text: `${SELECT} where e.run_id = any($1::text[]) and age(e.xmin) <= age($2::text::xid)`,
};

const FILTERED = `${SELECT}
    where ($1::text is null or e.status = $1) and ($2::text is null or e.run_id = $2) and ($3::text is null or e.kind = $3)`;

/** A list in one order: the key by which its pages go on, and the statement that reads one. */
interface Listed {
  readonly name: string;
  readonly shape: readonly ('number' | 'string')[];
  readonly keyOf: (escalation: EscalationState) => readonly (number | string)[];
  readonly text: string;
}

const NEWEST: Listed = {
  name: 'escalations',
  shape: ['number', 'string'],
  keyOf: ({ openedAt, id }) => [openedAt, id],
  text: `${FILTERED} and ($5::bigint is null or (e.opened_at, e.id) < ($5, $6::text))
    order by e.opened_at desc, e.id desc limit $4`,
};

/** When a question expires that never does. */
const NEVER = Number.MAX_SAFE_INTEGER;
const URGENCY = `coalesce(e.expires_at, ${NEVER}), e.opened_at, e.id collate "C"`;

const BY_URGENCY: Listed = {
  name: 'urgent escalations',
  shape: ['number', 'number', 'string'],
  keyOf: ({ expiresAt = NEVER, openedAt, id }) => [expiresAt, openedAt, id],
  text: `${FILTERED} and ($5::bigint is null or (${URGENCY}) > ($5, $6::bigint, $7::text))
    order by ${URGENCY} limit $4`,
};
