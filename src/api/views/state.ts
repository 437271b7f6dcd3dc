import { z } from 'zod';
import { RUN_STATUSES } from '../../domain/event.ts';
import { NEW_STEP, SIGMAS, type StepState } from '../../domain/run-state.ts';
import type { RunRow } from '../../domain/store.ts';
import { component } from '../components.ts';
import { BudgetsView, budgetsView } from './budgets.ts';
import { CorrectionView, correctionsView, TrailEntryView, trailView } from './corrections.ts';
import { MachineView, machineView } from './machine.ts';
import { ControlView, controlView } from './run.ts';
import { UsageView, usageView } from './usage.ts';

const Counts = z.record(z.string(), z.number());

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
    objective: z.unknown().nullable(),
    graph: z.object({
      steps: z.array(
        z.object({ id: z.string(), requires: z.array(z.string()), optionalRequires: z.array(z.string()) }),
      ),
      goal: z.array(z.string()),
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

/** The exact control state, without any text of the user's but the variables of a machine (api 1, R58). */
export function stateView({ record, state }: RunRow, variables: Readonly<Record<string, unknown>> = {}): StateView {
  const { steps, goal } = record.plan;
  const perStep = <Value>(read: (step: StepState) => Value) =>
    Object.fromEntries(steps.map(({ id }) => [id, read(state.steps[id] ?? NEW_STEP)]));
  return {
    runId: record.id,
    status: state.status,
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
    objective: null,
    graph: {
      steps: steps.map(({ id, requires, optionalRequires }) => ({
        id,
        requires: [...requires],
        optionalRequires: [...optionalRequires],
      })),
      goal: [...goal],
    },
    bindings: Object.fromEntries(
      steps.flatMap(({ id }) => {
        const artifact = state.steps[id]?.artifact;
        return artifact ? [[id, artifact.id]] : [];
      }),
    ),
    trail: trailView(state).filter(({ epoch }) => epoch === (state.trail?.epoch ?? 1)),
    corrections: correctionsView(state),
    openEscalations: Object.values(state.escalations).flatMap(({ id, status }) => (status === 'open' ? [id] : [])),
    control: controlView(state, record.plan),
    ...(record.plan.machine &&
      state.machine && { machine: machineView(record.plan.machine, state.machine, variables) }),
  };
}

/** A step that ran before and is to run again: its epoch was closed by a cascade, and no new one is open. */
function isInvalidated(step: StepState | undefined): boolean {
  return step !== undefined && step.epoch > 0 && !step.open && step.sigma === 'unsatisfied';
}
