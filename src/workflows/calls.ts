import { CancellationScope, isCancellation } from '@temporalio/workflow';
import {
  type AnyCall,
  type Condition,
  dependenciesOf,
  leftOf,
  type OwnCall,
  planOf,
  rulesOf,
  type Started,
  stateOf,
} from '../engine.ts';
import type { CallResult } from '../model/call-result.ts';
import type { Event } from '../model/event.ts';
import { keepsCallsNear, type Plan, recoveryOf, verificationOf } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { Call, RunState } from '../model/run-state.ts';
import { type EvaluateGuardInput, type GenerateInput, guardQueue, type QUEUES } from '../ports/calls.ts';
import { type Answered, packCall, unpackAnswer } from '../ports/packed-calls.ts';
import { callOptions, evaluateWhen, runCode, runCommand, verifyBaseCase } from './activity-proxies.ts';
import { converse } from './agent-loop.ts';
import { generateWithOthers, judgeLocally, judgeWithOthers } from './outside.ts';

/** Starts calls as activities. */
export interface Calls {
  /** The newest event that a call under way carries; 0 for none. */
  readonly carried: number;
  /** Something is judged within this very workflow task: nothing else happens before it ends. */
  readonly isJudgingLocally: boolean;
  start(call: AnyCall, run: Run, events: readonly Event[]): Started;
}

export interface CallListener {
  /** A call has answered; what it carried is stored. */
  answered(call: AnyCall, result: CallResult, carried: number): void;
  /** A call that has not answered yet has stored what it carried. */
  stored(carried: number): void;
  /** A call was not answered within the workflow task and goes on as an activity of its own. */
  dispatched(): void;
  /** A call was cancelled: nothing to absorb, but the loop must look again. `isRevoked`: the loop itself did, and knows. */
  ended(call: AnyCall, isRevoked: boolean): void;
  /** A call failed in a way that no retry mends. */
  failed(call: AnyCall, error: unknown): void;
}

export function createCalls(heartbeatTimeout: number, listener: CallListener): Calls {
  const carrying = new Set<{ readonly carries: number; isLocal: boolean }>();
  return {
    get isJudgingLocally() {
      return [...carrying].some(({ isLocal }) => isLocal);
    },
    get carried() {
      return Math.max(0, ...[...carrying].map(({ carries }) => carries));
    },
    start(call, { plan, state }, events) {
      const carries = events.at(-1)?.seq ?? 0;
      const carrier = { carries, isLocal: isJudgedLocally(call, plan) };
      const scope = new CancellationScope();
      carrying.add(carrier);
      const stored = () => listener.stored(carries);
      const dispatched = () => {
        carrier.isLocal = false;
        listener.dispatched();
      };
      void scope
        .run(() => {
          if (call.phase === 'verify') return verify(call, plan, state, events, heartbeatTimeout);
          if (call.phase === 'condition') return ask({ plan, call, state, events, heartbeatTimeout });
          const { isLocal } = carrier;
          return perform({ plan, call, state, events, heartbeatTimeout, stored, isLocal, dispatched });
        })
        .then(
          (result) => {
            carrying.delete(carrier);
            listener.answered(call, unpackAnswer<CallResult>(result, call.token), carries);
          },
          (error: unknown) => {
            const isRevoked = !carrying.delete(carrier);
            if (isRevoked || isCancellation(error)) listener.ended(call, isRevoked);
            else listener.failed(call, error);
          },
        );
      return {
        cancel() {
          carrying.delete(carrier);
          scope.cancel();
        },
      };
    },
  };
}

/** Whether a call is answered within the workflow task that starts it; then it carries no events. What a person has a part in is not. */
export function isJudgedLocally(call: AnyCall, plan: Plan): boolean {
  if (call.phase !== 'guard' || call.source === 'human' || call.answers !== undefined) return false;
  return keepsCallsNear(plan) && planOf(plan, call.step).dispatched !== true;
}

/** What the leaves of a base case may take together, in milliseconds. */
const VERIFICATION_TIME = 600_000;

function verify(
  { token, answers, sparing }: OwnCall,
  plan: Plan,
  { runId, seq }: RunState,
  events: readonly Event[],
  heartbeatTimeout: number,
): Promise<CallResult> {
  const verification = verificationOf(plan);
  const timeout = verification?.time ?? VERIFICATION_TIME;
  const options = callOptions(verification?.runsProgram === false ? 'text' : 'guard', 'base case', {
    timeout,
    heartbeatTimeout,
  });
  const spared = sparing === undefined ? {} : { sparing };
  const input = { runId, seq, token, events, answers, ...spared, infraTimeout: VERIFICATION_TIME, seal: '' };
  return verifyBaseCase.executeWithOptions(options, [input]);
}

/** What asking a `when` may take, in milliseconds, beside storing and reading. */
const CONDITION_TIME = 10_000;

/** On the log's queue: it asks no model, so full model slots do not hold it up. */
function ask({ plan, call, state, events, heartbeatTimeout }: Asking): Promise<CallResult> {
  const { token, step, epoch } = call;
  const { runId, revision } = state;
  const rules = rulesOf(plan);
  const summary = `${step} · ${rules.conditionWord}`.slice(0, 120);
  const input = {
    runId,
    token,
    step,
    epoch,
    events,
    ...(revision !== undefined && { revision }),
    ...rules.facts(state),
    dependencies: dependenciesOf(plan, state, step),
    infraTimeout: planOf(plan, step).timeouts.infra,
  };
  const options = callOptions('log', summary, { timeout: CONDITION_TIME, heartbeatTimeout });
  return evaluateWhen.executeWithOptions(options, [input]);
}

type Asking = Omit<Performance, 'call' | 'stored' | 'isLocal' | 'dispatched'> & { readonly call: Condition };

interface Performance {
  readonly plan: Plan;
  readonly call: Call;
  readonly state: RunState;
  readonly events: readonly Event[];
  readonly heartbeatTimeout: number;
  readonly stored: () => void;
  /** It is judged within the workflow task. */
  readonly isLocal: boolean;
  /** It is not judged within the workflow task after all. */
  readonly dispatched: () => void;
}

/** One activity, or the turns of an agent: the model's call or the guard's, with all it needs named by id. */
function perform(performance: Performance): Promise<Answered> {
  const { plan, call, state, events, heartbeatTimeout, stored } = performance;
  const step = planOf(plan, call.step);
  const { token, epoch, attempt, artifactId } = call;
  const { n, amendments } = stateOf(state, call.step);
  const input = {
    runId: state.runId,
    token,
    step: call.step,
    epoch,
    attempt,
    // A person's artifact has a turn of its own before whatever follows the turns of a step, such as a scripted guard.
    n: call.source === 'human' ? n + amendments : call.n,
    events,
    ...(state.revision !== undefined && { revision: state.revision }),
    ...rulesOf(plan).facts(state),
    dependencies: dependenciesOf(plan, state, call.step),
    infraTimeout: step.timeouts.infra,
    history: stateOf(state, call.step).failures.map((failure) => failure.token),
  };
  if (call.phase === 'guard' && artifactId !== undefined) {
    return judge(performance, { ...input, artifactId, answers: call.answers ?? [] });
  }
  const { rung, injected, warned, allowed, executionSince = 1 } = stateOf(state, call.step);
  const model = recoveryOf(step).ladder[rung] ?? step.model;
  const optionsOf = (what: string, queue: keyof typeof QUEUES = keepsCallsNear(plan) ? 'workflow' : 'generate') =>
    callOptions(queue, summaryOf(call, state, what), { timeout: step.timeouts.generate, heartbeatTimeout });
  const isBeside = rulesOf(plan).isBeside({ plan, state }, call.step);
  const made = {
    ...input,
    rung,
    injected,
    warned,
    left: leftOf(state),
    ...(isBeside && { speculative: true }),
    ...(step.conditional === true && { whenAsked: true as const }),
  };
  const sent = <Input extends GenerateInput>(one: Input) => (keepsCallsNear(plan) ? packCall(one) : one);
  if (step.kind === 'agent') {
    const facts = { maxAttempts: allowed, executionSince };
    return converse({ ...made, ...facts }, { optionsOf, model, sent, stored });
  }
  // Code asks no model, so full model slots do not hold it up.
  if (step.kind === 'code') return runCode.executeWithOptions(optionsOf(model, 'log'), [sent(made)]);
  // Where guards run what was written elsewhere, too.
  if (step.kind === 'command') return runCommand.executeWithOptions(optionsOf(model, 'guard'), [{ ...made, seal: '' }]);
  return generateWithOthers(made, { options: optionsOf(model), limits: step.timeouts, sent });
}

function judge(
  { plan, call, state, heartbeatTimeout, isLocal, dispatched }: Performance,
  asked: EvaluateGuardInput,
): Promise<Answered> {
  const step = planOf(plan, call.step);
  const { timeouts: limits, guard } = step;
  const summary = summaryOf(call, state, guard);
  const options = callOptions(guardQueue(plan, step), summary, { timeout: limits.guard, heartbeatTimeout });
  if (!isLocal) return judgeWithOthers(asked, { options, limits });
  return judgeLocally(asked, summary, () => {
    dispatched();
    return judgeWithOthers(asked, { options, limits });
  });
}

/** What the timeline shows beside the activity; Temporal takes at most 400 bytes. */
function summaryOf(call: Call, state: RunState, what: string): string {
  const { allowed } = stateOf(state, call.step);
  return `${call.step} · attempt ${call.attempt}/${allowed} · ${what}`.slice(0, 120);
}
