import { createGuardDesk } from '../store/guard-desk.ts';
import { createAgentEffectActivity } from './agents/agent-effect.ts';
import { createAgentTurnActivity } from './agents/agent-turn.ts';
import { createBaseCaseDesk } from './base-case-desk.ts';
import { beating } from './beating.ts';
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

/** What a worker registers. Each queue takes the one it serves (`QUEUES`). */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    generate: beating(createGenerateActivity(dependencies)),
    runCode: beating(createRunCodeActivity(dependencies)),
    agentTurn: beating(createAgentTurnActivity(dependencies)),
    agentEffect: beating(createAgentEffectActivity(dependencies)),
    ...createGuardActivities({
      ...dependencies,
      desk: createGuardDesk(dependencies.store),
      baseCases: createBaseCaseDesk(dependencies.store),
      commands: createCommandDesk(dependencies),
    }),
    flush: beating(createFlushActivity(dependencies.store)),
    storeAmendment: beating(createStoreAmendmentActivity(dependencies)),
    prepareRedirect: beating(createPrepareRedirectActivity(dependencies)),
  };
}

/** What a worker registers that serves the guards' queue alone. */
export function createGuardActivities(
  dependencies: EvaluateGuardDependencies & VerifyBaseCaseDependencies & RunCommandDependencies,
) {
  return {
    evaluateGuard: beating(createEvaluateGuardActivity(dependencies)),
    verifyBaseCase: beating(createVerifyBaseCaseActivity(dependencies)),
    runCommand: beating(createRunCommandActivity(dependencies)),
  };
}

export type Activities = ReturnType<typeof createActivities>;
