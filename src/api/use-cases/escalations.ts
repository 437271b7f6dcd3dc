import { askedOfPeople } from '../../domain/definition/asked-of-people.ts';
import type { AttemptRow, EscalationRow, Store } from '../../domain/store.ts';
import { type EscalationView, escalationView } from '../views/escalation.ts';
import { totalUsage } from '../views/usage.ts';
import { askedQuestion } from './asked-question.ts';
import { allAttempts, joined } from './attempts.ts';
import { injectedInto, summaryOf, withDiffs } from './evidence.ts';
import { mustFindRun } from './lookups.ts';

/**
 * An escalation with all that a person needs to decide: every attempt of its step, or of the run where it has none, with what
 * changed between them, a summary, what was injected, and what it cost.
 */
export async function withEvidence(store: Store, row: EscalationRow): Promise<EscalationView> {
  const { runId, escalation } = row;
  const rows = await attemptsOf(store, row);
  const attempts = await joined(store, runId, rows);
  const { state } = await mustFindRun(store, runId);
  const summary = await summaryOf(store, state, row);
  return escalationView(row, {
    attempts: await withDiffs(store, rows, attempts),
    injected: await injectedInto(store, state, escalation.step, attempts),
    spend: spendOf(rows),
    asked: await askedIn(store, row),
    ...(summary !== undefined && { summary }),
  });
}

/** As it is listed: without diffs, and with a summary of one line. */
export async function inBrief(store: Store, row: EscalationRow): Promise<EscalationView> {
  const rows = await attemptsOf(store, row);
  const attempts = (await joined(store, row.runId, rows)).map((attempt) => ({
    ...attempt,
    feedback: attempt.verdict?.feedback ?? '',
  }));
  return escalationView(row, {
    attempts,
    injected: attempts.flatMap(({ injected }) => injected),
    spend: spendOf(rows),
    asked: await askedIn(store, row),
  });
}

/** Only a step may ask in words of its own. */
async function askedIn(store: Store, row: EscalationRow) {
  const { runId, escalation } = row;
  if (escalation.leaf === undefined && escalation.kind !== 'input') return undefined;
  const document = await store.revisions.document(runId);
  const asked = askedOfPeople(document, escalation);
  if (asked === undefined || escalation.kind === 'assertion') return asked;
  return { ...asked, question: await askedQuestion(store, row, document, asked.question) };
}

function attemptsOf(store: Store, { runId, escalation: { step } }: EscalationRow): Promise<readonly AttemptRow[]> {
  return allAttempts(store, runId, step === undefined ? {} : { step });
}

function spendOf(rows: readonly AttemptRow[]) {
  return totalUsage(rows.flatMap(({ artifact }) => artifact?.usage ?? []));
}
