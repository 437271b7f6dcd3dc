/** An attempt, what it made, and how that was judged. */

import type { EventOf } from '../../model/event.ts';
import type { AttemptEvent } from '../../model/events/attempts.ts';
import type { At } from '../../model/events/place.ts';
import type { Plan } from '../../model/plan.ts';
import type { Call, Failure, RunState } from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import { addUsage } from '../../model/usage.ts';
import { givenTo } from '../frontier.ts';
import { stateOf } from '../state/lookup.ts';
import { entry, placeOf } from './entry.ts';
import { type Homes, unchanged, unsaid, untraced } from './home.ts';
import { setStep, withStep } from './step-state.ts';
import { said } from './words.ts';

export const ATTEMPTS: Homes<AttemptEvent['type']> = {
  'attempt.started': {
    fold: startAttempt,
    trace: (event, plan) => (asksNobody(plan, event.step) ? [] : [entry(event, 'QUERY-LLM', placeOf(event))]),
    sentence: unsaid,
  },
  'artifact.created': { fold: createArtifact, trace: untraced, sentence: unsaid },
  'guard.verdict': {
    fold: judge,
    trace: verdictActions,
    // Rejections are told by the chain.
    sentence: ({ verdict, guard, attempt, step, signature }) =>
      verdict === 'fatal' ? `${guard} judged attempt ${attempt} of ${step} fatal${said(signature)}.` : undefined,
  },
  'guard.error': {
    fold: unchanged,
    trace: untraced,
    sentence: ({ guard, step, detail }) => `${guard} broke while it judged ${step} and gave no verdict${said(detail)}.`,
  },
  'attempt.finished': { fold: finishAttempt, trace: untraced, sentence: unsaid },
};

function startAttempt(state: RunState, event: EventOf<'attempt.started'>): RunState {
  const { attempt, n } = event;
  const call: Call = { ...at(event), n, phase: 'generate', source: 'generated' };
  const next = { ...withStep(state, event.step, { attempt, n, call }), waiting: false };
  return { ...next, usage: { ...next.usage, attempts: next.usage.attempts + 1 } };
}

function createArtifact(state: RunState, event: EventOf<'artifact.created'>): RunState {
  const { step, source, artifactId, digest, usage, by, approves } = event;
  const made = { phase: 'guard', source, artifactId, digest, ...(by !== undefined && { by }) } as const;
  const { n, amendments: before } = stateOf(state, step);
  const amendments = source === 'human' ? before + 1 : before;
  const answers =
    approves === undefined ? {} : { answers: [{ leaf: approves, verdict: 'pass' as const, by: by ?? 'anonymous' }] };
  const call: Call = { ...at(event), n, ...made, ...answers };
  return { ...withStep(state, step, { call, amendments }), usage: { ...state.usage, ...addUsage(state.usage, usage) } };
}

/** What a verdict cost counts like a generation's cost, whatever the verdict says. */
function judge(state: RunState, event: EventOf<'guard.verdict'>): RunState {
  const { usage } = event;
  const paid = usage ? { ...state, usage: { ...state.usage, ...addUsage(state.usage, usage) } } : state;
  return takeVerdict(paid, event);
}

/** The verdict alone reaches the control state (formal A.2 Def 1). A person's artifact is no attempt, so no failure either (R43). */
function takeVerdict(state: RunState, event: EventOf<'guard.verdict'>): RunState {
  const { step, verdict, token, artifactId, guard, signature = '', alike = [], progress = 0 } = event;
  const { call, failures } = stateOf(state, step);
  if (verdict === 'pass' || call?.source === 'human') return state;
  if (verdict === 'fatal') return withStep(state, step, { sigma: 'fatal' });
  const failure: Failure = { token, artifactId, guard, signature, alike, progress };
  return withStep(state, step, { failures: [...failures, failure] });
}

/** A discarded generation gives its number back: it is no attempt (R26, R27). */
function finishAttempt(state: RunState, { step: id, status, attempt }: EventOf<'attempt.finished'>): RunState {
  const { call, ...step } = stateOf(state, id);
  if (status !== 'discarded' || call?.source === 'human') return setStep(state, id, step);
  const returned = { ...step, attempt: attempt - 1, n: step.n - 1 };
  return { ...setStep(state, id, returned), usage: { ...state.usage, attempts: state.usage.attempts - 1 } };
}

/** A guard's verdict, and after every retry the refinement, the last one included (R31). */
function verdictActions(event: EventOf<'guard.verdict'>, plan: Plan, before: RunState): readonly TraceEntry[] {
  const { artifactId, verdict, guard, token } = event;
  const facts = { ...placeOf(event), artifactId, verdict, guard, token };
  const dependencies = criteriaOf(plan, before, event.step);
  const judged = entry(event, 'EXECUTE-GUARD', { ...facts, dependencies });
  return verdict === 'retry' ? [judged, entry(event, 'REFINE-CONTEXT', facts)] : [judged];
}

/** A text, code and a program ask nobody (S2-4-c). */
function asksNobody({ steps }: Plan, id: string): boolean {
  return steps.some(({ id: step, kind }) => step === id && (kind === 'fixed' || kind === 'code' || kind === 'command'));
}

/**
 * The artifacts that a step's guard was given, by the names of `guardArtifacts` where there are such (design 3); none of a step that
 * has left the plan since, which was to be removed or has done its part.
 */
function criteriaOf(plan: Plan, state: RunState, step: string): Readonly<Record<string, string>> {
  const planned = plan.steps.find(({ id }) => id === step);
  if (!planned) return {};
  const given = givenTo(planned, state);
  const { guardArtifacts } = planned;
  if (guardArtifacts === undefined) return given;
  return Object.fromEntries(
    Object.entries(guardArtifacts).flatMap(([name, id]) => {
      const artifactId = given[id];
      return artifactId === undefined ? [] : [[name, artifactId]];
    }),
  );
}

function at({ step, epoch, attempt, token }: At): At {
  return { step, epoch, attempt, token };
}
