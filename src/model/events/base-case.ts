import type { Usage } from '../usage.ts';

/** Verifications of the base case. */
export type BaseCaseEvent =
  /** The base case is being verified under this token. */
  | {
      readonly type: 'basecase.started';
      readonly token: string;
    }
  | {
      readonly type: 'basecase.verified';
      readonly passed: boolean;
      /** Of the call; left out where no call was needed to see that it does not hold. */
      readonly token?: string;
      /** The evidence. */
      readonly artifactId?: string;
      readonly digest?: string;
      readonly usage?: Usage;
      /** The leaves that are false, by name: at most 50. */
      readonly falseLeaves?: readonly string[];
      /** What a model would have had to say was left out: once there is budget again, it is asked (R101). */
      readonly leftOut?: boolean;
      /** What was looked at in the first of them, and the signature of how it failed (R90). */
      readonly because?: string;
      /** It does not hold without this leaf, which a person is asked about. */
      readonly hingesOn?: string;
    }
  | { readonly type: 'basecase.broken'; readonly token: string; readonly detail: string };
