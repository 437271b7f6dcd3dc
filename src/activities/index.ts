import { type EvaluateGuardDependencies, createEvaluateGuardActivity } from './evaluate-guard.ts';
import { createFlushActivity } from './flush.ts';
import { type GenerateDependencies, createGenerateActivity } from './generate.ts';

export type ActivityDependencies = GenerateDependencies & EvaluateGuardDependencies;

/** What a worker registers. Each queue takes the one it serves (`QUEUES`). */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    generate: createGenerateActivity(dependencies),
    evaluateGuard: createEvaluateGuardActivity(dependencies),
    flush: createFlushActivity(dependencies.store),
  };
}

export type Activities = ReturnType<typeof createActivities>;
