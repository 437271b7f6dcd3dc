import type { TrailEntry } from './run-state.ts';

/** The actions of the agent function (S0-A1 to S0-A6; api 2 "trace"), and what kind each is of. */
export const CATEGORIES = {
  'QUERY-LLM': 'external',
  'REPLY-TO-USER': 'external',
  'ESCALATE-TO-USER': 'external',
  'EXECUTE-GUARD': 'sensing',
  'ADVANCE-STATE': 'internal',
  'REFINE-CONTEXT': 'internal',
  BACKTRACK: 'internal',
  INVALIDATE: 'internal',
  'INJECT-CONTEXT': 'internal',
  'CLIMB-LADDER': 'internal',
  TRANSITION: 'internal',
  'SWITCH-BRANCH': 'internal',
  OBSERVE: 'internal',
  'VERIFY-BASE-CASE': 'internal',
  REDIRECT: 'internal',
  STOP: 'internal',
} as const;

export type TraceAction = keyof typeof CATEGORIES;

/** What an and-or run sees before it takes up a step (S1-5-a, R121). */
export interface Observation {
  /** How many steps and groups were unresolved. */
  readonly unresolved: number;
  /** The first of their ids. */
  readonly unresolvedIds: readonly string[];
  /** The newest entry. */
  readonly trail?: Pick<TrailEntry, 'seq' | 'type' | 'orGroup' | 'selected' | 'reason'>;
  readonly stopRequested: boolean;
  /** What a redirect means is being found out. */
  readonly redirectRequested: boolean;
  /** The last one; left out before the first. */
  readonly verification?: { readonly passed: boolean; readonly artifactId?: string };
}

export interface TraceEntry extends Partial<Observation> {
  readonly seq: number;
  readonly action: TraceAction;
  readonly category: (typeof CATEGORIES)[TraceAction];
  readonly step?: string;
  readonly epoch?: number;
  readonly attempt?: number;
  readonly artifactId?: string;
  readonly verdict?: string;
  /** Of the verdict: by it the feedback is found. */
  readonly token?: string;
  readonly guard?: string;
  /** Step ids → artifact ids that the guard was given. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly waived?: boolean;
  readonly targets?: readonly string[];
  /** What made a step fall, where what was injected comes from, or the state that a machine leaves. */
  readonly from?: string;
  readonly model?: string;
  /** Of a transition of a machine; it stays where the move is refused. */
  readonly to?: string;
  readonly refused?: boolean;
  readonly fallback?: boolean;
  readonly escalationId?: string;
  readonly status?: string;
  readonly orGroup?: string;
  /** The choice that is taken from here on. */
  readonly selected?: string;
  readonly reason?: string;
  readonly passed?: boolean;
  readonly children?: readonly string[];
}
