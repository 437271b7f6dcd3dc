import type { Budgets } from '../plan.ts';

/** What a group's winner makes way for: the step that failed, and the guard; or a leaf of the base case that is false. */
export type SwapCause =
  | { readonly step: string; readonly epoch: number; readonly guard: string }
  | { readonly leaf: string };

/** A step that was broken down into these. */
export interface Decomposed {
  readonly parent: string;
  readonly children: readonly string[];
  readonly reason: string;
}

/** The search of an and-or run. */
export type SearchEvent =
  /** What the run is for was agreed on, once more (S1-3.1-a): it goes by this document from here on. */
  | {
      readonly type: 'run.aligned';
      readonly version: number;
      readonly digest: string;
      readonly steps: readonly string[];
      readonly budgets: Budgets;
      readonly by: string;
    }
  /** A choice of a group is tried, beside others where they are tried at once. */
  | {
      readonly type: 'branch.selected';
      readonly orGroup: string;
      readonly choice: string;
      readonly reason: string;
      readonly speculative?: boolean;
      /** A person has chosen it. */
      readonly forced?: true;
    }
  /**
   * What was built on the winner of a group has failed: another choice takes its place (R85). `reset`: the steps that depend on the
   * group and begin anew; each has its own event. `renewed`: groups that depend on it, with those of their choices that are untried
   * again, and the one to try first.
   */
  | {
      readonly type: 'branch.swapped';
      readonly orGroup: string;
      readonly from: string;
      readonly to: string;
      /** Counts the swaps of the run from 1; left out where a backtrack asked for it, which costs an `e` instead. */
      readonly swap?: number;
      readonly cause: SwapCause;
      readonly reset: readonly string[];
      readonly renewed?: readonly {
        readonly orGroup: string;
        readonly choices: readonly string[];
        readonly first?: string;
      }[];
    }
  | {
      readonly type: 'branch.won';
      readonly orGroup: string;
      readonly choice: string;
      /** Of choices that were tried at once: those that it has cut off (R102). */
      readonly cutOff?: readonly string[];
    }
  | { readonly type: 'branch.lost'; readonly orGroup: string; readonly choice: string }
  | {
      readonly type: 'branch.failed';
      readonly orGroup: string;
      readonly choice: string;
      readonly reason: string;
      /** No other choice is left: it stays the one that people decide on. */
      readonly last?: boolean;
    }
  /** The step was broken down: these steps join the run, and it comes after them. */
  | {
      readonly type: 'step.decomposed';
      readonly step: string;
      readonly artifactId: string;
      readonly children: readonly string[];
      readonly reason: string;
      readonly revision: string;
      readonly granted: number;
    };
