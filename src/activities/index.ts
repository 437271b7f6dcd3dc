import { beating } from './beating.ts';
import { createEvaluateGuardActivity, type EvaluateGuardDependencies } from './evaluate-guard.ts';
import { createFlushActivity } from './flush.ts';
import { createGenerateActivity } from './generate.ts';
import type { GenerateDependencies } from './generation.ts';
import { createPrepareRedirectActivity, type PrepareRedirectDependencies } from './prepare-redirect.ts';
import { createStoreAmendmentActivity } from './store-amendment.ts';

export type ActivityDependencies = GenerateDependencies & EvaluateGuardDependencies & PrepareRedirectDependencies;

/** What a worker registers. Each queue takes the one it serves (`QUEUES`). */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    generate: beating(createGenerateActivity(dependencies)),
    // The same work under a name of its own: what asks no model is no generation in Temporal's history (seed 002).
    runCode: beating(createGenerateActivity(dependencies)),
    evaluateGuard: beating(createEvaluateGuardActivity(dependencies)),
    flush: beating(createFlushActivity(dependencies.store)),
    storeAmendment: beating(createStoreAmendmentActivity(dependencies.store)),
    prepareRedirect: beating(createPrepareRedirectActivity(dependencies)),
  };
}

export type Activities = ReturnType<typeof createActivities>;
