/** A run told as the actions of the agent function (S0-A1 to S0-A6; api 2 "trace"): derived from the log, never stored. */

import { evolve } from '../core/events/evolve.ts';
import { givenTo } from '../core/frontier.ts';
import { type Observation, observation } from '../core/observation.ts';
import type { At, Event } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import { INITIAL, type RunState } from '../model/run-state.ts';
import { groupOf, swapReason } from '../topologies/and-or/evolve.ts';

const CATEGORIES = {
  'QUERY-LLM': 'external',
  'REPLY-TO-USER': 'external',
  'ESCALATE-TO-USER': 'external',
  'EXECUTE-GUARD': 'sensing',
  'ADVANCE-STATE': 'internal',
  'REFINE-CONTEXT': 'internal',
  BACKTRACK: 'internal',
  INVALIDATE: 'internal',
  'INJECT-CONTEXT': 'internal',
  'CLIMB-LADDER': 'internal',
  TRANSITION: 'internal',
  'SWITCH-BRANCH': 'internal',
  OBSERVE: 'internal',
  'VERIFY-BASE-CASE': 'internal',
  REDIRECT: 'internal',
  STOP: 'internal',
} as const;

type TraceAction = keyof typeof CATEGORIES;

export interface TraceEntry extends Partial<Observation> {
  readonly seq: number;
  readonly action: TraceAction;
  readonly category: (typeof CATEGORIES)[TraceAction];
  readonly step?: string;
  readonly epoch?: number;
  readonly attempt?: number;
  readonly artifactId?: string;
  readonly verdict?: string;
  /** Of the verdict: by it the feedback is found. */
  readonly token?: string;
  readonly guard?: string;
  /** Step ids → artifact ids that the guard was given. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly waived?: boolean;
  readonly targets?: readonly string[];
  /** What made a step fall, where what was injected comes from, or the state that a machine leaves. */
  readonly from?: string;
  readonly model?: string;
  /** Of a transition of a machine; it stays where the move is refused. */
  readonly to?: string;
  readonly refused?: boolean;
  readonly fallback?: boolean;
  readonly escalationId?: string;
  readonly status?: string;
  readonly orGroup?: string;
  /** The choice that is taken from here on. */
  readonly selected?: string;
  readonly reason?: string;
  readonly passed?: boolean;
  readonly children?: readonly string[];
}

/** The actions in order. `events` start at seq 1. */
export function traceOf(events: readonly Event[], plan: Plan): readonly TraceEntry[] {
  const trace: TraceEntry[] = [];
  let state: RunState = INITIAL;
  for (const event of events) {
    tell(trace, event, plan, state);
    state = evolve(state, event);
  }
  return trace;
}

/** Goes on with a trace by the actions that one event stands for, given the state before it. */
export function tell(trace: TraceEntry[], event: Event, plan: Plan, before: RunState): void {
  const isNeedless =
    (event.type === 'attempt.finished' && event.skipped === true) ||
    (event.type === 'artifact.created' && event.source === 'imported');
  if (isNeedless) forgetQuery(trace, event);
  trace.push(...actionsOf(event, plan, before).map((told) => withVerdict(trace, told)));
}

/** A question about an attempt that was judged is asked because of that verdict (R121). */
function withVerdict(trace: readonly TraceEntry[], told: TraceEntry): TraceEntry {
  if (told.action !== 'ESCALATE-TO-USER' || told.step === undefined) return told;
  const judged = trace.findLast(({ action, step }) => action === 'EXECUTE-GUARD' && step === told.step);
  if (!judged || judged.epoch !== told.epoch || judged.attempt !== told.attempt) return told;
  const { verdict, token, guard } = judged;
  return {
    ...told,
    ...(verdict !== undefined && { verdict }),
    ...(token !== undefined && { token }),
    ...(guard !== undefined && { guard }),
  };
}

/** Nobody was asked: the call that was to ask has found that the step's condition is false (R71), or its artifact brought along (R69). */
function forgetQuery(trace: TraceEntry[], { step, epoch, attempt }: At): void {
  const at = trace.findLastIndex(
    (told) => told.action === 'QUERY-LLM' && told.step === step && told.epoch === epoch && told.attempt === attempt,
  );
  if (at !== -1) trace.splice(at, 1);
}

function actionsOf(event: Event, plan: Plan, before: RunState): readonly TraceEntry[] {
  switch (event.type) {
    case 'attempt.started':
      return asksNobody(plan, event.step) ? [] : [entry(event, 'QUERY-LLM', placeOf(event))];
    case 'guard.verdict':
      return verdictActions(event, plan, before);
    case 'step.satisfied':
      return [entry(event, 'ADVANCE-STATE', { step: event.step, artifactId: event.artifactId })];
    case 'step.waived':
      return [entry(event, 'ADVANCE-STATE', { step: event.step, waived: true })];
    case 'backtrack.started':
      return [entry(event, 'BACKTRACK', { ...placeOf(event), guard: event.guard, targets: event.targets })];
    case 'step.invalidated':
      return [entry(event, 'INVALIDATE', { ...placeOf(event), from: event.cause })];
    case 'context.injected':
      return [entry(event, 'INJECT-CONTEXT', { ...placeOf(event), from: event.from })];
    case 'ladder.climbed':
      return [entry(event, 'CLIMB-LADDER', { ...placeOf(event), model: event.model })];
    case 'escalation.opened':
      return [entry(event, 'ESCALATE-TO-USER', questionOf(event))];
    case 'machine.transitioned':
      return [entry(event, 'TRANSITION', moveOf(event))];
    case 'step.started':
      return event.unresolved === undefined
        ? []
        : [entry(event, 'OBSERVE', observed(event, plan, before, event.unresolved))];
    case 'branch.swapped': {
      const { orGroup, from, to, cause } = event;
      return [entry(event, 'SWITCH-BRANCH', { orGroup, from, selected: to, reason: swapReason(cause) })];
    }
    case 'branch.selected': {
      const { orGroup, choice, reason, speculative } = event;
      const { taken, failed } = groupOf(before, orGroup);
      const isFirst = failed.length === 0 && (taken.length === 0 || speculative === true);
      return isFirst || isOfSwap(event, before)
        ? []
        : [entry(event, 'SWITCH-BRANCH', { orGroup, selected: choice, reason })];
    }
    case 'basecase.verified': {
      const { passed, artifactId } = event;
      return [entry(event, 'VERIFY-BASE-CASE', { passed, ...(artifactId !== undefined && { artifactId }) })];
    }
    case 'step.decomposed':
      return [entry(event, 'ADVANCE-STATE', { step: event.step, children: event.children })];
    case 'run.stopping':
      return [entry(event, 'STOP', {})];
    case 'run.redirected':
      return [entry(event, 'REDIRECT', { from: event.redirectId })];
    case 'run.closed':
      return event.status === 'completed' || event.status === 'failed'
        ? [entry(event, 'REPLY-TO-USER', { status: event.status })]
        : [];
    case 'run.created':
    case 'run.aligned':
    case 'run.started':
    case 'branch.won':
    case 'branch.lost':
    case 'branch.failed':
    case 'basecase.started':
    case 'basecase.broken':
    case 'run.redirecting':
    case 'run.redirect_ended':
    case 'run.failing':
    case 'run.pausing':
    case 'run.paused':
    case 'run.resumed':
    case 'condition.evaluated':
    case 'artifact.created':
    case 'guard.error':
    case 'usage.discarded':
    case 'attempt.finished':
    case 'stagnation.detected':
    case 'step.reopened':
    case 'budget.warning':
    case 'budget.raised':
    case 'escalation.updated':
    case 'escalation.expired':
    case 'escalation.decided':
    case 'escalation.withdrawn':
    case 'decision.rejected':
    case 'budget.exceeded':
    case 'note.added':
    case 'turn.started':
      return [];
  }
}

function observed({ step, epoch }: { step: string; epoch: number }, plan: Plan, before: RunState, count: number) {
  return { step, epoch, ...observation(plan, before, count) };
}

/** The swap that came just before has told of it. */
function isOfSwap({ orGroup }: Extract<Event, { type: 'branch.selected' }>, { trail }: RunState): boolean {
  const last = trail?.entries.findLast((told) => told.orGroup === orGroup);
  return last?.type === 'backtrack';
}

/** A guard's verdict, and after every retry the refinement, the last one included (R31). */
function verdictActions(
  event: Extract<Event, { type: 'guard.verdict' }>,
  plan: Plan,
  before: RunState,
): readonly TraceEntry[] {
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

function moveOf({ step, from, to, refused, fallback }: Extract<Event, { type: 'machine.transitioned' }>) {
  return { ...(step !== undefined && { step }), from, to, ...(refused && { refused }), ...(fallback && { fallback }) };
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

function entry(event: Event, action: TraceAction, facts: Partial<TraceEntry>): TraceEntry {
  return { seq: event.seq, action, category: CATEGORIES[action], ...facts };
}

function placeOf({ step, epoch, attempt }: { step: string; epoch: number; attempt: number }) {
  return { step, epoch, attempt };
}

function questionOf(event: Extract<Event, { type: 'escalation.opened' }>): Partial<TraceEntry> {
  const { escalationId, step, epoch, attempt, artifactId } = event;
  return {
    escalationId,
    ...(step !== undefined && { step }),
    ...(epoch !== undefined && { epoch }),
    ...(attempt !== undefined && { attempt }),
    ...(artifactId !== undefined && { artifactId }),
  };
}
