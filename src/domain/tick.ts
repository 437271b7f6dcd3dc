import { type Draft, draft, planOf, stateOf } from './draft.ts';
import { close, escalate } from './endings.ts';
import type { BudgetName, Event } from './event.ts';
import { goalMet, isReady } from './frontier.ts';
import type { Plan, StepPlan } from './plan.ts';
import { isClosed, type RunState } from './run-state.ts';
import { wanted } from './wanted.ts';

/**
 * Scheduling, after everything that arrived was absorbed, in the fixed order of design 1: stop → goal met → parked → a budget used
 * up → open attempts up to `maxParallelAgents` → nothing wanted: deadlock. Idempotent: a second tick adds nothing.
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
  if (goalMet(plan, state)) {
    if (flying.length === 0) close(next, 'completed');
    return;
  }
  if (state.status !== 'running') return;
  if (state.seq === 1) next.emit({ type: 'run.started' });
  const spent = usedUp(state, next.now);
  if (spent) return park(next, spent);
  open(next);
  if (wanted(next.state).length === 0 && next.state.status === 'running') {
    escalate(next, 'deadlock', undefined, 'No step can run and the goal is not met: which way should the run end?');
  }
}

/** Opens an attempt of every step that is ready, in declared order, while there is room and nothing shared is in use. */
function open(next: Draft): void {
  const flying = wanted(next.state);
  const busy = new Set(flying.flatMap((call) => planOf(next.plan, call.step).resources));
  let room = next.state.budgets.maxParallelAgents - flying.length;
  for (const step of next.plan.steps) {
    if (room <= 0) return;
    if (!isOpenable(next.state, step) || step.resources.some((name) => busy.has(name))) continue;
    const short = shortOf(next.state, step);
    if (short) {
      if (wanted(next.state).length === 0) park(next, short);
      return;
    }
    openAttempt(next, step);
    for (const name of step.resources) busy.add(name);
    room -= 1;
  }
}

function isOpenable(state: RunState, step: StepPlan): boolean {
  const { sigma, call, escalation } = stateOf(state, step.id);
  return sigma === 'unsatisfied' && !call && !escalation && isReady(state, step);
}

function openAttempt(next: Draft, { id: step, attempts }: StepPlan): void {
  const before = stateOf(next.state, step);
  if (!before.open) next.emit({ type: 'step.started', step, epoch: before.epoch + 1, allowed: attempts });
  const { epoch, attempt, n } = stateOf(next.state, step);
  next.emit({ type: 'attempt.started', step, epoch, attempt: attempt + 1, n: n + 1, token: `t${next.state.seq + 1}` });
}

interface Spent {
  readonly budget: BudgetName;
  readonly used: number;
  readonly limit: number;
}

/** The first budget that is used up, whatever comes next (R49). */
function usedUp(state: RunState, now: number): Spent | undefined {
  const { budgets, usage } = state;
  const measures: readonly [BudgetName, number, number | undefined][] = [
    ['maxTokens', usage.inputTokens + usage.outputTokens, budgets.maxTokens],
    ['maxCostUsd', usage.microUsd ?? 0, budgets.maxMicroUsd],
    ['maxDuration', usage.activeMs + Math.max(0, now - state.at), budgets.maxDurationMs],
  ];
  for (const [budget, used, limit] of measures)
    if (limit !== undefined && used >= limit) return { budget, used, limit };
  return undefined;
}

/** Budgets that are tested before a generation, so that they are never exceeded (R49). */
function shortOf(state: RunState, step: StepPlan): Spent | undefined {
  const { maxAttempts, maxIterations } = state.budgets;
  const { attempts } = state.usage;
  if (maxAttempts !== undefined && attempts >= maxAttempts)
    return { budget: 'maxAttempts', used: attempts, limit: maxAttempts };
  if (maxIterations === undefined || stateOf(state, step.id).open || state.iterations < maxIterations) return undefined;
  return { budget: 'maxIterations', used: state.iterations, limit: maxIterations };
}

function park(next: Draft, { budget, used, limit }: Spent): void {
  next.emit({ type: 'budget.exceeded', budget, used, limit });
  escalate(next, 'budget', undefined, `The run has used its ${budget} (${used} of ${limit}): should it go on?`);
}
