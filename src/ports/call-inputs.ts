/** What the calls of a run are asked with: all that they need, named by id. */
import type { Condition } from '../core/conditions.ts';
import { absentFor, dependenciesOf } from '../core/frontier.ts';
import { planOf, stateOf } from '../core/state/lookup.ts';
import { type OwnCall, rulesOf } from '../core/topology.ts';
import type { Event } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import type { Call } from '../model/run-state.ts';
import type {
  AgentTurnInput,
  EvaluateGuardInput,
  EvaluateWhenInput,
  GenerateInput,
  VerifyBaseCaseInput,
} from './calls.ts';

/** What the leaves of a base case may take together, in milliseconds. */
export const VERIFICATION_TIME = 600_000;

export function verificationInput(
  { token, answers }: OwnCall,
  { state: { runId, seq } }: Run,
  events: readonly Event[],
): VerifyBaseCaseInput {
  return { runId, seq, token, events, answers, infraTimeout: VERIFICATION_TIME, seal: '' };
}

export function conditionInput(
  { token, step, epoch }: Condition,
  { plan, state }: Run,
  events: readonly Event[],
): EvaluateWhenInput {
  const { runId, revision } = state;
  return {
    runId,
    token,
    step,
    epoch,
    events,
    ...(revision !== undefined && { revision }),
    ...rulesOf(plan).facts(state),
    dependencies: dependenciesOf(plan, state, step),
    infraTimeout: planOf(plan, step).timeouts.infra,
  };
}

/** Of the two phases of an attempt: the artifact is made, or the one that there is is judged. */
export type AttemptInput =
  | { readonly phase: 'guard'; readonly input: EvaluateGuardInput }
  | { readonly phase: 'generate'; readonly input: GenerateInput };

export function attemptInput(call: Call, run: Run, events: readonly Event[]): AttemptInput {
  const { plan, state } = run;
  const step = planOf(plan, call.step);
  const { token, epoch, attempt, artifactId } = call;
  const { n, amendments, failures, rung, injected, warned } = stateOf(state, call.step);
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
    history: failures.map((failure) => failure.token),
  };
  if (call.phase === 'guard' && artifactId !== undefined)
    return { phase: 'guard', input: { ...input, artifactId, answers: call.answers ?? [] } };
  const absent = absentFor(plan, state, call.step);
  const made = {
    ...input,
    ...(Object.keys(absent).length > 0 && { absent }),
    rung,
    injected,
    warned,
    ...(rulesOf(plan).isBeside(run, call.step) && { speculative: true }),
    ...(step.conditional === true && { whenAsked: true as const }),
  };
  return { phase: 'generate', input: made };
}

/** An attempt of an agent; its turns add their number. */
export function agentInput(
  input: GenerateInput,
  { state }: Pick<Run, 'state'>,
): Omit<AgentTurnInput, 'iteration' | 'stateRef'> {
  const { allowed, executionSince = 1 } = stateOf(state, input.step);
  return { ...input, maxAttempts: allowed, executionSince };
}
