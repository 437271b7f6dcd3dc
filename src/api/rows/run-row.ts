import { z } from 'zod';
import { raisedBound } from '../../engine.ts';
import { RUN_STATUSES } from '../../model/events/run.ts';
import { openEscalations, type RunState } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { inOneLine } from '../../stories/hindered.ts';
import type { ApiContext } from '../dependencies.ts';
import { askedOf, type OwnWords, ownWords } from '../escalations/own-words.ts';
import { NEEDS_WORKER } from '../inspection/why-view.ts';
import { component } from '../reference/components.ts';
import { runIn } from '../runs/told-run.ts';
import { Time, timeOf } from '../times.ts';
import { dollars } from '../usage-view.ts';
import { fittedList, roomFor } from './fitted.ts';
import { WaitingView, waitingView } from './waiting.ts';

export type RowContext = Pick<ApiContext, 'store' | 'neededWorkers'>;

export const RunRowView = component(
  'RunRow',
  z.object({
    id: z.string(),
    status: z.enum(RUN_STATUSES),
    workflow: z.object({ name: z.string(), version: z.number() }),
    step: z.string().nullable().describe('one that is under way, or that a person is asked about'),
    sentence: z.string().describe('how the run stands; an ellipsis at its end says that there is more'),
    retrying: z.literal(true).optional().describe('a call under way has failed, and is tried again'),
    waiting: WaitingView.optional(),
    needsWorker: z.literal(true).optional().describe(NEEDS_WORKER),
    attempts: z.object({ used: z.number(), max: z.number() }),
    costUsd: z.number().nullable().describe('null: the price of a model is not known'),
    openQuestions: z.number(),
    tags: z.array(z.string()).describe('the first of them'),
    moreTags: z.number().describe('how many tags are left out'),
    createdAt: Time,
    endedAt: Time.nullable(),
    changedAt: Time.describe('the time of its newest event'),
    revision: z.number().describe('the last seq'),
  }),
);
export type RunRowView = z.output<typeof RunRowView>;

/** What lies beside the rows of a list. `unpolled`: the task queues of somebody else's that they ask, and that nobody polls. */
interface RowFacts {
  readonly words: OwnWords;
  readonly unpolled: ReadonlySet<string>;
}

/** For a list of these runs, with further questions: a statement at most, and a look at each task queue. */
export async function rowFacts(
  { store, neededWorkers }: RowContext,
  runs: readonly RunRow[],
  questions: Parameters<typeof ownWords>[1] = [],
): Promise<RowFacts> {
  const [words, unpolled] = await Promise.all([
    ownWords(store, [...runs.flatMap(askedOf), ...questions]),
    neededWorkers.unpolledOf(runs.map(runIn)),
  ]);
  return { words, unpolled };
}

/** A run as one line of a list: at most `ROW_BYTES`, without input, plan and texts. */
export function runRowView(row: RunRow, { words, unpolled }: RowFacts): RunRowView {
  const { record, state } = row;
  const { id, definition, tags, plan, createdAt } = record;
  const { shown, more } = fittedList(tags, 60);
  const step = stepOf(state);
  const generations = raisedBound(plan, state);
  const { summary, retrying, waiting, needsWorker } = inOneLine(runIn(row), row, unpolled);
  const view = {
    id,
    status: state.life.status,
    workflow: { name: definition.name, version: definition.version },
    step: step ?? null,
    sentence: '',
    ...(retrying && { retrying }),
    ...(waiting && { waiting: waitingView(waiting) }),
    ...(needsWorker && { needsWorker }),
    attempts: { used: state.usage.attempts, max: Math.min(state.budgets.maxAttempts ?? generations, generations) },
    costUsd: dollars(state.usage.microUsd),
    openQuestions: openEscalations(state).length,
    tags: shown,
    moreTags: more,
    createdAt: timeOf(createdAt),
    endedAt: 'endedAt' in state.life ? timeOf(state.life.endedAt) : null,
    changedAt: timeOf(state.at),
    revision: state.seq,
  };
  const [asked] = openEscalations(state);
  return { ...view, sentence: roomFor(words.of(summary, asked), view) };
}

function stepOf(state: RunState): string | undefined {
  const asked = openEscalations(state).find(({ step }) => step !== undefined)?.step;
  return asked ?? Object.entries(state.steps).find(([, { call }]) => call !== undefined)?.[0];
}
