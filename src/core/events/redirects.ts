/** Corrections, the words of people that may become one, and what the Trail tells of them. */

import type { EventOf } from '../../model/event.ts';
import { actorWord } from '../../model/events/escalation-words.ts';
import type { RedirectEvent } from '../../model/events/redirects.ts';
import { NEW_STEP, type RunState, type StepState, unresolvedSteps } from '../../model/run-state.ts';
import { endRedirect, hear, isOf, settleInstruction } from '../state/spoken.ts';
import { entry } from './entry.ts';
import { type Homes, untraced } from './home.ts';
import { withStatus } from './status.ts';
import { countersOf } from './step-state.ts';
import { NO_TRAIL, remember } from './trail.ts';
import { said } from './words.ts';

export const REDIRECTS: Homes<RedirectEvent['type']> = {
  'run.redirecting': {
    fold: consider,
    trace: untraced,
    sentence: ({ by, step }) => `${actorWord(by)} asked for a change in free words; ${step} finds out what is meant.`,
  },
  'run.redirect_ended': {
    fold: (state, event) => withStatus(endRedirect(state, event)),
    trace: untraced,
    sentence: ({ step, outcome }) =>
      outcome === 'expired'
        ? `Nobody said in time what ${step} should change; nothing was changed.`
        : `What ${step} was to find out was let be; nothing was changed.`,
  },
  'run.redirected': {
    fold: redirect,
    trace: (event) => [entry(event, 'REDIRECT', { from: event.redirectId })],
    sentence: ({ by, change, description }) =>
      `${actorWord(by)} redirected the run (${change.replace('_', ' ')})${said(description)}.`,
  },
};

/** The steps that the run has from here on; what it resets and accepts follows as events of its own. */
function redirect(before: RunState, event: EventOf<'run.redirected'>): RunState {
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
    ...(type === 'objective_change' && { criteria: (state.criteria ?? 1) + 1 }),
  };
  return withStatus({ ...next, waiting: false, stall: { best: unresolvedSteps(next), since: 0 } });
}

/** What was said is settled by what is applied; a step that is taken out finds out nothing any more. */
function settled(before: RunState, { settles, removed, seq, at }: EventOf<'run.redirected'>): RunState {
  const gone = removed.filter((step) => step !== settles && isOf(before, step));
  const state = gone.reduce(
    (next, step) => endRedirect(next, { type: 'run.redirect_ended', step, outcome: 'dropped', seq, at }),
    before,
  );
  return settles === undefined ? state : settleInstruction(state, settles);
}

/** The step that finds out what is meant. */
function consider(state: RunState, event: EventOf<'run.redirecting'>): RunState {
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
  return withStatus({ ...hear(next, spoken), waiting: false });
}

/** A change of the objective begins the Trail anew; one of the graph joins it (api 4). */
function trailOf(state: RunState, event: EventOf<'run.redirected'>): RunState {
  const { epoch, entries } = state.trail ?? NO_TRAIL;
  if (event.trailCleared) return { ...state, trail: { epoch: epoch + 1, entries } };
  return event.change === 'dag_adjustment' ? remember(state, event, 'user_correction', event.description) : state;
}
