import { addUsage, type Usage } from '../../model/usage.ts';
import type { FaultPhase, Faults } from '../../ports/store/faults.ts';
import { settlementValues, settling } from '../caps.ts';
import { type Database, only } from '../pool.ts';

interface Recorded {
  readonly count: number;
  readonly equal: number;
  readonly firstStartedAt: number;
  readonly paid: readonly Usage[] | null;
}

/** The channel on which every fault is told to all processes, by the id of its run: no event is stored with it. */
export const FAULT_CHANNEL = 'dsap_faults';

/** What a wait is kept under: the generator and the judge of an attempt have one token, and each has its own time. */
export function waitKey(counted: string, phase: FaultPhase): string {
  return phase === 'judge' ? `${counted}/judge` : counted;
}

export function createFaults(database: Database): Faults {
  return {
    async record({ runId, token, phase, detail, partial, usage, equalBy, startedAt, settles }) {
      const own = usage === undefined ? null : JSON.stringify(usage);
      const values = [
        runId,
        token,
        phase,
        detail,
        partial ?? null,
        startedAt,
        Date.now(),
        own,
        equalBy ?? null,
        waitKey(token, phase),
      ];
      const { paid: others, ...counted } = only(
        await database.query<Recorded>(
          settles ? RECORD_AND_SETTLE : RECORD,
          settles ? [...values, ...settlementValues(settles)] : values,
        ),
      );
      const paid = totalOf([...(others ?? []), ...(usage ? [usage] : [])]);
      return { ...counted, ...(paid && { paid }) };
    },
    async count(runId, token, phase) {
      return only(await database.query<{ count: number }>(COUNT, [runId, token, phase])).count;
    },
    async paid(runId) {
      const rows = await database.query<{ usage: Usage }>(PAID, [runId]);
      return totalOf(rows.map(({ usage }) => usage));
    },
  };
}

/** Undefined for none. */
export function totalOf(usages: readonly Usage[]): Usage | undefined {
  return usages.length === 0 ? undefined : usages.reduce(addUsage);
}

/** The insert is not yet seen by the rest of its own statement. */
const recording = (settled: string) => `
    with added as (
      insert into faults (run_id, token, phase, detail, partial, started_at, recorded_at, usage, equal_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9) returning pg_notify('${FAULT_CHANNEL}', run_id)
    )${settled}
    select count(*) + 1 as count, (count(*) filter (where equal_by = $9)) + 1 as equal, least(min(greatest(started_at, (
      select w.faults_from from call_waits w where w.run_id = $1 and w.counted = $10
    ))), $6::bigint, (
      select w.since from call_waits w where w.run_id = $1 and w.counted = $10 and w.reason = 'outage'
    )) as "firstStartedAt",
      (select json_agg(p.usage) from faults p where p.run_id = $1 and p.usage is not null) as paid
    from faults where run_id = $1 and token = $2 and phase = $3`;

const RECORD = { text: recording('') };
const RECORD_AND_SETTLE = { text: recording(`, ${settling(11)}`) };

const PAID = { text: 'select usage from faults where run_id = $1 and usage is not null' };

const COUNT = { text: 'select count(*) as count from faults where run_id = $1 and token = $2 and phase = $3' };
