import { activityInfo } from '@temporalio/activity';
import type { AgentEffectOutput, AgentTurnOutput, GenerateInput, GenerateStep } from '../ports/calls.ts';
import type { Gate } from '../ports/gate.ts';
import type { GuardPort } from '../ports/guard-port.ts';
import type { Faults } from '../ports/store/faults.ts';
import type { Store } from '../ports/store/store.ts';
import { createGuardPort } from '../store/artifacts/guard-port.ts';
import { createJudgedAnswers } from '../store/artifacts/judged-answers.ts';
import '../topologies/documents.ts';
import { createAgentEffectActivity } from './agents/agent-effect.ts';
import { createAgentTurnActivity } from './agents/agent-turn.ts';
import { failingByTemporal, temporalExecution } from './by-temporal.ts';
import { createCommandPort } from './calls/command-port.ts';
import { createEvaluateWhenActivity } from './calls/evaluate-when.ts';
import { createPrepareRedirectActivity, type PrepareRedirectDependencies } from './calls/prepare-redirect.ts';
import { createRunCodeActivity } from './calls/run-code.ts';
import { createRunCommandActivity, type RunCommandDependencies } from './calls/run-command.ts';
import { createStoreAmendmentActivity } from './calls/store-amendment.ts';
import { whenOpen } from './calls/when-open.ts';
import { checked, type INPUTS } from './checked-input.ts';
import { crossing, near } from './crossing.ts';
import { createAnnounceFireActivity, createRecallFireActivity } from './fires.ts';
import { createFlushActivity } from './flush.ts';
import { createGenerateActivity } from './generators/generate.ts';
import type { GenerateDependencies } from './generators/generation.ts';
import { createBaseCasePort } from './guards/base-case-port.ts';
import { createEvaluateGuardActivity, type EvaluateGuardDependencies } from './guards/evaluate-guard.ts';
import { createVerifyBaseCaseActivity, type VerifyBaseCaseDependencies } from './guards/verify-base-case.ts';
import { endingErrors } from './internal-errors.ts';
import { ofThisStore } from './of-this-store.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export type ActivityDependencies = Omit<GenerateDependencies, 'store' | 'execution'> &
  Omit<EvaluateGuardDependencies, 'guardPort' | 'judging' | 'execution'> &
  PrepareRedirectDependencies &
  Pick<RunCommandDependencies, 'sandboxes'> &
  Waiting & { readonly store: Store };

interface Waiting {
  /** Shut while the store is silent; left out: the store answers always, or is none. */
  readonly gate?: Pick<Gate, 'isOpen' | 'opened'>;
}

/** What makes an activity ours: it looks at its input first (R116), waits for a store that is silent (R99), and heartbeats all the while. */
function oursBehind({ gate }: Waiting) {
  return <Input, Output>(name: keyof typeof INPUTS, work: (input: Input) => Promise<Output>) =>
    withHeartbeat(checked(name, whenOpen(ofThisStore(failingByTemporal(work)), gate)));
}

/** The same of one that makes an artifact, which runs of plan schema 2 send packed. */
function makingBehind(waiting: Waiting) {
  return <Input extends GenerateInput, Output extends GenerateStep | AgentTurnOutput | AgentEffectOutput>(
    name: keyof typeof INPUTS,
    work: (input: Input) => Promise<Output>,
  ) => crossing<Input, Output>(oursBehind(waiting)(name, work));
}

/** What a worker registers. Each queue takes the one it serves (`QUEUES`). */
export function createActivities(given: ActivityDependencies) {
  const dependencies = { ...given, execution: temporalExecution };
  const ours = oursBehind(dependencies);
  const making = makingBehind(dependencies);
  const note = (_input: unknown, fault: Parameters<Faults['record']>[0]) => dependencies.store.faults.record(fault);
  return {
    generate: making('generate', endingErrors('the generation', note, createGenerateActivity(dependencies))),
    evaluateWhen: ours('evaluateWhen', endingErrors('the condition', note, createEvaluateWhenActivity(dependencies))),
    runCode: making('runCode', endingErrors('the code', note, createRunCodeActivity(dependencies))),
    agentTurn: making('agentTurn', endingErrors('a turn', note, createAgentTurnActivity(dependencies))),
    agentEffect: making('agentEffect', endingErrors('an effect', note, createAgentEffectActivity(dependencies))),
    ...createGuardActivities({
      ...dependencies,
      guardPort: notedOnceDispatched(createGuardPort(dependencies.store, () => activityInfo().isLocal)),
      judging: { answers: createJudgedAnswers(dependencies.store) },
      baseCases: createBaseCasePort(dependencies.store),
      commands: createCommandPort(dependencies),
    }),
    flush: ours('flush', createFlushActivity(dependencies.store)),
    announceFire: ours('announceFire', createAnnounceFireActivity(dependencies.store)),
    recallFire: ours('recallFire', createRecallFireActivity(dependencies.store)),
    storeAmendment: ours('storeAmendment', createStoreAmendmentActivity(dependencies)),
    prepareRedirect: ours('prepareRedirect', createPrepareRedirectActivity(dependencies)),
  };
}

/** A guard that breaks within the workflow task is asked again by an activity of its own, which notes what breaks then (R32, R110). */
function notedOnceDispatched(guardPort: GuardPort): GuardPort {
  return {
    ...guardPort,
    note: (call, fault) =>
      activityInfo().isLocal ? Promise.reject(new Error(fault.detail)) : guardPort.note(call, fault),
  };
}

/** What a worker registers that serves the guards' queue alone. */
export function createGuardActivities(
  given: Omit<EvaluateGuardDependencies & VerifyBaseCaseDependencies & RunCommandDependencies & Waiting, 'execution'>,
) {
  const dependencies = { ...given, execution: temporalExecution };
  const ours = oursBehind(dependencies);
  const { guardPort, baseCases, commands } = dependencies;
  const evaluate = createEvaluateGuardActivity(dependencies);
  const verify = createVerifyBaseCaseActivity(dependencies);
  const runCommand = createRunCommandActivity(dependencies);
  return {
    evaluateGuard: near(
      ours(
        'evaluateGuard',
        endingErrors('the guard', (input, fault) => guardPort.note(input, fault), evaluate),
      ),
    ),
    verifyBaseCase: ours(
      'verifyBaseCase',
      endingErrors('the base case', (input, fault) => baseCases.note(input, fault), verify),
    ),
    runCommand: ours(
      'runCommand',
      endingErrors('the program', (input, fault) => commands.note(input, fault), runCommand),
    ),
  };
}

export type Activities = ReturnType<typeof createActivities>;
