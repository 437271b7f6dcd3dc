import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../../src/ports/store/store.ts';

/** A verdict that takes longer to be stored than a workflow task waits for it. */
export const SLOW_VERDICT = { verdict: 'retry', feedback: 'slowly' };

/** The store of an engine in which such verdicts are slow. */
export function withSlowVerdicts(store: Store): Store {
  const { verdicts } = store;
  const save: typeof verdicts.save = async (runId, token, artifactId, verdict) => {
    if (verdict.feedback === SLOW_VERDICT.feedback) await setTimeout(1_500);
    return verdicts.save(runId, token, artifactId, verdict);
  };
  return { ...store, verdicts: { ...verdicts, save } };
}
