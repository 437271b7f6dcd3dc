/**
 * The event log of a run: dense numbers from 1, append-only, public (api 3). Events record decisions as facts, so a log reads
 * the same under later rules. Ids, digests, counters and signatures only; texts are in the store (design 4).
 */
import type { Budgets } from './plan.ts';
import type { Usage } from './usage.ts';
import type { VerdictWord } from './verdict.ts';

export const RUN_STATUSES = [
  'awaiting_alignment',
  'running',
  'paused',
  'escalated',
  'budget_exceeded',
  'stopped',
  'completed',
  'failed',
  'cancelled',
  'terminated',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The statuses that end a run. */
const ENDINGS = ['stopped', 'completed', 'failed', 'cancelled', 'terminated'] as const satisfies RunStatus[];
export type Ending = (typeof ENDINGS)[number];

export const ESCALATION_KINDS = [
  'fatal',
  'attempts_exhausted',
  'backtracks_exhausted',
  'or_exhausted',
  'stalled',
  'deadlock',
  'infrastructure',
  'context_overflow',
  'stagnated',
  'input',
  'approval',
  'assertion',
  'clarification',
  'budget',
] as const;
export type EscalationKind = (typeof ESCALATION_KINDS)[number];

export const ACTIONS = ['approve', 'reject', 'amend', 'retry', 'redo', 'skip', 'raise', 'abort'] as const;
export type Action = (typeof ACTIONS)[number];

export type ArtifactSource = 'generated' | 'human' | 'imported';
export type StopMode = 'now' | 'after_attempt';
export type BudgetName =
  | 'maxAttempts'
  | 'maxTokens'
  | 'maxCostUsd'
  | 'maxDuration'
  | 'maxParallelAgents'
  | 'maxIterations'
  | 'maxStall';

/** Why a run failed (R58). */
export interface RunFailure {
  readonly code: string;
  readonly step?: string;
  readonly detail: string;
}

/** What every event about a step says (R58). */
interface Place {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
}

/** Where an attempt stands: `token` names the call for ever (R27), `n` counts the step's attempts over all epochs (R25). */
export interface At extends Place {
  readonly token: string;
}

export type Body =
  | {
      readonly type: 'run.created';
      readonly runId: string;
      readonly steps: readonly string[];
      readonly budgets: Budgets;
      readonly by: string;
    }
  | { readonly type: 'run.started' }
  | { readonly type: 'run.stopping'; readonly reason: string; readonly mode: StopMode; readonly by: string }
  | { readonly type: 'run.closed'; readonly status: Ending; readonly failure?: RunFailure }
  | { readonly type: 'step.started'; readonly step: string; readonly epoch: number; readonly allowed: number }
  | ({ readonly type: 'step.satisfied'; readonly artifactId: string; readonly digest: string } & Place)
  | ({ readonly type: 'step.waived'; readonly reason: string } & Place)
  | ({ readonly type: 'attempt.started'; readonly n: number } & At)
  | ({
      readonly type: 'artifact.created';
      readonly artifactId: string;
      readonly digest: string;
      readonly source: ArtifactSource;
      readonly usage: Usage;
    } & At)
  | ({
      readonly type: 'guard.verdict';
      readonly artifactId: string;
      readonly verdict: VerdictWord;
      readonly guard: string;
      readonly signature?: string;
      readonly score?: number;
    } & At)
  | ({ readonly type: 'guard.error'; readonly guard: string; readonly detail: string } & At)
  | ({ readonly type: 'attempt.finished'; readonly status: 'accepted' | 'rejected' | 'discarded' } & At)
  | {
      readonly type: 'escalation.opened';
      readonly escalationId: string;
      readonly kind: EscalationKind;
      readonly step?: string;
      readonly epoch?: number;
      readonly attempt?: number;
      readonly artifactId?: string;
      readonly artifactDigest?: string;
      /** One line for a person; the evidence is joined when served. */
      readonly question: string;
      readonly allowedActions: readonly Action[];
    }
  | {
      readonly type: 'escalation.decided';
      readonly escalationId: string;
      readonly action: Action;
      readonly by: string;
      readonly comment?: string;
    }
  | { readonly type: 'escalation.withdrawn'; readonly escalationId: string }
  | {
      readonly type: 'decision.rejected';
      readonly escalationId: string;
      readonly action: string;
      readonly by: string;
      readonly reason: string;
    }
  | { readonly type: 'budget.exceeded'; readonly budget: BudgetName; readonly used: number; readonly limit: number }
  | { readonly type: 'note.added'; readonly step?: string; readonly text: string };

/** `at` is milliseconds since the epoch: of the workflow's clock, hence the same on replay. */
export type Event = Body & { readonly seq: number; readonly at: number };
