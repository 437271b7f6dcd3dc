/** Makes the calls of a run in this process, by the work that activities do in the service. */
import { NO_NOTIFICATIONS } from '../activities/abort-registry.ts';
import { createAgentEffectActivity } from '../activities/agents/agent-effect.ts';
import { createAgentTurnActivity } from '../activities/agents/agent-turn.ts';
import { CallFailure } from '../activities/call-failure.ts';
import { createCommandPort } from '../activities/calls/command-port.ts';
import { createEvaluateWhenActivity } from '../activities/calls/evaluate-when.ts';
import { createPrepareRedirectActivity } from '../activities/calls/prepare-redirect.ts';
import { createRunCodeActivity } from '../activities/calls/run-code.ts';
import { createRunCommandActivity } from '../activities/calls/run-command.ts';
import { createStoreAmendmentActivity } from '../activities/calls/store-amendment.ts';
import type { Execution } from '../activities/execution.ts';
import { createGenerateActivity } from '../activities/generators/generate.ts';
import { NO_TEXTS } from '../activities/generators/growing-texts.ts';
import { createBaseCasePort } from '../activities/guards/base-case-port.ts';
import { createEvaluateGuardActivity } from '../activities/guards/evaluate-guard.ts';
import { createVerifyBaseCaseActivity } from '../activities/guards/verify-base-case.ts';
import type { OwnGenerator } from '../authoring/define-generator.ts';
import type { Parts } from '../authoring/parts.ts';
import type { Check } from '../definitions/checks/check.ts';
import { type AnyCall, planOf } from '../engine.ts';
import type { Models } from '../generators/registry.ts';
import { schemaErrors } from '../guards/isolation/schema-errors.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import type { CallResult } from '../model/call-result.ts';
import { type StepPlan, verificationOf } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { converse, generateWithOthers, judgeWithOthers } from '../ports/call-flow.ts';
import { agentInput, attemptInput, conditionInput, verificationInput } from '../ports/call-inputs.ts';
import type {
  EvaluateGuardInput,
  GenerateInput,
  OutsideAnswer,
  OutsideCall,
  PrepareRedirectInput,
  PrepareRedirectOutput,
  StoreAmendmentInput,
  StoreAmendmentOutput,
} from '../ports/calls.ts';
import { type Answered, unpackAnswer } from '../ports/packed-calls.ts';
import type { CallStore } from '../ports/store/store.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { createGuardPort } from '../store/artifacts/guard-port.ts';
import { createJudgedAnswers } from '../store/artifacts/judged-answers.ts';
import type { AnswerSource } from './answers.ts';
import type { Clock } from './clock.ts';
import type { RunningSteps } from './running-steps.ts';

export interface PlayCallsOptions {
  readonly store: CallStore;
  readonly clock: Clock;
  readonly source: AnswerSource;
  readonly models: Models;
  readonly guards: GuardRegistry;
  readonly parts: Parts;
  /** For which steps the user's own generators run. */
  readonly running: RunningSteps;
  readonly sandboxes: Sandboxes;
  readonly check: Check;
  /** What keeps the play from going on, whatever the call at hand makes of it; undefined: nothing. */
  readonly blocked: (where: { readonly step?: string; readonly attempt?: number }) => unknown;
}

/** A call that waits to be made; what it is asked with was fixed when it was begun. */
export interface Begun {
  readonly call: AnyCall;
  /** It may run a program. */
  readonly runsProgram: boolean;
  make(): Promise<CallResult>;
}

export interface PlayCalls {
  begin(call: AnyCall, run: Run): Begun;
  storeAmendment(input: StoreAmendmentInput): Promise<StoreAmendmentOutput>;
  prepareRedirect(input: PrepareRedirectInput): Promise<PrepareRedirectOutput>;
}

export function createPlayCalls(options: PlayCallsOptions): PlayCalls {
  const work = workOf(options);
  return {
    begin: (call, run) => begin(work, call, run),
    storeAmendment: createStoreAmendmentActivity(options),
    prepareRedirect: createPrepareRedirectActivity(options),
  };
}

type Work = ReturnType<typeof workOf>;

function workOf({ source, clock, blocked, running, ...given }: PlayCallsOptions) {
  const { store } = given;
  let attempt = 1;
  const execution = (): Execution => ({ attempt, cancelled: NEVER, isRevoked: () => false, now: clock.now });
  const dependencies = { ...given, execution, aborts: NO_NOTIFICATIONS, texts: NO_TEXTS, schemaErrors };
  /** Tries as Temporal does; what is waited for goes by at once. */
  const tried =
    <Input extends object, Output>(once: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      for (attempt = 1; ; attempt += 1) {
        try {
          return await once(input);
        } catch (error) {
          const why = blocked(input);
          if (why !== undefined) throw why;
          if (!(error instanceof CallFailure) || error.facts.final === true) throw error;
          clock.pass(error.facts.retryAfter ?? Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT));
        }
      }
    };
  return {
    generate: tried((input: GenerateInput) => {
      const parts = running.has(input.step) ? given.parts : answeringParts(given.parts, source, input);
      return createGenerateActivity({ ...dependencies, parts })(input);
    }),
    runCode: tried(createRunCodeActivity(dependencies)),
    runCommand: tried(createRunCommandActivity({ ...dependencies, commands: createCommandPort(dependencies) })),
    agentTurn: tried(createAgentTurnActivity(dependencies)),
    agentEffect: tried(createAgentEffectActivity(dependencies)),
    evaluateWhen: tried(createEvaluateWhenActivity(dependencies)),
    evaluateGuard: tried(
      createEvaluateGuardActivity({
        ...dependencies,
        guardPort: createGuardPort(store),
        judging: { answers: createJudgedAnswers(store) },
      }),
    ),
    verifyBaseCase: tried(createVerifyBaseCaseActivity({ ...dependencies, baseCases: createBaseCasePort(store) })),
    outside: (asked: Pick<GenerateInput, 'step' | 'epoch' | 'attempt' | 'n'>) => outsideBy(source, asked),
  };
}

const NEVER = new AbortController().signal;
/** Milliseconds, as `workflows/activity-proxies.ts` has them. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

function outsideBy(
  source: AnswerSource,
  { step, epoch, attempt, n }: Pick<GenerateInput, 'step' | 'epoch' | 'attempt' | 'n'>,
) {
  return ({ request, leaf }: Omit<OutsideCall, 'token'>): Promise<OutsideAnswer> =>
    source.outside({ name: leaf === undefined ? step : `${step}/${leaf}`, step, epoch, attempt, n, request });
}

/** The same parts, whose generators make what the test says. */
function answeringParts(parts: Parts, source: AnswerSource, { n }: GenerateInput): Parts {
  const answering = (generator: OwnGenerator): OwnGenerator => ({
    ...generator,
    async generate(given, context) {
      const { step, epoch, attempt } = context;
      const request = { ...context, signal: undefined, given };
      const said = await source.custom({ name: step, step, epoch, attempt, n, generator: generator.name, request });
      if ('error' in said) throw new Error(said.error);
      return said.made;
    },
  });
  return {
    ...parts,
    generator(name) {
      const own = parts.generator(name);
      return own && answering(own);
    },
  };
}

function begin(work: Work, call: AnyCall, run: Run): Begun {
  const { plan } = run;
  if (call.phase === 'verify') {
    const input = verificationInput(call, run, []);
    const make = async () => besideAll(await work.verifyBaseCase(input));
    return { call, runsProgram: verificationOf(plan)?.runsProgram !== false, make };
  }
  if (call.phase === 'condition') {
    const input = conditionInput(call, run, []);
    return { call, runsProgram: false, make: () => work.evaluateWhen(input) };
  }
  const asked = attemptInput(call, run, []);
  const step = planOf(plan, call.step);
  if (asked.phase === 'guard')
    return { call, runsProgram: step.runsProgram === true, make: () => judged(work, asked.input) };
  return { call, runsProgram: step.kind === 'command', make: () => made(work, step, asked.input, run) };
}

/** A run goes on beside a question about its base case. */
function besideAll(result: CallResult): CallResult {
  return result.kind === 'pending' ? { ...result, beside: true } : result;
}

async function judged(work: Work, input: EvaluateGuardInput): Promise<CallResult> {
  return whole(await judgeWithOthers(input, work.evaluateGuard, work.outside(input)), input);
}

async function made(work: Work, step: StepPlan, input: GenerateInput, run: Run): Promise<CallResult> {
  if (step.kind === 'code') return work.runCode(input);
  if (step.kind === 'command') return work.runCommand(input);
  if (step.kind !== 'agent') return whole(await generateWithOthers(input, work.generate, work.outside(input)), input);
  const turns = { turn: work.agentTurn, effect: work.agentEffect, stored: () => undefined };
  return whole(await converse(agentInput(input, run), turns), input);
}

function whole(answered: Answered, { token }: Pick<GenerateInput, 'token'>): CallResult {
  return unpackAnswer<CallResult>(answered, token);
}
