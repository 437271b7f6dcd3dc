import { type ActivityOptions, CancellationScope, isCancellation } from '@temporalio/workflow';
import { type AnyCall, type Condition, type OwnCall, planOf, rulesOf, type Started, stateOf } from '../engine.ts';
import type { CallResult } from '../model/call-result.ts';
import type { Event } from '../model/event.ts';
import {
  asksModel,
  keepsCallsNear,
  type Plan,
  recoveryOf,
  type StepPlan,
  THINKING_MS,
  verificationOf,
} from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { Call, RunState } from '../model/run-state.ts';
import { converse, generateWithOthers, judgeWithOthers } from '../ports/call-flow.ts';
import {
  agentInput,
  attemptInput,
  conditionInput,
  VERIFICATION_TIME,
  verificationInput,
} from '../ports/call-inputs.ts';
import { type EvaluateGuardInput, type GenerateInput, guardQueue, type QUEUES } from '../ports/calls.ts';
import { type Answered, type PackedCall, packCall, unpackAnswer } from '../ports/packed-calls.ts';
import {
  agentEffect,
  agentTurn,
  callOptions,
  evaluateGuard,
  evaluateWhen,
  generate,
  runCode,
  runCommand,
  verifyBaseCase,
} from './activity-proxies.ts';
import { askOutside, judgeLocally } from './outside.ts';

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
    start(call, run, events) {
      const { plan } = run;
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
          if (call.phase === 'verify') return verify(call, run, events, heartbeatTimeout);
          if (call.phase === 'condition') return ask({ run, call, events, heartbeatTimeout });
          const { isLocal } = carrier;
          return perform({ run, call, events, heartbeatTimeout, stored, isLocal, dispatched });
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

function verify(call: OwnCall, run: Run, events: readonly Event[], heartbeatTimeout: number): Promise<CallResult> {
  const verification = verificationOf(run.plan);
  const timeout = verification?.time ?? VERIFICATION_TIME;
  const options = callOptions(verification?.runsProgram === false ? 'text' : 'guard', 'base case', {
    timeout,
    heartbeatTimeout,
  });
  return verifyBaseCase.executeWithOptions(options, [verificationInput(call, run, events)]);
}

/** What asking a `when` may take, in milliseconds, beside storing and reading. */
const CONDITION_TIME = 10_000;

/** On the log's queue: it asks no model, so full model slots do not hold it up. */
function ask({ run, call, events, heartbeatTimeout }: Asking): Promise<CallResult> {
  const summary = `${call.step} · ${rulesOf(run.plan).conditionWord}`.slice(0, 120);
  const options = callOptions('log', summary, { timeout: CONDITION_TIME, heartbeatTimeout });
  return evaluateWhen.executeWithOptions(options, [conditionInput(call, run, events)]);
}

type Asking = Omit<Performance, 'call' | 'stored' | 'isLocal' | 'dispatched'> & { readonly call: Condition };

interface Performance {
  readonly run: Run;
  readonly call: Call;
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
  const { run, call, events, heartbeatTimeout } = performance;
  const { plan, state } = run;
  const step = planOf(plan, call.step);
  const asked = attemptInput(call, run, events);
  if (asked.phase === 'guard') return judge(performance, asked.input);
  const { input } = asked;
  const { timeouts: limits } = step;
  const model = recoveryOf(step).ladder[input.rung] ?? step.model;
  const optionsOf = (what: string, queue: keyof typeof QUEUES = keepsCallsNear(plan) ? 'workflow' : 'generate') =>
    callOptions(queue, summaryOf(call, state, what), { timeout: longestCall(step), heartbeatTimeout });
  const sent = <Input extends GenerateInput>(one: Input) => (keepsCallsNear(plan) ? packCall(one) : one);
  if (step.kind === 'agent') return talk(performance, agentInput(input, run), { optionsOf, model, sent });
  // Code asks no model, so full model slots do not hold it up.
  if (step.kind === 'code') return runCode.executeWithOptions(optionsOf(model, 'log'), [sent(input)]);
  // Where guards run what was written elsewhere, too.
  if (step.kind === 'command')
    return runCommand.executeWithOptions(optionsOf(model, 'guard'), [{ ...input, seal: '' }]);
  return generateWithOthers(
    input,
    (one) => generate.executeWithOptions(optionsOf(model), [sent(one)]),
    (outside) => askOutside(outside, limits.generate, limits.infra),
  );
}

interface Talk {
  /** The options of one activity that the timeline shows with these words. */
  readonly optionsOf: (what: string) => ActivityOptions;
  readonly model: string;
  /** A call as it is sent. */
  readonly sent: <Input extends GenerateInput>(input: Input) => Input | PackedCall;
}

/** One activity for each call of the model and for each effect of a tool (R80); only digests and ids pass here. */
function talk(
  { stored }: Performance,
  attempt: ReturnType<typeof agentInput>,
  { optionsOf, model, sent }: Talk,
): Promise<Answered> {
  return converse(attempt, {
    turn: (input) => agentTurn.executeWithOptions(optionsOf(`turn ${input.iteration} · ${model}`), [sent(input)]),
    effect: (input, tool) =>
      agentEffect.executeWithOptions(optionsOf(`turn ${input.iteration} · ${tool}`), [sent(input)]),
    stored,
  });
}

function judge(
  { run: { plan, state }, call, heartbeatTimeout, isLocal, dispatched }: Performance,
  asked: EvaluateGuardInput,
): Promise<Answered> {
  const step = planOf(plan, call.step);
  const { timeouts: limits, guard } = step;
  const summary = summaryOf(call, state, guard);
  const options = callOptions(guardQueue(plan, step), summary, { timeout: limits.guard, heartbeatTimeout });
  const otherwise = () =>
    judgeWithOthers(
      asked,
      (one) => evaluateGuard.executeWithOptions(options, [one]),
      (outside) => askOutside(outside, limits.guard, limits.infra),
    );
  if (!isLocal) return otherwise();
  return judgeLocally(asked, summary, () => {
    dispatched();
    return otherwise();
  });
}

/** Milliseconds that one execution of the generator may take: a model that is still thinking has longer. */
function longestCall({ kind, timeouts }: StepPlan): number {
  const thinking = asksModel(kind) ? (timeouts.thinking ?? THINKING_MS) : 0;
  return Math.max(timeouts.generate, thinking);
}

/** What the timeline shows beside the activity; Temporal takes at most 400 bytes. */
function summaryOf(call: Call, state: RunState, what: string): string {
  const { allowed } = stateOf(state, call.step);
  return `${call.step} · attempt ${call.attempt}/${allowed} · ${what}`.slice(0, 120);
}
