import { z } from 'zod';
import { isRedirecting } from '../../engine.ts';
import { RUN_STATUSES } from '../../model/events/run.ts';
import type { Plan } from '../../model/plan.ts';
import { failureOf, openEscalations, type RunState, SIGMAS } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { waitsOf } from '../../stories/hindered.ts';
import { BoundView, boundView } from '../control/bound.ts';
import { BudgetsView, budgetsView } from '../control/budgets.ts';
import type { ApiSettings } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { WaitingView, waitingView } from '../rows/waiting.ts';
import { Time, timeOf } from '../times.ts';
import { UsageView, usageView } from '../usage-view.ts';
import { FailureView, ResultView } from './result-view.ts';

export const ControlView = z.object({
  stopRequested: z.boolean(),
  stopReason: z.string().nullable(),
  redirectRequested: z.boolean(),
  pauseRequested: z.boolean(),
});

export const RunView = component(
  'Run',
  z.object({
    id: z.string(),
    status: z.enum(RUN_STATUSES),
    workflow: z.object({ name: z.string(), version: z.number(), digest: z.string(), topology: z.string() }),
    input: z.unknown().describe('left out of lists if its JSON has more than 16 KiB'),
    specification: z.string().optional(),
    tags: z.array(z.string()),
    forkedFrom: z
      .object({
        runId: z.string(),
        fromStep: z.string().optional(),
        fromTurn: z.number().optional().describe('of a state machine, instead of a step'),
        changed: z.array(z.string()),
      })
      .optional()
      .describe('what differs from the run that this one was forked from'),
    revision: z.number().describe('the last seq; also the ETag'),
    currentSteps: z.array(z.string()),
    guards: z.record(z.string(), z.enum(SIGMAS)),
    attempts: z.object({ used: z.number(), max: z.number() }),
    bound: BoundView,
    usage: UsageView.extend({ discarded: UsageView }),
    budgets: BudgetsView,
    control: ControlView,
    openEscalations: z.array(z.string()),
    waiting: WaitingView.optional(),
    missing: z
      .array(z.string())
      .optional()
      .describe('what has to be agreed on before the run may start, while it waits for that'),
    result: ResultView.optional(),
    failure: FailureView.optional(),
    createdAt: Time,
    updatedAt: Time,
    endedAt: Time.optional(),
    links: z.object({
      self: z.string(),
      events: z.string(),
      graph: z.string(),
      console: z.string().describe('its page for people'),
      temporalUi: z.string().nullable(),
    }),
  }),
);
export type RunView = z.output<typeof RunView>;

/** A run as its start answers it. */
export const StartedRunView = component(
  'StartedRun',
  RunView.extend({
    warnings: z
      .array(z.unknown())
      .optional()
      .describe('of a definition that came with the request: what it says but may not mean, as publishing tells it'),
  }),
);

interface Joined {
  readonly result?: ResultView;
  readonly failure?: FailureView;
}

/** A run as served (api 2). What lies in other rows, the result and the failure with its provenance, is given in `joined`. */
export function runView(
  { record, state, discarded, waits = [] }: RunRow,
  settings: ApiSettings,
  joined: Joined = {},
): RunView {
  const { id, definition, topology, input, specification, tags, plan, forkedFrom } = record;
  const used = state.usage.attempts;
  const bound = boundView(plan, state);
  const [waiting] = waitsOf(state, waits);
  const failed = failureOf(state);
  const failure = joined.failure ?? (failed && { ...failed, provenance: [] });
  return {
    id,
    status: state.life.status,
    workflow: { ...definition, topology },
    input,
    ...(specification !== undefined && { specification }),
    tags: [...tags],
    ...(forkedFrom && { forkedFrom: { ...forkedFrom, changed: [...forkedFrom.changed] } }),
    revision: state.seq,
    currentSteps: plan.steps.map((step) => step.id).filter((step) => state.steps[step]?.call !== undefined),
    guards: Object.fromEntries(plan.steps.map((step) => [step.id, state.steps[step.id]?.sigma ?? 'unsatisfied'])),
    attempts: { used, max: Math.min(state.budgets.maxAttempts ?? bound.generations, bound.generations) },
    bound,
    usage: { ...usageView(state.usage), discarded: usageView(discarded) },
    budgets: budgetsView(state.budgets),
    control: controlView(state, plan),
    openEscalations: openEscalations(state).map((escalation) => escalation.id),
    ...(waiting && { waiting: waitingView(waiting.wait) }),
    ...(state.unaligned === true && { missing: [...(plan.missing ?? [])] }),
    ...(joined.result && { result: joined.result }),
    ...(failure && { failure }),
    createdAt: timeOf(record.createdAt),
    updatedAt: timeOf(state.at || record.createdAt),
    ...('endedAt' in state.life && { endedAt: timeOf(state.life.endedAt) }),
    links: linksOf(id, settings),
  };
}

/** `redirectRequested`: what a person said in free words is not settled yet (R86), or what the run is for is being drafted. */
export function controlView(state: RunState, { steps }: Plan) {
  const { control } = state;
  return {
    stopRequested: control.stop !== undefined,
    stopReason: control.stop?.reason || null,
    redirectRequested: isRedirecting(state, steps),
    pauseRequested: control.pause !== undefined,
  };
}

function linksOf(id: string, { publicUrl, temporalUiUrl, namespace }: ApiSettings) {
  const self = `${publicUrl()}/v1/runs/${id}`;
  return {
    self,
    events: `${self}/events`,
    graph: `${self}/graph`,
    console: `${publicUrl()}/console/runs/${id}`,
    temporalUi: temporalUiUrl === undefined ? null : `${temporalUiUrl}/namespaces/${namespace}/workflows/${id}`,
  };
}
