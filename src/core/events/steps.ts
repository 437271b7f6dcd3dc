/** How events change a step. `evolve` is the only caller. */
import type { At, Event } from '../../model/event.ts';
import {
  type Call,
  type Failure,
  NEW_STEP,
  type RunState,
  type StepState,
  unresolvedSteps,
} from '../../model/run-state.ts';
import { addUsage } from '../../model/usage.ts';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** A new epoch: attempts, failures and the ladder start over (R5, R59); what was injected stays. Each turn of a machine opens its steps anew, settled or not. */
export function startEpoch(state: RunState, { step, epoch, allowed, wave }: EventOf<'step.started'>): RunState {
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
  const { reopened, ...before } = stepOf(state, step);
  const granted = state.granted + (reopened === true ? allowed : 0);
  return {
    ...setStep(state, step, { ...before, ...fresh }),
    ...(state.machine === undefined && {
      iterations: state.iterations + 1,
      stall: isOfWave(state, wave) ? state.stall : nextStall(state),
    }),
    granted,
  };
}

/** Only one that holds is kept, until the epoch that it was asked for is over. */
export function condition(state: RunState, { step, epoch, outcome }: EventOf<'condition.evaluated'>): RunState {
  return outcome === 'true' ? { ...withStep(state, step, { applies: epoch }), waiting: false } : state;
}

export function satisfy(state: RunState, { step, artifactId, digest }: EventOf<'step.satisfied'>): RunState {
  return withStep(state, step, { sigma: 'satisfied', open: false, failures: [], artifact: { id: artifactId, digest } });
}

export function waive(state: RunState, { step, artifactId: id, digest }: EventOf<'step.waived'>): RunState {
  const artifact = id !== undefined && digest !== undefined ? { artifact: { id, digest } } : {};
  return withStep(state, step, { sigma: 'waived', open: false, failures: [], ...artifact });
}

/** Back to unsatisfied, whatever it was (formal A.2 Def 7). `allowed`: the attempts of the next epoch, 0 for as many as planned. */
export function reset(state: RunState, id: string, allowed: number): RunState {
  const { artifact: _, applies: __, ...step } = stepOf(state, id);
  return setStep(state, id, { ...step, sigma: 'unsatisfied', open: false, attempt: 0, allowed, failures: [] });
}

/** What was accepted is not, and the attempts that are left in the epoch go on. */
export function goOn(state: RunState, id: string): RunState {
  const { artifact: _, ...step } = stepOf(state, id);
  return setStep(state, id, { ...step, sigma: 'unsatisfied', open: true });
}

/** What its agent had kept is not shown to the epochs to come (R14). */
export function clear(state: RunState, id: string): RunState {
  return withStep(state, id, { executionSince: stepOf(state, id).epoch + 1 });
}

/** What a person opens again raises the bound when its epoch begins (R26). */
export function openAgain(state: RunState, id: string, byPerson: boolean): RunState {
  return byPerson ? withStep(state, id, { reopened: true }) : state;
}

export function startAttempt(state: RunState, event: EventOf<'attempt.started'>): RunState {
  const { attempt, n } = event;
  const call: Call = { ...at(event), n, phase: 'generate', source: 'generated' };
  const next = { ...withStep(state, event.step, { attempt, n, call }), waiting: false };
  return { ...next, usage: { ...next.usage, attempts: next.usage.attempts + 1 } };
}

export function createArtifact(state: RunState, event: EventOf<'artifact.created'>): RunState {
  const { step, source, artifactId, digest, usage, by, approves } = event;
  const made = { phase: 'guard', source, artifactId, digest, ...(by !== undefined && { by }) } as const;
  const { n, amendments: before } = stepOf(state, step);
  const amendments = source === 'human' ? before + 1 : before;
  const answers =
    approves === undefined ? {} : { answers: [{ leaf: approves, verdict: 'pass' as const, by: by ?? 'anonymous' }] };
  const call: Call = { ...at(event), n, ...made, ...answers };
  return { ...withStep(state, step, { call, amendments }), usage: { ...state.usage, ...addUsage(state.usage, usage) } };
}

/** What a verdict cost counts like a generation's cost, whatever the verdict says. */
export function judge(state: RunState, event: EventOf<'guard.verdict'>): RunState {
  const { usage } = event;
  const paid = usage ? { ...state, usage: { ...state.usage, ...addUsage(state.usage, usage) } } : state;
  return takeVerdict(paid, event);
}

/** The verdict alone reaches the control state (formal A.2 Def 1). A person's artifact is no attempt, so no failure either (R43). */
function takeVerdict(state: RunState, event: EventOf<'guard.verdict'>): RunState {
  const { step, verdict, token, artifactId, guard, signature = '', alike = [], progress = 0 } = event;
  const { call, failures } = stepOf(state, step);
  if (verdict === 'pass' || call?.source === 'human') return state;
  if (verdict === 'fatal') return withStep(state, step, { sigma: 'fatal' });
  const failure: Failure = { token, artifactId, guard, signature, alike, progress };
  return withStep(state, step, { failures: [...failures, failure] });
}

/** A discarded generation gives its number back: it is no attempt (R26, R27). */
export function finishAttempt(state: RunState, { step: id, status, attempt }: EventOf<'attempt.finished'>): RunState {
  const { call, ...step } = stepOf(state, id);
  if (status !== 'discarded' || call?.source === 'human') return setStep(state, id, step);
  const returned = { ...step, attempt: attempt - 1, n: step.n - 1 };
  return { ...setStep(state, id, returned), usage: { ...state.usage, attempts: state.usage.attempts - 1 } };
}

/** What a step of this name goes on from, should there be one again: ordinals and backtracks never start over (R20, R25). */
export function countersOf({ steps }: RunState, removed: readonly string[]): NonNullable<RunState['gone']> {
  return Object.fromEntries(
    removed.map((id) => {
      const { epoch, n, backtracks, amendments } = steps[id] ?? NEW_STEP;
      return [id, { epoch, n, backtracks, amendments }];
    }),
  );
}

export function stepOf(state: RunState, id: string): StepState {
  return state.steps[id] ?? NEW_STEP;
}

export function withStep(state: RunState, id: string, change: Partial<StepState>): RunState {
  return setStep(state, id, { ...stepOf(state, id), ...change });
}

export function setStep(state: RunState, id: string, step: StepState): RunState {
  return { ...state, steps: { ...state.steps, [id]: step } };
}

/**
 * An iteration that finds fewer steps unresolved than ever is progress; any other, growth included, is not (R6, R72). In a search one
 * that finds fewer than the one before is neither: what was undone is being made up for.
 */
function nextStall(state: RunState): RunState['stall'] {
  const { stall, search } = state;
  const unresolved = unresolvedSteps(state);
  const last = search && { last: unresolved };
  if (unresolved < stall.best) return { best: unresolved, since: 0, ...last };
  const isShrinking = search !== undefined && stall.last !== undefined && unresolved < stall.last;
  return { ...stall, since: isShrinking ? stall.since : stall.since + 1, ...last };
}

/** What begins together is one iteration without progress: that it is several is no sign of going in circles. */
function isOfWave({ steps }: RunState, wave: number | undefined): boolean {
  return wave !== undefined && Object.values(steps).some((step) => step.wave === wave);
}

function at({ step, epoch, attempt, token }: At): At {
  return { step, epoch, attempt, token };
}
