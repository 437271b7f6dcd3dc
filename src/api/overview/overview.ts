import { type EscalationState, openEscalations } from '../../model/run-state.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { budgetView } from '../control/budget-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { inWords, type OwnWords, ownWords } from '../escalations/own-words.ts';
import { standingNow } from '../inspection/hindered.ts';
import { reasonsPage } from '../inspection/told.ts';
import { whyView } from '../inspection/why-view.ts';
import { attemptRowView } from '../rows/attempt-row.ts';
import { fitted } from '../rows/fitted.ts';
import { type QuestionRowView, questionRowView } from '../rows/question-row.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { runIn } from '../runs/told-run.ts';
import { runView } from '../runs/view.ts';
import { stepsOf } from '../steps/steps.ts';
import type { OverviewView } from './view.ts';

/** Attempts that are shown of a step, and in all. */
const NEWEST = { each: 20, all: 200 };
/** Bytes of the input that are shown. */
const INPUT_BYTES = 300;
/** The newest reasons that are told with it. */
export const REASONS = 10;

/** What one look at a run found. */
export interface Overview {
  readonly row: RunRow;
  readonly view: OverviewView;
  /** Of the attempts in the view, in the same order. */
  readonly attempts: readonly AttemptRow[];
  /** Something keeps it from going on that its revision does not tell. */
  readonly isHindered: boolean;
}

/** Everything that a page about a run begins with, without any text of unbounded length. 404 where there is no such run. */
export async function overviewOf(context: ApiContext, runId: string): Promise<Overview> {
  const { store, settings, now } = context;
  const row = await mustFindRun(store, runId);
  const page = { limit: REASONS };
  const open = openEscalations(row.state);
  const words = await wordsOn(context, row, open);
  const [reasons, steps, newest] = await Promise.all([
    reasonsPage(store.tellings, row.record.id, page),
    stepsOf(context, row),
    store.attempts.newest(row.record.id, NEWEST),
  ]);
  const { input, specification: _specification, guards: _guards, ...run } = runView(row, settings);
  const { modes, rows, nextCursor } = reasons;
  const told = inWords(reasons.standing, words, open[0]);
  const standing = await standingNow(context, runIn(row), told);
  const view = {
    run: { ...run, inputLine: fitted(JSON.stringify(input ?? null), INPUT_BYTES) },
    budget: budgetView(row, now()),
    why: whyView(standing, modes, rows, { nextCursor, page }),
    steps: [...steps],
    attempts: newest.rows.map(attemptRowView),
    questions: [...questionsOf(row, open, words)],
    leftOut: leftOut(newest),
  };
  return { row, view, attempts: newest.rows, isHindered: standing !== told };
}

export function questionsOf(
  { record: { id: runId, definition } }: RunRow,
  escalations: readonly EscalationState[],
  words: OwnWords,
): readonly QuestionRowView[] {
  return escalations.map((escalation) => questionRowView({ runId, workflow: definition.name, escalation }, words));
}

/** For sentences about these questions of a run. */
export function wordsOn(
  { store }: Pick<ApiContext, 'store'>,
  run: RunRow,
  escalations: readonly EscalationState[],
): Promise<OwnWords> {
  return ownWords(
    store,
    escalations.map((escalation) => ({ runId: run.record.id, escalation, run })),
  );
}

function leftOut({
  rows,
  counts,
}: {
  readonly rows: readonly AttemptRow[];
  readonly counts: ReadonlyMap<string, number>;
}) {
  const shown = Map.groupBy(rows, ({ step }) => step);
  const missing = [...counts].map(([step, count]) => [step, count - (shown.get(step)?.length ?? 0)] as const);
  return {
    attempts: missing.reduce((sum, [, count]) => sum + count, 0),
    attemptsOf: Object.fromEntries(missing.filter(([, count]) => count > 0)),
  };
}
