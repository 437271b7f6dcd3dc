import type { Event } from '../../model/event.ts';
import { goesBy, NEW_STEP, type RunState } from '../../model/run-state.ts';
import { addUsage, NO_USAGE } from '../../model/usage.ts';
import {
  align,
  beginVerification,
  breakVerification,
  decompose,
  fail,
  lose,
  newSearch,
  rememberParallelFailure,
  select,
  swap,
  verify,
  verifyAgain,
  win,
} from '../../topologies/and-or/evolve.ts';
import { evolveMachine } from '../../topologies/machine/evolve.ts';
import { endRedirect } from '../spoken-state.ts';
import { resume, settlePause } from './control.ts';
import {
  closeEscalation,
  decideEscalation,
  expireEscalation,
  openEscalation,
  updateEscalation,
  withStatus,
} from './escalations.ts';
import { backtrack, consider, redirect } from './redirect.ts';
import {
  clear,
  condition,
  createArtifact,
  finishAttempt,
  goOn,
  judge,
  openAgain,
  reset,
  satisfy,
  startAttempt,
  startEpoch,
  stepOf,
  waive,
  withStep,
} from './steps.ts';

/**
 * The only function that changes a run's state (design 5). Total, and needs no definition, so that any log folds into a view,
 * also one that was written under earlier rules.
 */
export function evolve(before: RunState, event: Event): RunState {
  return evolveMachine(apply(advance(before, event), event), before, event);
}

/** Numbers and clocks, which every event moves. Time counts against the duration budget only while the run is running (R49). */
function advance(state: RunState, event: Event): RunState {
  const active = state.seq > 0 && state.status === 'running' ? Math.max(0, event.at - state.at) : 0;
  const usage = { ...state.usage, activeMs: state.usage.activeMs + active };
  return { ...state, seq: event.seq, at: event.at, usage };
}

function apply(state: RunState, event: Event): RunState {
  switch (event.type) {
    case 'run.created':
      return {
        ...state,
        runId: event.runId,
        createdAt: event.at,
        budgets: event.budgets,
        steps: Object.fromEntries(event.steps.map((id) => [id, NEW_STEP])),
        stall: { best: event.steps.length, since: 0 },
        ...(event.rules !== undefined && { rules: event.rules }),
        ...(event.revision !== undefined && { revision: event.revision }),
        ...((event.topology === 'and-or' || event.verifies === true) && { search: newSearch(event.decompositions) }),
        ...(event.unaligned === true && { unaligned: true, status: 'awaiting_alignment' }),
      };
    case 'run.aligned':
      return align(state, event);
    case 'run.started':
      return start(state);
    case 'run.stopping':
      return {
        ...state,
        control: { ...state.control, stop: { mode: event.mode, reason: event.reason, by: event.by } },
      };
    case 'run.pausing':
      return {
        ...state,
        control: { ...state.control, pause: { reason: event.reason, by: event.by, since: event.at } },
      };
    case 'run.paused':
      return settlePause(state);
    case 'run.resumed':
      return resume(state);
    case 'run.redirecting':
      return consider(state, event);
    case 'run.redirect_ended':
      return withStatus(endRedirect(state, event));
    case 'run.redirected':
      return redirect(state, event);
    case 'run.failing':
      return { ...state, failing: state.failing ?? event.failure };
    case 'run.closed':
      return { ...state, status: event.status, endedAt: event.at, ...(event.failure && { failure: event.failure }) };
    case 'step.started':
      return startEpoch(state, event);
    case 'condition.evaluated':
      return condition(state, event);
    case 'step.satisfied':
      return verifyAgain(satisfy(state, event));
    case 'step.waived':
      return verifyAgain(rememberParallelFailure(waive(state, event), event));
    case 'step.invalidated':
      return undone(
        openAgain(clear(reset(state, event.step, 0), event.step), event.step, isByPerson(state, event.cause)),
      );
    case 'step.reopened':
      if (event.sameEpoch === true) return goOn(state, event.step);
      return openAgain(reset(state, event.step, event.allowed ?? 0), event.step, event.automatic !== true);
    case 'attempt.started':
      return startAttempt(state, event);
    case 'artifact.created':
      return createArtifact(state, event);
    case 'guard.verdict':
      return judge(state, event);
    case 'attempt.finished':
      return finishAttempt(state, event);
    case 'stagnation.detected':
      return event.action === 'warned' ? withStep(state, event.step, { warned: true }) : state;
    case 'ladder.climbed':
      return withStep(state, event.step, { rung: event.rung, window: stepOf(state, event.step).failures.length });
    case 'backtrack.started':
      return withStep(backtrack(state, event), event.step, {
        backtracks: stepOf(state, event.step).backtracks + 1,
      });
    case 'context.injected': {
      const { from, fromEpoch, text, digest } = event;
      const injection = {
        from,
        ...(fromEpoch !== undefined && { fromEpoch }),
        ...(text !== undefined && { text }),
        ...(digest !== undefined && { digest }),
      };
      return withStep(state, event.step, { injected: [...stepOf(state, event.step).injected, injection] });
    }
    case 'branch.selected':
      return select(state, event);
    case 'branch.swapped':
      return swap(state, event);
    case 'branch.won':
      return win(state, event);
    case 'branch.lost':
      return lose(state, event);
    case 'branch.failed':
      return fail(state, event);
    case 'basecase.started':
      return beginVerification(state, event);
    case 'basecase.verified':
      return verify(state, event);
    case 'basecase.broken':
      return breakVerification(state);
    case 'step.decomposed':
      return decompose(state, event);
    case 'escalation.opened':
      return rememberParallelFailure(openEscalation(state, event), event);
    case 'escalation.updated':
      return updateEscalation(state, event);
    case 'escalation.decided':
      return decideEscalation(state, event);
    case 'escalation.withdrawn':
      return closeEscalation(state, event.escalationId, { status: 'withdrawn' });
    case 'escalation.expired':
      return expireEscalation(state, event);
    case 'budget.warning':
      return { ...state, warned: [...state.warned, event.budget] };
    case 'budget.raised':
      return { ...state, budgets: { ...state.budgets, ...event.budgets }, warned: [] };
    case 'budget.exceeded':
      return { ...state, exceeded: event.budget };
    case 'usage.discarded': {
      const { discarded = NO_USAGE } = state.usage;
      return { ...state, usage: { ...state.usage, discarded: addUsage(discarded, event.usage) } };
    }
    case 'guard.error':
    case 'decision.rejected':
    case 'note.added':
    case 'turn.started':
    case 'machine.transitioned':
      return state;
  }
}

function start({ unaligned, ...state }: RunState): RunState {
  return unaligned === true ? withStatus(state) : state;
}

/** Asked for in an answer to an escalation or in a redirect, not decided by the engine. */
function isByPerson({ escalations, corrections = [] }: RunState, cause: string): boolean {
  return escalations[cause] !== undefined || corrections.some(({ id }) => id === cause);
}

/** A verification under way looks at what is no more. */
function undone(state: RunState): RunState {
  return goesBy(state, 3) ? verifyAgain(state, true) : state;
}
