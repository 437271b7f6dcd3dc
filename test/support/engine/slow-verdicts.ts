import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../../src/ports/store/store.ts';

/** A verdict that takes longer to be stored than a workflow task waits for it. */
export const SLOW_VERDICT = { verdict: 'retry', feedback: 'slowly' };

/** One that takes a while to be stored, and is waited for. */
export const LINGERING_VERDICT = { verdict: 'retry', feedback: 'after a while' };

const MILLISECONDS: Readonly<Record<string, number>> = {
  [SLOW_VERDICT.feedback]: 1_500,
  [LINGERING_VERDICT.feedback]: 40,
};

/** The store of an engine in which such verdicts are slow. */
export function withSlowVerdicts(store: Store): Store {
  const { verdicts } = store;
  const save: typeof verdicts.save = async (runId, token, artifactId, verdict) => {
    await setTimeout(MILLISECONDS[verdict.feedback] ?? 0);
    return verdicts.save(runId, token, artifactId, verdict);
  };
  return { ...store, verdicts: { ...verdicts, save } };
}
