/** Where a step stands. */

import type { Backtrack } from '../../model/backtrack.ts';
import type { EventOf } from '../../model/event.ts';
import type { StepEvent } from '../../model/events/steps.ts';
import { type RunState, type StepState, unresolvedSteps } from '../../model/run-state.ts';
import { stateOf } from '../state/lookup.ts';
import { entry, placeOf } from './entry.ts';
import { type Homes, type Told, unsaid, untraced } from './home.ts';
import { setStep, withStep } from './step-state.ts';
import { said } from './words.ts';

/** Reasons of the log that are codes, in words; all others are words already. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['approved', 'accepted over the guard'],
  ['attempts_exhausted', 'its attempts were used up'],
]);

export const STEPS: Homes<StepEvent['type']> = {
  'step.started': { fold: startEpoch, trace: untraced, sentence: unsaid },
  'condition.evaluated': { fold: noteCondition, trace: untraced, sentence: unsaid },
  'step.satisfied': {
    fold: satisfy,
    trace: (event) => [entry(event, 'ADVANCE-STATE', { step: event.step, artifactId: event.artifactId })],
    sentence: passed,
  },
  'step.waived': {
    fold: waive,
    trace: (event) => [entry(event, 'ADVANCE-STATE', { step: event.step, waived: true })],
    sentence: ({ step, reason, condition }) =>
      condition === true
        ? `${step} is not for this run${said(reason)}.`
        : `${step} was waived${said(REASONS.get(reason) ?? reason)}.`,
  },
  'step.invalidated': {
    fold: (state, { step, cause }) => openAgain(clear(reset(state, step, 0), step), step, isByPerson(state, cause)),
    trace: (event) => [entry(event, 'INVALIDATE', { ...placeOf(event), from: event.cause })],
    sentence: ({ step, cause }, { backtracks }) =>
      backtracks.some((backtrack) => backtrack.step === cause)
        ? undefined
        : `${step} is done anew, as decided in ${cause}.`,
  },
  'step.reopened': {
    fold: (state, { step, allowed = 0, sameEpoch, automatic }) =>
      sameEpoch === true ? goOn(state, step) : openAgain(reset(state, step, allowed), step, automatic !== true),
    trace: untraced,
    sentence: ({ step, cause, sameEpoch, automatic }) => {
      if (sameEpoch === true) return `What ${step} proposed could not be made.`;
      return automatic === true
        ? `${step} starts over for another choice of ${cause}.`
        : `${step} starts over, as decided in ${cause}.`;
    },
  },
};

/** A new epoch: attempts, failures and the ladder start over (R5, R59); what was injected stays. Each turn of a machine opens its steps anew, settled or not. */
function startEpoch(state: RunState, { step, epoch, allowed, wave }: EventOf<'step.started'>): RunState {
  const fresh = {
    sigma: 'unsatisfied' as const,
    epoch,
    open: true,
    attempt: 0,
    allowed,
    failures: [],
    rung: 0,
    window: 0,
    warned: false,
    approved: false,
    ...(wave !== undefined && { wave }),
  };
  const { reopened, waived: _, unneeded: __, ...before } = stateOf(state, step);
  const granted = state.granted + (reopened === true ? allowed : 0);
  return {
    ...setStep(state, step, { ...before, ...fresh }),
    iterations: state.iterations + 1,
    stall: isOfWave(state, wave) ? state.stall : nextStall(state, step),
    granted,
  };
}

/** An iteration that begins with fewer steps unresolved than ever is progress; one that only repeats something counts towards the stall (R6, R72). */
function nextStall(state: RunState, step: string): RunState['stall'] {
  const { best, since } = state.stall;
  const last = unresolvedSteps(state);
  if (last < best) return { best: last, since: 0, last };
  return { best, since: since + (countsAsStall(state, step) ? 1 : 0), last };
}

/**
 * Whether an epoch of the step that begins now would count towards `maxStall` (R6, R72). It does not if the step begins for the first
 * time, or if fewer steps are unresolved than when the last iteration began: then it makes up for what was undone, and what failed may
 * still be tried with what is new.
 */
export function countsAsStall(state: RunState, step: string): boolean {
  const { best, last = best } = state.stall;
  return stateOf(state, step).epoch > 0 && unresolvedSteps(state) >= Math.max(best, last);
}

/** What begins together is one iteration without progress: that it is several is no sign of going in circles. */
function isOfWave({ steps }: RunState, wave: number | undefined): boolean {
  return wave !== undefined && Object.values(steps).some((step) => step.wave === wave);
}

/** One that holds is kept until the epoch that it was asked for is over, one that does not until the step is waived for it. */
function noteCondition(state: RunState, { step, epoch, outcome }: EventOf<'condition.evaluated'>): RunState {
  if (outcome === 'false') return withStep(state, step, { unneeded: true });
  return outcome === 'true' ? { ...withStep(state, step, { applies: epoch }), waiting: false } : state;
}

function satisfy(state: RunState, { step, artifactId, digest }: EventOf<'step.satisfied'>): RunState {
  const { waived: _, ...before } = stateOf(state, step);
  const artifact = { id: artifactId, digest };
  return setStep(state, step, { ...before, sigma: 'satisfied', open: false, failures: [], artifact });
}

function waive(state: RunState, event: EventOf<'step.waived'>): RunState {
  const { step, artifactId: id, digest, reason, condition } = event;
  const { unneeded = condition, ...before } = stateOf(state, step);
  const artifact = id !== undefined && digest !== undefined ? { artifact: { id, digest } } : {};
  const waived = { reason: reasonFor(before, reason), ...(unneeded && { unneeded }) };
  return setStep(state, step, { ...before, sigma: 'waived', open: false, failures: [], ...artifact, waived });
}

/** The reason so that it ends the sentence "b was waived: …". */
function reasonFor({ attempt, failures }: StepState, reason: string): string {
  if (reason !== 'attempts_exhausted') return REASONS.get(reason) ?? reason;
  const { guard, signature = '' } = failures.at(-1) ?? {};
  const used = attempt === 1 ? 'its one attempt was used up' : `its ${attempt} attempts were used up`;
  return `${used}${guard === undefined ? '' : `; ${guard} rejected the last one`}${said(signature)}`;
}

/** Back to unsatisfied, whatever it was (formal A.2 Def 7). `allowed`: the attempts of the next epoch, 0 for as many as planned. */
function reset(state: RunState, id: string, allowed: number): RunState {
  const { artifact: _, applies: __, waived: ___, unneeded: ____, ...step } = stateOf(state, id);
  return setStep(state, id, { ...step, sigma: 'unsatisfied', open: false, attempt: 0, allowed, failures: [] });
}

/** What was accepted is not, and the attempts that are left in the epoch go on. */
function goOn(state: RunState, id: string): RunState {
  const { artifact: _, waived: __, ...step } = stateOf(state, id);
  return setStep(state, id, { ...step, sigma: 'unsatisfied', open: true });
}

/** What its agent had kept is not shown to the epochs to come (R14). */
function clear(state: RunState, id: string): RunState {
  return withStep(state, id, { executionSince: stateOf(state, id).epoch + 1 });
}

/** What a person opens again raises the bound when its epoch begins (R26). */
function openAgain(state: RunState, id: string, byPerson: boolean): RunState {
  return byPerson ? withStep(state, id, { reopened: true }) : state;
}

/** Asked for in an answer to an escalation or in a redirect, not decided by the engine. */
function isByPerson({ escalations, corrections = [] }: RunState, cause: string): boolean {
  return escalations[cause] !== undefined || corrections.some(({ id }) => id === cause);
}

/** A pass, and what it means for the way back that it is part of. Attempt 0 is none: a person wrote the artifact before anything was generated. */
function passed(event: EventOf<'step.satisfied'>, { backtracks }: Told): string {
  const { step, epoch, attempt } = event;
  if (attempt === 0) return `${step} is done: a person wrote it.`;
  const pass = `${step} passed at ${attempt === 1 ? 'its first attempt' : `attempt ${attempt}`}`;
  const change = changeOf(event, backtracks);
  if (change) {
    const what = change.isOther ? 'something else than' : 'the same as';
    return `${pass} of epoch ${epoch} and made ${what} before ${change.failed} failed.`;
  }
  return epoch > 1 ? `${pass} of epoch ${epoch}.` : `${pass}.`;
}

/** Whether a step that the run went back to made something else, and which step had failed; undefined if its pass ends no way back. */
export function changeOf(
  { seq, step, epoch }: EventOf<'step.satisfied'>,
  backtracks: readonly Backtrack[],
): { readonly failed: string; readonly isOther: boolean } | undefined {
  const asked = backtracks.findLast((backtrack) => backtrack.seq < seq && backtrack.targets.includes(step));
  const isOther = asked?.changed[step];
  return asked && isOther !== undefined && epoch > 1 ? { failed: asked.step, isOther } : undefined;
}
