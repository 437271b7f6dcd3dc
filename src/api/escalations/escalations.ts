import { type Asked, askedOfPeople } from '../../definitions/checks/asked-of-people.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { runIn } from '../runs/told-run.ts';
import { allAttempts, joined } from '../steps/attempts.ts';
import { totalUsage } from '../usage-view.ts';
import { askedQuestion } from './asked-question.ts';
import { conditionOf, falseLeavesOf, injectedInto, questionIn, summaryOf, textOf, withDiffs } from './evidence.ts';
import { type EscalationView, escalationView } from './view.ts';

/**
 * An escalation with all that a person needs to decide: every attempt of its step, or of the run where it has none, with what
 * changed between them, a summary, what was injected, and what it cost.
 */
export async function withEvidence(context: Shower, row: EscalationRow): Promise<EscalationView> {
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
      asked: await askedIn(store, row),
      condition: await conditionOf(store, row),
      text: await textOf(store, escalation.artifactDigest),
      falseLeaves: await falseLeavesOf(store, row),
      ...(summary !== undefined && { summary }),
    },
    context.settings.publicUrl(),
  );
  return { ...view, shown: shownOf(context, view) };
}

type Shower = Pick<ApiContext, 'store' | 'digestOfJson' | 'settings'>;

/** What of a question binds a decision by what was shown. */
const PARTS = ['question', 'artifact', 'verdict', 'options'] as const;

/** One short digest for each part, so that a stale one tells which part moved on. */
function shownOf({ digestOfJson }: Shower, view: EscalationView): string {
  const { id, question, artifactDigest = null, feedback, allowedActions } = view;
  const parts = { question: [id, question], artifact: artifactDigest, verdict: feedback, options: allowedActions };
  return PARTS.map((part) => digestOfJson(parts[part]).replace('sha256:', '').slice(0, 16)).join('.');
}

/** Throws 409 `stale_decision` where the question is not any more as it was shown; `changed` names its parts. */
export async function mustBeAsShown(context: Shower, row: EscalationRow, shown: string): Promise<void> {
  const now = (await withEvidence(context, row)).shown ?? '';
  if (now === shown) return;
  const [before, after] = [shown.split('.'), now.split('.')];
  const changed = PARTS.filter((_, at) => before[at] !== after[at]);
  const detail = `The question moved on since it was shown (${changed.join(', ')}): nothing was decided. Look at it again.`;
  throw new Problem(409, 'stale_decision', detail, { facts: { changed, runId: row.runId } });
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

/** Only a step may ask in words of its own; for a clarification that asks back the model does (R90). */
async function askedIn(store: Store, row: EscalationRow): Promise<Asked | undefined> {
  const { runId, escalation } = row;
  const asksBack = escalation.kind === 'clarification' && !escalation.allowedActions.includes('approve');
  const question = asksBack ? questionIn(await textOf(store, escalation.artifactDigest)) : undefined;
  if (question !== undefined) return { question, assignees: [] };
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
