/** Where the words of people stand that a run waits for (R86). */
import type { Event } from '../../model/event.ts';
import type { Plan } from '../../model/plan.ts';
import type { EscalationState, RunState, Spoken } from '../../model/run-state.ts';
import { isSettled } from '../frontier.ts';

/** Those whose meaning is being found out now; the others wait their turn. */
export function spokenNow({ redirecting }: Pick<RunState, 'redirecting'>): Spoken | undefined {
  return redirecting?.queue[0];
}

export function queueOf({ redirecting }: Pick<RunState, 'redirecting'>): readonly Spoken[] {
  return redirecting?.queue ?? [];
}

/** Whether the step finds out what such words mean. */
export function isOf({ redirecting }: Pick<RunState, 'redirecting'>, step: string | undefined): boolean {
  return redirecting?.queue.some((spoken) => spoken.step === step) ?? false;
}

export function hear(state: RunState, spoken: Spoken): RunState {
  const { since = state.at, queue = [] } = state.redirecting ?? {};
  return { ...state, redirecting: { since, queue: [...queue, spoken] } };
}

/** The fold of words that led to no change: they leave the queue, and are kept as a correction all the same. */
export function endRedirect(state: RunState, event: Extract<Event, { type: 'run.redirect_ended' }>): RunState {
  const { outcome, step } = event;
  const spoken = queueOf(state).find((one) => one.step === step);
  if (!spoken) return state;
  const { id, at, by, description } = spoken;
  const entry = { id, at, type: 'instruction' as const, description, trailCleared: false, by, outcome };
  return settleInstruction({ ...state, corrections: [...(state.corrections ?? []), entry] }, step);
}

/** Takes these words out of the queue; with the last, open questions stay open as much longer as nobody could answer them. */
export function settleInstruction(state: RunState, step: string): RunState {
  const { redirecting, ...free } = state;
  if (!redirecting || !isOf(state, step)) return state;
  const queue = redirecting.queue.filter((spoken) => spoken.step !== step);
  if (queue.length > 0) return { ...state, waiting: false, redirecting: { ...redirecting, queue } };
  return { ...free, waiting: false, escalations: prolonged(state.escalations, state.at - redirecting.since, state.at) };
}

/** Open questions stay open for so many milliseconds longer, but no longer than they have been open. */
function prolonged(escalations: RunState['escalations'], by: number, now: number): RunState['escalations'] {
  const longer = (escalation: EscalationState): EscalationState => {
    const { status, expiresAt, openedAt } = escalation;
    if (status !== 'open' || expiresAt === undefined) return escalation;
    return { ...escalation, expiresAt: expiresAt + Math.min(by, now - openedAt) };
  };
  return Object.fromEntries(Object.entries(escalations).map(([id, escalation]) => [id, longer(escalation)]));
}

/** Whether what a redirect in free words means is being found out. */
export function isRedirecting(state: RunState, steps: Plan['steps']): boolean {
  if (state.redirecting !== undefined) return true;
  return steps.some(
    ({ id, clarification }) => clarification === true && Object.hasOwn(state.steps, id) && !isSettled(state, id),
  );
}
