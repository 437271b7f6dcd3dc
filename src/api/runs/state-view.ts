import { z } from 'zod';
import { RUN_STATUSES } from '../../model/events/run.ts';
import { NEW_STEP, SIGMAS, type StepState } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { type OwnState, type Said, topologyViewOf } from '../../stories/topology-view.ts';
import { BudgetsView, budgetsView } from '../control/budgets.ts';
import { CorrectionView, correctionsView, TrailEntryView, trailView } from '../control/corrections-view.ts';
import { component } from '../reference/components.ts';
import { UsageView, usageView } from '../usage-view.ts';
import { MachineView, machineView } from './machine-view.ts';
import { runIn } from './told-run.ts';
import { ControlView, controlView } from './view.ts';

const Counts = z.record(z.string(), z.number());

const GroupView = z.object({
  id: z.string(),
  choices: z.array(z.string()),
  selected: z.array(z.string()),
  failed: z.array(z.string()),
  winner: z.string().nullable(),
  speculative: z.boolean(),
});

const BaseCaseView = z.object({
  passed: z.boolean().nullable().describe('of the last verification'),
  artifactId: z.string().optional().describe('its evidence'),
  verifying: z.boolean(),
});

export const StateView = component(
  'ControlState',
  z.object({
    runId: z.string(),
    status: z.enum(RUN_STATUSES),
    seq: z.number(),
    guards: z.record(z.string(), z.enum(SIGMAS)),
    attempts: Counts,
    epochs: Counts,
    backtracks: Counts,
    rungs: Counts,
    invalidated: z.array(z.string()),
    iterations: z.number(),
    budgets: BudgetsView,
    usage: UsageView.extend({ attempts: z.number(), activeMs: z.number() }),
    objective: z.unknown().describe('what an and-or run is for; null of the others'),
    unresolved: z.array(z.string()).describe('steps and groups that are left to do'),
    stall: z
      .object({ count: z.number(), best: z.number() })
      .describe('iterations since fewer were unresolved than ever'),
    missing: z.array(z.string()).describe('what has to be agreed on before the run may start'),
    baseCase: BaseCaseView.nullable(),
    decompositions: z.array(z.object({ parent: z.string(), children: z.array(z.string()), reason: z.string() })),
    graph: z.object({
      steps: z.array(
        z.object({ id: z.string(), requires: z.array(z.string()), optionalRequires: z.array(z.string()) }),
      ),
      goal: z.array(z.string()),
      groups: z.array(GroupView),
    }),
    bindings: z.record(z.string(), z.string()).describe('step → accepted artifact'),
    trail: z.array(TrailEntryView).describe('of the present epoch'),
    corrections: z.array(CorrectionView),
    openEscalations: z.array(z.string()),
    control: ControlView,
    machine: MachineView.optional().describe('of a state machine'),
  }),
);
export type StateView = z.output<typeof StateView>;

/** The exact control state, without any text of the user's but the objective and the variables of a machine (api 1, R58). */
export function stateView(row: RunRow, { objective, variables = {} }: Said = { objective: null }): StateView {
  const { record, state } = row;
  const { steps, goal } = record.plan;
  const run = runIn(row);
  const view = topologyViewOf(record.plan.topology);
  const own = view.state(run);
  const perStep = <Value>(read: (step: StepState) => Value) =>
    Object.fromEntries(steps.map(({ id }) => [id, read(state.steps[id] ?? NEW_STEP)]));
  return {
    runId: record.id,
    status: state.life.status,
    seq: state.seq,
    guards: perStep(({ sigma }) => sigma),
    attempts: perStep(({ attempt }) => attempt),
    epochs: perStep(({ epoch }) => epoch),
    backtracks: perStep(({ backtracks }) => backtracks),
    rungs: perStep(({ rung }) => rung),
    invalidated: steps.map(({ id }) => id).filter((id) => isInvalidated(state.steps[id])),
    iterations: state.iterations,
    budgets: budgetsView(state.budgets),
    usage: { ...usageView(state.usage), attempts: state.usage.attempts, activeMs: state.usage.activeMs },
    objective,
    unresolved: [...own.unresolved],
    stall: { count: state.stall.since, best: state.stall.best },
    missing: [...(record.plan.missing ?? [])],
    baseCase: own.baseCase,
    decompositions: own.decompositions.map(({ parent, children, reason }) => ({
      parent,
      children: [...children],
      reason,
    })),
    graph: {
      steps: steps.map(({ id, requires, optionalRequires }) => ({
        id,
        requires: [...requires],
        optionalRequires: [...optionalRequires],
      })),
      goal: [...goal],
      groups: own.groups.map(groupView),
    },
    bindings: Object.fromEntries(
      steps.flatMap((step) => {
        const artifact = view.isPublished(run, step) ? state.steps[step.id]?.artifact : undefined;
        return artifact ? [[step.id, artifact.id]] : [];
      }),
    ),
    trail: trailView(state).filter(({ epoch }) => epoch === (state.trail?.epoch ?? 1)),
    corrections: correctionsView(state),
    openEscalations: Object.values(state.escalations).flatMap(({ id, status }) => (status === 'open' ? [id] : [])),
    control: controlView(state, record.plan),
    ...(own.machine && { machine: machineView(own.machine, variables) }),
  };
}

function groupView({ choices, selected, failed, ...group }: OwnState['groups'][number]) {
  return { ...group, choices: [...choices], selected: [...selected], failed: [...failed] };
}

/** A step that ran before and is to run again: its epoch was closed by a cascade, and no new one is open. */
function isInvalidated(step: StepState | undefined): boolean {
  return step !== undefined && step.epoch > 0 && !step.open && step.sigma === 'unsatisfied';
}
