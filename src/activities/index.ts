import { createGuardDesk } from '../store/guard-desk.ts';
import { createAgentEffectActivity } from './agents/agent-effect.ts';
import { createAgentTurnActivity } from './agents/agent-turn.ts';
import { createBaseCaseDesk } from './base-case-desk.ts';
import { beating } from './beating.ts';
import { checked, type INPUTS } from './checked-input.ts';
import { createCommandDesk } from './command-desk.ts';
import { createEvaluateGuardActivity, type EvaluateGuardDependencies } from './evaluate-guard.ts';
import { createFlushActivity } from './flush.ts';
import { createGenerateActivity } from './generate.ts';
import type { GenerateDependencies } from './generation.ts';
import { createPrepareRedirectActivity, type PrepareRedirectDependencies } from './prepare-redirect.ts';
import { createRunCodeActivity } from './run-code.ts';
import { createRunCommandActivity, type RunCommandDependencies } from './run-command.ts';
import { createStoreAmendmentActivity } from './store-amendment.ts';
import { createVerifyBaseCaseActivity, type VerifyBaseCaseDependencies } from './verify-base-case.ts';

export type ActivityDependencies = GenerateDependencies &
  Omit<EvaluateGuardDependencies, 'desk' | 'judge'> &
  PrepareRedirectDependencies &
  Pick<RunCommandDependencies, 'sandboxes'>;

/** An activity of ours: it looks at its input first (R116), and beats while it works. */
function ours<Input, Output>(name: keyof typeof INPUTS, work: (input: Input) => Promise<Output>) {
  return beating(checked(name, work));
}

/** What a worker registers. Each queue takes the one it serves (`QUEUES`). */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    generate: ours('generate', createGenerateActivity(dependencies)),
    runCode: ours('runCode', createRunCodeActivity(dependencies)),
    agentTurn: ours('agentTurn', createAgentTurnActivity(dependencies)),
    agentEffect: ours('agentEffect', createAgentEffectActivity(dependencies)),
    ...createGuardActivities({
      ...dependencies,
      desk: createGuardDesk(dependencies.store),
      baseCases: createBaseCaseDesk(dependencies.store),
      commands: createCommandDesk(dependencies),
    }),
    flush: ours('flush', createFlushActivity(dependencies.store)),
    storeAmendment: ours('storeAmendment', createStoreAmendmentActivity(dependencies)),
    prepareRedirect: ours('prepareRedirect', createPrepareRedirectActivity(dependencies)),
  };
}

/** What a worker registers that serves the guards' queue alone. */
export function createGuardActivities(
  dependencies: EvaluateGuardDependencies & VerifyBaseCaseDependencies & RunCommandDependencies,
) {
  return {
    evaluateGuard: ours('evaluateGuard', createEvaluateGuardActivity(dependencies)),
    verifyBaseCase: ours('verifyBaseCase', createVerifyBaseCaseActivity(dependencies)),
    runCommand: ours('runCommand', createRunCommandActivity(dependencies)),
  };
}

export type Activities = ReturnType<typeof createActivities>;
