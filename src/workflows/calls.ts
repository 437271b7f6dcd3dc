import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { planOf, stateOf } from '../domain/draft.ts';
import type { Event } from '../domain/event.ts';
import type { CallResult } from '../domain/input.ts';
import { factsOf } from '../domain/machine/facts.ts';
import { type Plan, recoveryOf } from '../domain/plan.ts';
import type { Call, RunState } from '../domain/run-state.ts';
import { dependenciesOf } from '../domain/trace.ts';
import { callOptions, evaluateGuard, generate, runCode } from './activity-proxies.ts';

/** The calls under way, by token and phase. */
export interface Calls {
  has(call: Call): boolean;
  readonly size: number;
  /** The newest event that a call under way carries; 0 for none. */
  readonly carried: number;
  start(call: Call, state: RunState, events: readonly Event[]): void;
  /** Cancels every call that is not wanted. */
  keepOnly(wanted: readonly Call[]): void;
}

export interface CallListener {
  /** A call has answered; what it carried is stored. */
  answered(result: CallResult, carried: number): void;
  /** A call was cancelled or discarded: nothing to absorb, but the loop must look again. */
  ended(): void;
  /** A call failed in a way that no retry mends. */
  failed(error: unknown): void;
}

interface Running {
  readonly scope: CancellationScope;
  readonly carries: number;
}

export function createCalls(plan: () => Plan, heartbeatTimeout: number, listener: CallListener): Calls {
  const running = new Map<string, Running>();
  return {
    has: (call) => running.has(keyOf(call)),
    get size() {
      return running.size;
    },
    get carried() {
      return Math.max(0, ...[...running.values()].map(({ carries }) => carries));
    },
    start(call, state, events) {
      const key = keyOf(call);
      const carries = events.at(-1)?.seq ?? 0;
      const scope = new CancellationScope();
      running.set(key, { scope, carries });
      void scope
        .run(() => perform(plan(), call, state, events, heartbeatTimeout))
        .then(
          (result) => {
            running.delete(key);
            listener.answered(result, carries);
          },
          (error: unknown) => {
            const revoked = !running.delete(key) || isCancellation(error);
            if (revoked) listener.ended();
            else listener.failed(error);
          },
        );
    },
    keepOnly(wanted) {
      const keys = new Set(wanted.map(keyOf));
      for (const [key, { scope }] of running) {
        if (keys.has(key)) continue;
        running.delete(key);
        scope.cancel();
      }
    },
  };
}

/** One activity: the model's call or the guard's, with all it needs named by id. */
function perform(
  plan: Plan,
  call: Call,
  state: RunState,
  events: readonly Event[],
  heartbeatTimeout: number,
): Promise<CallResult> {
  const step = planOf(plan, call.step);
  const { token, epoch, attempt, artifactId } = call;
  const { n, amendments } = stateOf(state, call.step);
  const facts = factsOf(state);
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
    ...(facts && { machine: facts }),
    dependencies: dependenciesOf(plan, state, call.step),
    infraTimeout: step.timeouts.infra,
    history: stateOf(state, call.step).failures.map((failure) => failure.token),
  };
  if (call.phase === 'guard' && artifactId !== undefined) {
    const options = callOptions('guard', summaryOf(call, state, step.guard), {
      timeout: step.timeouts.guard,
      heartbeatTimeout,
    });
    return evaluateGuard.executeWithOptions(options, [{ ...input, artifactId, answers: call.answers ?? [] }]);
  }
  const { rung, injected, warned } = stateOf(state, call.step);
  // Code asks no model, so full model slots do not hold it up.
  const queue = step.kind === 'code' ? 'guard' : 'generate';
  const options = callOptions(queue, summaryOf(call, state, recoveryOf(step).ladder[rung] ?? step.model), {
    timeout: step.timeouts.generate,
    heartbeatTimeout,
  });
  const work = { ...input, rung, injected, warned };
  return step.kind === 'code'
    ? runCode.executeWithOptions(options, [work])
    : generate.executeWithOptions(options, [work]);
}

/** What the timeline shows beside the activity; Temporal takes at most 400 bytes. */
function summaryOf(call: Call, state: RunState, what: string): string {
  const { allowed } = stateOf(state, call.step);
  return `${call.step} · attempt ${call.attempt}/${allowed} · ${what}`.slice(0, 120);
}

function keyOf({ token, phase }: Call): string {
  return `${token}/${phase}`;
}
