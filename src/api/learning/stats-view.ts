import { z } from 'zod';
import type { PageRequest } from '../../ports/store/pages.ts';
import { FAILURE_MODES } from '../../stories/failure-modes.ts';
import { type Proportion, wilson } from '../../stories/statistics.ts';
import type { LEVELS } from '../../stories/step-stories.ts';
import type { Counts, GuardFigures, StepFigures, Survey } from '../../stories/survey.ts';
import { morePages, PageMark, sliceOf } from '../http/pages.ts';
import { component } from '../reference/components.ts';
import { UsageView, usageView } from '../usage-view.ts';

const CountsView = z.record(z.string(), z.number());

const ShareView = component(
  'Share',
  z.object({
    successes: z.number(),
    trials: z.number(),
    estimate: z.number().nullable().describe('null: there were no trials'),
    low: z.number().describe('Wilson interval, 95 %'),
    high: z.number(),
  }),
);

const BacktracksView = z.object({
  count: z.number(),
  injections: z.number().describe('targets that were told what failed'),
  upstreamChanged: ShareView.describe('targets that then made something else, of those that made anything'),
  recovery: ShareView.describe('backtracks after which the step passed by itself, of those that are decided'),
  meanCascadeDepth: z.number().nullable().describe('steps undone beside the failing one; null: there was none'),
});

const GuardStats = z.object({
  guard: z.string(),
  judged: z.number(),
  passes: z.number(),
  epsilon: ShareView,
  failures: z.number().describe('rejections that are put down to this guard (R60)'),
  stagnations: CountsView.describe('by what was done about them'),
  targets: CountsView.describe('where backtracks from this guard went'),
  usage: UsageView.describe('what its judging used'),
});

const StepStats = z.object({
  workflow: z.string(),
  step: z.string(),
  attempts: z.number().describe("judged attempts of the generator; people's and seeded artifacts are none"),
  passes: z.number(),
  epsilon: ShareView,
  failuresByGuard: CountsView,
  guards: z.array(GuardStats),
  stagnations: CountsView,
  backtracks: BacktracksView,
  escalations: CountsView,
  levels: z
    .object({ first_try: z.number(), refined: z.number(), backtracked: z.number(), escalated: z.number() })
    .describe('how far the step had to go, in how many runs; only where it is settled or waits for a person'),
  inFlight: z.number().describe('runs in which the step is under way, counted in no level'),
  usage: UsageView.describe('what making it used; what judging it used is with its guards'),
  levelOneOnly: ShareView.describe('satisfied by trying again in its own context, of all that levels count'),
});

export const StatsView = component(
  'Stats',
  z.object({
    runs: z.object({
      matched: z.number().describe('runs that fit the filter'),
      counted: z.number().describe('the newest of them, 1,000 at most and fewer where their logs are long'),
      leftOut: z.number().describe('older ones that are not counted'),
      oldest: z.string().nullable().describe('when the oldest run that is counted was created; null: there was none'),
    }),
    endings: z.object({ byStatus: CountsView, byFailure: CountsView }),
    levelOneOnly: ShareView,
    inFlight: z.number().describe('steps of runs that are under way'),
    stagnations: CountsView,
    backtracks: BacktracksView,
    escalations: CountsView,
    failureModes: z.array(z.object({ name: z.enum(FAILURE_MODES), runs: z.number() })),
    usage: UsageView.extend({ discarded: UsageView }),
    steps: z.array(StepStats).describe('a page of them; everything before counts all'),
    page: PageMark.optional().describe('where steps do not fit one page'),
  }),
);

interface CountedRuns {
  readonly matched: number;
  readonly counted: number;
  readonly oldest?: number;
}

export function statsView(survey: Survey, { matched, counted, oldest }: CountedRuns, page: PageRequest) {
  const steps = [...survey.steps.values()];
  const { rows, nextCursor } = sliceOf(steps, page);
  return {
    runs: {
      matched,
      counted,
      leftOut: matched - counted,
      oldest: oldest === undefined ? null : new Date(oldest).toISOString(),
    },
    endings: { byStatus: countsView(survey.statuses), byFailure: countsView(survey.failures) },
    levelOneOnly: share({ successes: total(steps, (step) => step.levelOneOnly), trials: total(steps, ended) }),
    inFlight: total(steps, (step) => step.inFlight),
    stagnations: merged(steps.flatMap(stagnationsOf)),
    backtracks: backtracksView(steps),
    escalations: countsView(survey.escalations),
    failureModes: FAILURE_MODES.map((name) => ({ name, runs: survey.failureModes.get(name) ?? 0 })),
    usage: { ...usageView(survey.usage), discarded: usageView(survey.discarded) },
    steps: rows.map(stepView),
    ...morePages(nextCursor, page),
  };
}

function stepView(figures: StepFigures) {
  const { workflow, step, attempts, passes, guards } = figures;
  return {
    workflow,
    step,
    attempts,
    passes,
    epsilon: share({ successes: passes, trials: attempts }),
    failuresByGuard: Object.fromEntries(
      [...guards].flatMap(([id, { failures }]) => (failures > 0 ? [[id, failures]] : [])),
    ),
    guards: [...guards].map(([guard, found]) => guardView(guard, found)),
    stagnations: merged(stagnationsOf(figures)),
    backtracks: backtracksView([figures]),
    escalations: countsView(figures.escalations),
    levels: levelsView(figures.levels),
    inFlight: figures.inFlight,
    usage: usageView(figures.usage),
    levelOneOnly: share({ successes: figures.levelOneOnly, trials: ended(figures) }),
  };
}

function guardView(guard: string, { judged, passes, failures, stagnations, targets, usage }: GuardFigures) {
  const epsilon = share({ successes: passes, trials: judged });
  return {
    guard,
    judged,
    passes,
    epsilon,
    failures,
    stagnations: countsView(stagnations),
    targets: countsView(targets),
    usage: usageView(usage),
  };
}

function backtracksView(steps: readonly StepFigures[]) {
  const count = total(steps, (step) => step.backtracks);
  const changed = total(steps, (step) => step.changed);
  const recovered = total(steps, (step) => step.recovered);
  return {
    count,
    injections: total(steps, (step) => step.injections),
    upstreamChanged: share({ successes: changed, trials: changed + total(steps, (step) => step.unchanged) }),
    recovery: share({ successes: recovered, trials: recovered + total(steps, (step) => step.unrecovered) }),
    meanCascadeDepth: count === 0 ? null : total(steps, (step) => step.undone) / count,
  };
}

function levelsView(levels: Counts) {
  const of = (level: (typeof LEVELS)[number]) => levels.get(level) ?? 0;
  return {
    first_try: of('first_try'),
    refined: of('refined'),
    backtracked: of('backtracked'),
    escalated: of('escalated'),
  };
}

/** The runs in which a step is settled or parked. */
function ended({ levels }: StepFigures): number {
  return [...levels.values()].reduce((sum, count) => sum + count, 0);
}

function stagnationsOf({ guards }: StepFigures): readonly Counts[] {
  return [...guards.values()].map(({ stagnations }) => stagnations);
}

function merged(all: readonly Counts[]): Record<string, number> {
  const sums: Counts = new Map();
  for (const counts of all) for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return countsView(sums);
}

function countsView(counts: Counts): Record<string, number> {
  return Object.fromEntries(counts);
}

function total(steps: readonly StepFigures[], of: (step: StepFigures) => number): number {
  return steps.reduce((sum, step) => sum + of(step), 0);
}

function share(proportion: Proportion) {
  return { ...proportion, ...wilson(proportion) };
}
