/** What a redirect changes (api 4). */
export const REDIRECT_TYPES = ['objective_change', 'dag_adjustment', 'constraint_change', 'bindings_override'] as const;
export type RedirectType = (typeof REDIRECT_TYPES)[number];

/** Corrections, and the words of people that may become one. */
export type RedirectEvent =
  /** A person said in free words what to change; `step` finds out what is meant (api 4). */
  | {
      readonly type: 'run.redirecting';
      readonly step: string;
      readonly by: string;
      readonly revision: string;
      readonly granted: number;
      /** Until it is settled only this step runs (R86); of redirects from before nothing was held up. */
      readonly interrupts?: true;
      /** What was said, in short. */
      readonly instruction?: string;
    }
  /** Nothing is applied of what a person said in free words: somebody let it be, or nobody answered in time (R86). */
  | { readonly type: 'run.redirect_ended'; readonly step: string; readonly outcome: 'dropped' | 'expired' }
  /** A person's correction (api 4). What it resets, opens and accepts follows as events of its own, whose cause is `redirectId`. */
  | {
      readonly type: 'run.redirected';
      readonly redirectId: string;
      readonly change: RedirectType;
      readonly description: string;
      readonly by: string;
      /** The Trail begins anew (R10). */
      readonly trailCleared: boolean;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** Digest of the document that the run goes by from here on. */
      readonly revision?: string;
      /** Generations that it adds to the bound beside what the revised plan counts (R26). */
      readonly granted: number;
      /** From here on there is a base case to verify. */
      readonly verifies?: true;
      /** The step that found out that this was meant (R86). */
      readonly settles?: string;
      /** Of a machine: variables that count over those that code has set (R89). */
      readonly variables?: { readonly artifactId: string; readonly digest: string };
    };
