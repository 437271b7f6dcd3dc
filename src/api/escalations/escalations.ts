import type { Action } from '../../model/events/escalations.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { mustFindEscalation, mustFindRun } from '../runs/lookups.ts';
import { runIn } from '../runs/told-run.ts';
import { allAttempts, joined } from '../steps/attempts.ts';
import { leavesWaiting } from '../steps/leaves-waiting.ts';
import { totalUsage } from '../usage-view.ts';
import { askedIn } from './asked-in.ts';
import { conditionOf, falseLeavesOf, injectedInto, summaryOf, textOf, withDiffs } from './evidence.ts';
import { changedSince, isOfPage, optionsFor, shownOf, shownOnPage, withheldFrom } from './options.ts';
import { pageOfQuestion } from './page.ts';
import { type EscalationView, escalationView } from './view.ts';

/**
 * An escalation with all that a person needs to decide: every attempt of its step, or of the run where it has none, with what
 * changed between them, a summary, what was injected, and what it cost.
 */
export async function withEvidence(context: Shower, row: EscalationRow): Promise<EscalationView> {
  return (await told(context, row)).view;
}

/** The same as a page shows it: with the text that is asked about, and what each answer would do. */
export async function asPage(context: ApiContext, row: EscalationRow) {
  const { view, options, run } = await withOptions(context, row);
  const leaves = await leavesOf(context, row, run);
  return pageOfQuestion(context, row, view, options, {
    leaves,
    state: run.state,
    withheld: withheldFrom(row, run),
  });
}

async function withOptions(context: ApiContext, row: EscalationRow) {
  const { view, run } = await told(context, row);
  const options = await optionsFor(context, row, run, view.evidence.attempts);
  return { view: { ...view, shown: shownOnPage(context, view, run, row, options) }, options, run };
}

/** Of the guard that waits for the answer; none while it judges what somebody has written meanwhile. */
async function leavesOf(context: ApiContext, { escalation }: EscalationRow, run: RunRow) {
  const { status, step = '', leaf } = escalation;
  if (status !== 'open' || leaf === undefined || run.state.steps[step]?.call?.pending !== leaf) return [];
  return leavesWaiting(context, run, step);
}

/**
 * Throws 409 `stale_decision` where the question is not any more as it was shown; `changed` names its parts. Of one that is decided by now it
 * throws nothing: whoever comes second is told the first decision.
 */
export async function mustBeAsShown(
  context: ApiContext,
  row: EscalationRow,
  { shown, action }: { readonly shown: string; readonly action: Action },
): Promise<void> {
  const { view } = isOfPage(shown) ? await withOptions(context, row) : await told(context, row);
  const changed = changedSince(view, shown, view.shown, action);
  if (changed.length === 0) return;
  const { runId, escalation } = await mustFindEscalation(context.store, row.escalation.id);
  if (escalation.status !== 'open') return;
  const detail = `The question moved on since it was shown (${changed.join(', ')}): nothing was decided. Look at it again.`;
  throw new Problem(409, 'stale_decision', detail, { facts: { changed, runId } });
}

type Shower = Pick<ApiContext, 'store' | 'digestOfJson' | 'settings' | 'now'>;

async function told(context: Shower, row: EscalationRow) {
  const { store } = context;
  const { runId, escalation } = row;
  const rows = await attemptsOf(store, row);
  const attempts = await joined(store, runId, rows);
  const run = await mustFindRun(store, runId);
  const { state, record } = run;
  const summary = await summaryOf(store, state, row);
  const view = escalationView(
    row,
    {
      attempts: await withDiffs(store, rows, attempts),
      injected: await injectedInto(store, state, escalation.step, attempts),
      spend: spendOf(rows),
      choices: topologyViewOf(record.plan.topology).choices(runIn(run)),
      asked: await askedIn(store, { ...row, run }),
      condition: await conditionOf(store, row),
      text: await textOf(store, escalation.artifactDigest),
      falseLeaves: await falseLeavesOf(store, row),
      ...(summary !== undefined && { summary }),
    },
    context.settings.publicUrl(),
  );
  return { view: { ...view, shown: shownOf(context, view) }, run };
}

/** As it is listed: without diffs, and with a summary of one line. */
export async function inBrief(
  { store, settings }: Pick<ApiContext, 'store' | 'settings'>,
  row: EscalationRow,
): Promise<EscalationView> {
  const rows = await attemptsOf(store, row);
  const attempts = (await joined(store, row.runId, rows)).map((attempt) => ({
    ...attempt,
    feedback: attempt.verdict?.feedback ?? '',
  }));
  return escalationView(
    row,
    {
      attempts,
      injected: attempts.flatMap(({ injected }) => injected),
      spend: spendOf(rows),
      asked: await askedIn(store, row),
      condition: await conditionOf(store, row),
      text: await textOf(store, row.escalation.artifactDigest),
      falseLeaves: await falseLeavesOf(store, row),
    },
    settings.publicUrl(),
  );
}

function attemptsOf(store: Store, { runId, escalation: { step } }: EscalationRow): Promise<readonly AttemptRow[]> {
  return allAttempts(store, runId, step === undefined ? {} : { step });
}

function spendOf(rows: readonly AttemptRow[]) {
  return totalUsage(rows.flatMap(({ artifact }) => artifact?.usage ?? []));
}
