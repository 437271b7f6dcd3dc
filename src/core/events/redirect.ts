/** How a redirect changes a run, and what the Trail tells. `evolve` is the only caller. */

import type { Event } from '../../model/event.ts';
import { NEW_STEP, type RunState, type StepState, unresolvedSteps } from '../../model/run-state.ts';
import {
  chooseAnew,
  forgetChoices,
  newSearch,
  revokeVerification,
  verifyAgain,
} from '../../topologies/and-or/evolve.ts';
import { endRedirect, hear, isOf, settle } from '../spoken-state.ts';
import { withStatus } from './escalations.ts';
import { countersOf } from './steps.ts';
import { NO_TRAIL, remember } from './trail.ts';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** The steps that the run has from here on; what it resets and accepts follows as events of its own. */
export function redirect(before: RunState, event: EventOf<'run.redirected'>): RunState {
  const { redirectId: id, at, change: type, description, trailCleared, by, added, removed, revision } = event;
  const state = settled(trailOf(before, event), event);
  const gone = new Set(removed);
  const steps: Record<string, StepState> = Object.fromEntries([
    ...Object.entries(state.steps).filter(([step]) => !gone.has(step)),
    ...added.map((step) => [step, { ...NEW_STEP, ...state.gone?.[step] }] as const),
  ]);
  const next = {
    ...state,
    steps,
    gone: { ...state.gone, ...countersOf(state, removed) },
    granted: state.granted + event.granted,
    corrections: [...(state.corrections ?? []), { id, at, type, description, trailCleared, by }],
    ...(revision !== undefined && { revision }),
    ...(event.verifies === true && { search: newSearch() }),
    ...(type === 'objective_change' && { criteria: (state.criteria ?? 1) + 1 }),
  };
  const kept = forgetChoices(verifyAgain(next, true), gone);
  const searched = trailCleared ? chooseAnew(kept) : kept;
  return withStatus({ ...searched, waiting: false, stall: { best: unresolvedSteps(next), since: 0 } });
}

/** What was said is settled by what is applied; a step that is taken out finds out nothing any more. */
function settled(before: RunState, { settles, removed, seq, at }: EventOf<'run.redirected'>): RunState {
  const gone = removed.filter((step) => step !== settles && isOf(before, step));
  const state = gone.reduce(
    (next, step) => endRedirect(next, { type: 'run.redirect_ended', step, outcome: 'dropped', seq, at }),
    before,
  );
  return settles === undefined ? state : settle(state, settles);
}

/** The step that finds out what is meant. What interrupts revokes a verification of the base case, too (R86). */
export function consider(state: RunState, event: EventOf<'run.redirecting'>): RunState {
  const { step, revision, granted, interrupts, instruction: description = '', by, at, seq } = event;
  const steps = { ...state.steps, [step]: NEW_STEP };
  const next = {
    ...state,
    steps,
    revision,
    granted: state.granted + granted,
    clarifications: (state.clarifications ?? 0) + 1,
  };
  if (interrupts !== true) return next;
  const spoken = { id: `rdr_${state.runId}_${seq}`, step, at, by, description };
  return withStatus({ ...hear(revokeVerification(next), spoken), waiting: false });
}

/** A change of the objective begins the Trail anew; one of the graph joins it (api 4). */
function trailOf(state: RunState, event: EventOf<'run.redirected'>): RunState {
  const { epoch, entries } = state.trail ?? NO_TRAIL;
  if (event.trailCleared) return { ...state, trail: { epoch: epoch + 1, entries } };
  return event.change === 'dag_adjustment' ? remember(state, event, 'user_correction', event.description) : state;
}

export function backtrack(state: RunState, event: EventOf<'backtrack.started'>): RunState {
  return remember(
    state,
    event,
    'backtrack',
    `${event.step} failed at ${event.guard}: back to ${event.targets.join(', ')}`,
  );
}
