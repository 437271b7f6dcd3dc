import type { Place } from './place.ts';

/** What became of a `when`; `unknown`: it cannot be calculated (R109). */
export type ConditionOutcome = 'true' | 'false' | 'unknown';

/** Where a step stands. */
export type StepEvent =
  | {
      readonly type: 'step.started';
      readonly step: string;
      readonly epoch: number;
      readonly allowed: number;
      /** and-or: how many steps and groups were unresolved then (S1-2.2-a). */
      readonly unresolved?: number;
      /** and-or: what began together has the same number (R72). */
      readonly wave?: number;
    }
  /** The step's `when` was asked for this epoch, before it begins (R103); `by`: a person lets it run. */
  | ({
      readonly type: 'condition.evaluated';
      readonly outcome: ConditionOutcome;
      readonly by?: string;
    } & Place)
  | ({
      readonly type: 'step.satisfied';
      readonly artifactId: string;
      readonly digest: string;
      /** The artifact is what code has set so far: the variables of the machine from here on. */
      readonly variables?: true;
      /** A person has given it: it joins what was set before. */
      readonly joins?: true;
    } & Place)
  | ({
      readonly type: 'step.waived';
      readonly reason: string;
      /** The artifact that a person accepted over the guard: it serves dependents (R12). */
      readonly artifactId?: string;
      readonly digest?: string;
      /** As of `step.satisfied`. */
      readonly variables?: true;
      readonly joins?: true;
      /** Its condition was false, or that of the step that prepares it. Of a step that was asked itself only in a machine: `condition.evaluated` says so. */
      readonly condition?: true;
      /** Of a machine: given up by its policy, it still asks for its move (R88). */
      readonly asks?: true;
    } & Place)
  /** Reset by a cascade (formal A.2 Def 7); `cause` is the id of the failing step or of the escalation. */
  | ({ readonly type: 'step.invalidated'; readonly cause: string } & Place)
  /**
   * A new epoch without a cascade, by a person's decision, or `automatic`, for another choice, as the bound allows; `sameEpoch`: what was
   * accepted is not, and the epoch goes on.
   */
  | ({
      readonly type: 'step.reopened';
      readonly cause: string;
      readonly allowed?: number;
      readonly sameEpoch?: boolean;
      readonly automatic?: boolean;
    } & Place);
