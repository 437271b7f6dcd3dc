import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { stepsAtWork } from '../engine.ts';
import { keepsCallsNear, type Plan } from '../model/plan.ts';
import { openEscalations, type RunState } from '../model/run-state.ts';
import { detailsOf } from '../stories/details.ts';
import { DsapAttempts, DsapEscalation, DsapStatus, DsapStep } from './messages.ts';

/**
 * Keeps what the Web UI shows up to date. Details cost no history; each upsert of search attributes is an event, so they change
 * only with the status or the steps under way (R78).
 */
export function createDisplay(publicUrl?: string): (plan: Plan, state: RunState) => void {
  let shown: string | undefined;
  let stood: string | undefined;
  return (plan, state) => {
    setCurrentDetails(detailsOf(plan, state, publicUrl));
    shown ??= keepsCallsNear(plan) ? shownAlready() : '';
    const steps = stepsAtWork(state);
    const key = keyOf(state.life.status, steps);
    if (key === shown) return;
    shown = key;
    const escalations = openEscalations(state).map(({ kind }) => kind);
    // Each costs its bytes again, and from step to step these stay what they are.
    const standing = keyOf(state.life.status, escalations);
    const isAsBefore = keepsCallsNear(plan) && standing === stood;
    stood = standing;
    upsertSearchAttributes([
      ...(isAsBefore
        ? []
        : [
            { key: DsapStatus, value: state.life.status },
            { key: DsapEscalation, value: escalations },
          ]),
      { key: DsapStep, value: [...steps] },
      { key: DsapAttempts, value: state.usage.attempts },
    ]);
  };
}

/** What the start said, or the execution before. */
function shownAlready(): string {
  const { typedSearchAttributes: said } = workflowInfo();
  return keyOf(said.get(DsapStatus), said.get(DsapStep) ?? []);
}

function keyOf(status: string | undefined, steps: readonly string[]): string {
  return `${status} ${steps.join(' ')}`;
}
