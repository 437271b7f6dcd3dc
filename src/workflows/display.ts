import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { wanted } from '../engine.ts';
import type { Plan } from '../model/plan.ts';
import { openEscalations, type RunState } from '../model/run-state.ts';
import { detailsOf } from '../stories/details.ts';
import '../topologies/words.ts';
import { DsapAttempts, DsapEscalation, DsapStatus, DsapStep } from './messages.ts';

/**
 * Keeps what the Web UI shows up to date. Details cost no history; each upsert of search attributes is an event, so they change
 * only with the status or the steps under way (R78).
 */
export function createDisplay(publicUrl?: string): (plan: Plan, state: RunState) => void {
  let shown = '';
  return (plan, state) => {
    setCurrentDetails(detailsOf(plan, state, publicUrl));
    const steps = [...new Set(wanted(state).map(({ step }) => step))].toSorted().slice(0, 50);
    const key = `${state.status} ${steps.join(' ')}`;
    if (key === shown) return;
    shown = key;
    upsertSearchAttributes([
      { key: DsapStatus, value: state.status },
      { key: DsapStep, value: steps },
      { key: DsapEscalation, value: openEscalations(state).map(({ kind }) => kind) },
      { key: DsapAttempts, value: state.usage.attempts },
    ]);
  };
}
