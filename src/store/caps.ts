import type { Settlement } from '../model/caps.ts';
import type { AskedCap, Caps, CapWindow } from '../ports/store/caps.ts';
import { type Database, only } from './pool.ts';

interface AdmittedRow {
  readonly granted: number | null;
  readonly refusing: string | null;
  readonly until: string | null;
  readonly held: boolean | null;
}

export function createCaps(database: Database): Caps {
  return {
    async admit({ runId, call, token, execution }, { input, output, shortest }, caps) {
      const asked = JSON.stringify(caps.map(writtenCap));
      const values = [runId, call, token, execution, asked, input, output, shortest];
      const row = only(await database.query<AdmittedRow>(ADMIT, values));
      if (row.granted !== null) return { ok: true, output: row.granted };
      return { ok: false, cap: row.refusing ?? '', until: Number(row.until), isHeld: row.held === true };
    },
    async settle(settlement) {
      await database.query(SETTLE, settlementValues(settlement));
    },
    async end({ runId, call, execution }, as) {
      await database.query(ENDS[as], [runId, call, execution]);
    },
    async windows(caps) {
      const asked = JSON.stringify(caps.map(({ name, window }) => ({ cap: name, period: window })));
      const rows = await database.query<CapWindow & { readonly cap: string }>(WINDOWS, [asked]);
      return new Map(rows.map(({ cap, ...window }) => [cap, window]));
    },
    async waiting() {
      const rows = await database.query<{ cap: string; count: number }>(WAITING);
      return new Map(rows.map(({ cap, count }) => [cap, count]));
    },
  };
}

function writtenCap({ name, window, most, perInput, perOutput }: AskedCap) {
  return { cap: name, period: window, most, per_input: perInput, per_output: perOutput };
}

const WINDOWS = {
  name: 'cap-windows',
  text: `
    select a.cap, coalesce(w.used, 0)::float8 as used, coalesce(w.reserved, 0)::float8 as reserved,
      (extract(epoch from b.begins) * 1000)::float8 as begins,
      (extract(epoch from b.begins + ('1 ' || a.period)::interval) * 1000)::float8 as turns
    from json_to_recordset($1::json) as a (cap text, period text)
      cross join lateral (select date_trunc(a.period, now() at time zone 'UTC') as begins) b
      left join cap_windows w on w.cap = a.cap and w.begins = b.begins`,
};

const WAITING = {
  text: 'select cap, count(*) as count from call_waits where not sent and cap is not null group by cap',
};

const ADMIT = {
  name: 'admit-call',
  text: 'select * from admit_call($1, $2, $3, $4, $5::json, $6::bigint, $7::bigint, $8::bigint)',
};

/**
 * The parts of a statement that settle what it stores the answer of: the call's values begin at the parameter `$first`. Windows are locked in
 * one order, so that no two statements wait for each other.
 */
export function settling(first: number): string {
  return `
    ended as (
      delete from cap_reservations
      where run_id = $${first} and call = $${first + 1} and execution = $${first + 2}
      returning cap, begins, amount
    ), locked as (
      select w.cap, w.begins, e.amount from cap_windows w join ended e on e.cap = w.cap and e.begins = w.begins
      order by w.cap, w.begins for update of w
    ), settled as (
      update cap_windows w
      set reserved = w.reserved - l.amount,
        used = w.used + case when w.cap like 'tokens %' then $${first + 3}::bigint else $${first + 4}::bigint end
      from locked l where w.cap = l.cap and w.begins = l.begins
    )`;
}

/** An answer whose cost is not known counts nothing of a cap in USD (R112). */
export function settlementValues({ call: { runId, call, execution }, usage }: Settlement): readonly unknown[] {
  return [runId, call, execution, usage.inputTokens + usage.outputTokens, usage.microUsd ?? 0];
}

const SETTLE = { name: 'settle-call', text: `with ${settling(1)} select 1` };

const ENDED = `
  with ended as (
    delete from cap_reservations where run_id = $1 and call = $2 and execution = $3 returning cap, begins, amount
  ), locked as (
    select w.cap, w.begins, e.amount from cap_windows w join ended e on e.cap = w.cap and e.begins = w.begins
    order by w.cap, w.begins for update of w
  )`;

const ENDS = {
  unsent: {
    text: `${ENDED} update cap_windows w set reserved = w.reserved - l.amount
      from locked l where w.cap = l.cap and w.begins = l.begins`,
  },
  refused: { text: `update cap_reservations set execution = '' where run_id = $1 and call = $2 and execution = $3` },
  spent: {
    text: `${ENDED} update cap_windows w set reserved = w.reserved - l.amount, used = w.used + l.amount
      from locked l where w.cap = l.cap and w.begins = l.begins`,
  },
};
