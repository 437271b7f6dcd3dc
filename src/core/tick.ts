import type { Event } from '../model/event.ts';
import type { RunStatus } from '../model/events/run.ts';
import type { Plan } from '../model/plan.ts';
import { goesBy, isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import { mayNeedNothing } from './conditions.ts';
import { type Draft, draft } from './draft.ts';
import { close } from './endings.ts';
import { isSettled } from './frontier.ts';
import { isOpenable } from './openable.ts';
import { openAttempt } from './opening.ts';
import { askOfRun, asShown, park, shortOf } from './parking.ts';
import { measuresOf, usedUp } from './spending.ts';
import { stateOf } from './state/lookup.ts';
import { spokenNow } from './state/spoken.ts';
import { rulesOf } from './topology.ts';
import { isBusy, ownCalls, wanted } from './wanted.ts';

/**
 * Scheduling, after everything that arrived was absorbed, in the fixed order that design 1 tells: `schedule` is that order. A stall and the
 * limits of attempts and iterations are asked about where an attempt would be opened. Idempotent: a second tick adds nothing.
 */
export function tick(plan: Plan, state: RunState, now: number): readonly Event[] {
  const next = draft(plan, state, now);
  if (!isClosed(state)) schedule(next);
  return next.events;
}

function schedule(next: Draft): void {
  const { plan, state } = next;
  const flying = wanted(state);
  if (state.control.stop) {
    const { mode } = state.control.stop;
    if (mode === 'now' || flying.length === 0) close(next, 'stopped');
    return;
  }
  if (state.redirecting) return considerWords(next, flying.length === 0);
  if (state.failing) return close(next, 'failed', state.failing);
  const rules = rulesOf(plan);
  rules.settlePending(next);
  const completion = rules.completion(next);
  if (completion !== 'not yet') {
    if (completion === 'at once' || flying.length === 0) complete(next);
    return;
  }
  if (state.life.status !== 'running' || state.control.pause) rules.lookAgain(next);
  if (state.control.pause) {
    if (flying.length === 0 && state.life.status !== 'paused') next.emit({ type: 'run.paused' });
    return;
  }
  if (CLARIFIES.has(state.life.status)) openClarifications(next);
  if (state.life.status !== 'running') return;
  if (state.seq === 1) next.emit({ type: 'run.started' });
  do {
    if (!rules.prepare(next)) {
      waitForPeople(next);
      return;
    }
    const spent = usedUp(next.state, next.now);
    if (spent && !mayNeedNothing(plan, next.state)) return park(next, spent);
    rules.open(next);
    warnOfBudgets(next);
    if (isBusy(next) || next.state.life.status !== 'running') return;
  } while (rules.otherwise(next) || nothingElse(next) === 'moved on');
}

/** Nothing is under way and nothing can be begun: people are waited for, another choice is taken upstream (R85), or a person is asked. */
function nothingElse(next: Draft): 'moved on' | 'waits' {
  if (waitForPeople(next)) return 'waits';
  const found = rulesOf(next.plan).atRest(next);
  if (found === 'moved on') return found;
  askOfRun(next, found.kind, found.what, found);
  return 'waits';
}

/** Until it is settled what a person has said only its own step runs: no attempt, verdict, turn, base case or ending (R86). */
function considerWords(next: Draft, isAtRest: boolean): void {
  const { state, plan } = next;
  const step = plan.steps.find(({ id }) => id === spokenNow(state)?.step);
  if (state.control.pause) {
    if (isAtRest && state.life.status !== 'paused') next.emit({ type: 'run.paused' });
    return;
  }
  if (!step || !CLARIFIES.has(state.life.status)) return;
  const mayPark = state.life.status === 'running' || goesBy(state, 'clarifyingParks');
  const spent = mayPark ? usedUp(state, next.now) : undefined;
  if (spent) return park(next, spent);
  if (isOpenable(plan, state, step)) {
    const short = shortOf(state, false);
    if (!short) openAttempt(next, step, state.seq + 1);
    else if (mayPark) park(next, short);
  } else if (stateOf(state, step.id).escalation !== undefined) waitForPeople(next);
}

/** What a redirect means, or what a run is for, is found out although the run itself may not go on. */
const CLARIFIES: ReadonlySet<RunStatus> = new Set<RunStatus>(['awaiting_alignment', 'escalated', 'running']);

/** Where nothing else is under way, the run waits for whoever was asked (R45). */
function waitForPeople(next: Draft): boolean {
  if (next.state.waiting || ownCalls(next.plan, next.state).length > 0 || isBusy(next)) return true;
  const [waiting] = openEscalations(next.state);
  if (!waiting) return false;
  next.emit({ type: 'escalation.updated', escalationId: waiting.id, waiting: true });
  return true;
}

function complete(next: Draft): void {
  for (const { id, clarification } of next.plan.steps) {
    if (clarification !== true || isSettled(next.state, id)) continue;
    next.emit({ type: 'note.added', step: id, text: 'The run was complete before this redirect was clear.' });
  }
  close(next, 'completed');
}

/** What a redirect means is found out although the run waits for a person: it may be the answer (api 4). */
function openClarifications(next: Draft): void {
  for (const step of next.plan.steps) {
    if (step.clarification !== true || !isOpenable(next.plan, next.state, step)) continue;
    const asks = goesBy(next.state, 'clarifyingParks');
    const spent = asks ? usedUp(next.state, next.now) : undefined;
    const short = spent ?? shortOf(next.state, !stateOf(next.state, step.id).open);
    if (!short) openAttempt(next, step, next.state.seq + 1);
    // Found out about by each attempt, which then gives its number back, it would go on for ever.
    else if (asks) return park(next, short);
  }
}

/** Once for each budget, when four fifths of it are used. */
function warnOfBudgets(next: Draft): void {
  for (const { budget, used, limit } of measuresOf(next.state, next.now)) {
    if (used * 5 < limit * 4 || next.state.warned.includes(budget)) continue;
    next.emit({ type: 'budget.warning', budget, ...asShown({ budget, used, limit }) });
  }
}
