/** Which steps a run did without, and why: what is said of it before anything that it has made. Pure. */
import type { Run } from '../model/run.ts';

/** A step that the run does not wait for although its guard did not pass. One whose condition is false is none: it was not for this run. */
export interface Waiver {
  readonly step: string;
  readonly reason: string;
  /** It serves others with an artifact that a person accepted over the guard. */
  readonly hasArtifact: boolean;
}

/** Returns the run's waivers in the plan's order. Steps that find out what a person's words mean are no part of the run's work. */
export function waiversIn({ plan, state }: Run): readonly Waiver[] {
  return plan.steps.flatMap(({ id: step, clarification }) => {
    const { sigma, waived, artifact } = state.steps[step] ?? {};
    if (sigma !== 'waived' || clarification === true || waived?.unneeded === true) return [];
    return [{ step, reason: waived?.reason ?? '', hasArtifact: artifact !== undefined }];
  });
}

/** Returns the waived steps that have made nothing. */
export function missingIn(run: Run): readonly Waiver[] {
  return waiversIn(run).filter(({ hasArtifact }) => !hasArtifact);
}
