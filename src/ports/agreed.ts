import { stateOf } from '../core/state/lookup.ts';
import type { Plan } from '../model/plan.ts';
import { isClosed, type RunState } from '../model/run-state.ts';

/** A proposed change that a person has approved, or the parts that a step is broken down into. */
export interface Agreed {
  readonly proposal: { readonly step: string; readonly artifactId: string };
  readonly decomposes?: string;
  readonly by: string;
}

/** What waits to be applied. Once it is its step is gone from the plan. */
export function agreedTo({ steps }: Plan, state: RunState): readonly Agreed[] {
  if (isClosed(state)) return [];
  return steps.flatMap(({ id, clarification, decomposes }) => {
    if (clarification !== true && decomposes === undefined) return [];
    // Nothing of the run's own ends before what people said is settled (R86).
    if (decomposes !== undefined && state.redirecting) return [];
    const { sigma, artifact } = stateOf(state, id);
    if (sigma !== 'satisfied' || !artifact) return [];
    if (decomposes !== undefined)
      return [{ proposal: { step: id, artifactId: artifact.id }, decomposes, by: 'decomposition' }];
    const answers = Object.values(state.escalations).filter(({ step, decision }) => step === id && decision);
    const by = answers.at(-1)?.decision?.by ?? 'anonymous';
    return [{ proposal: { step: id, artifactId: artifact.id }, by }];
  });
}
