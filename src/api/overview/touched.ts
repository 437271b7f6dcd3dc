import type { Event } from '../../model/event.ts';
import type { RunState } from '../../model/run-state.ts';

/** Which rows of a run's overview events may have changed; `all` where they changed what the run goes by. */
export interface Touched {
  readonly steps: ReadonlySet<string>;
  /** Attempts, by token. */
  readonly tokens: ReadonlySet<string>;
  /** Steps of which any attempt may stand otherwise now, as when a person took its place. */
  readonly attemptsOf: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
  readonly all: boolean;
}

/** Rather too many than too few: a row that is sent again as it was does no harm. `escalations`: of the state after the events. */
export function touchedBy(events: readonly Event[], escalations: RunState['escalations']): Touched {
  const steps = new Set<string>();
  const tokens = new Set<string>();
  const attemptsOf = new Set<string>();
  const questions = new Set<string>();
  let all = false;
  for (const event of events) {
    const step = 'step' in event ? event.step : undefined;
    if (step !== undefined) steps.add(step);
    if (event.type === 'step.decomposed' || (step === undefined && !OF_THE_RUN.has(event.type))) all = true;
    if (step !== undefined && 'token' in event && event.token !== undefined) tokens.add(event.token);
    if (step !== undefined && REACHES_OTHERS.has(event.type)) attemptsOf.add(step);
    if (!('escalationId' in event)) continue;
    questions.add(event.escalationId);
    const about = escalations[event.escalationId]?.step;
    if (about !== undefined) steps.add(about);
  }
  return { steps, tokens, attemptsOf, questions, all };
}

/** They change what is said of the run as a whole, and of no step. */
const OF_THE_RUN: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'run.created',
  'run.started',
  'run.stopping',
  'run.pausing',
  'run.paused',
  'run.resumed',
  'run.failing',
  'run.closed',
  'note.added',
  'budget.warning',
  'budget.raised',
  'budget.exceeded',
  'usage.discarded',
  'escalation.opened',
  'escalation.updated',
  'escalation.decided',
  'escalation.withdrawn',
  'escalation.expired',
  'decision.rejected',
]);

/** They may change the standing of attempts that they do not name. */
const REACHES_OTHERS: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'artifact.created',
  'step.invalidated',
  'step.waived',
  'step.reopened',
]);
