import type { EscalationRow, Store } from '../../domain/store.ts';
import { type EscalationView, escalationView } from '../views/escalation.ts';
import { totalUsage } from '../views/usage.ts';
import { allAttempts, joined } from './attempts.ts';

/** An escalation with its evidence: every attempt of its step, or of the run where it has none. */
export async function withEvidence(store: Store, row: EscalationRow): Promise<EscalationView> {
  const { step } = row.escalation;
  const rows = await allAttempts(store, row.runId, step === undefined ? {} : { step });
  const spend = totalUsage(rows.flatMap(({ artifact }) => artifact?.usage ?? []));
  return escalationView(row, { attempts: await joined(store, row.runId, rows), spend });
}
