import { z } from 'zod';
import { CHOICE_STATUSES, type ChoiceStory } from '../../domain/and-or/choices.ts';
import type { Asked } from '../../domain/definition/asked-of-people.ts';
import { ACTIONS, ESCALATION_KINDS } from '../../domain/event.ts';
import type { EscalationRow } from '../../domain/store.ts';
import type { Usage } from '../../domain/usage.ts';
import { component } from '../components.ts';
import { AttemptView } from './attempt.ts';
import { DiffView } from './diff.ts';
import { Time, timeOf } from './times.ts';
import { UsageView, usageView } from './usage.ts';

export const ESCALATION_STATUSES = ['open', 'decided', 'expired', 'withdrawn'] as const;

const DecisionView = component(
  'Decision',
  z.object({ action: z.enum(ACTIONS), by: z.string(), comment: z.string().optional(), at: Time }),
);

const EvidenceAttempt = component(
  'EvidenceAttempt',
  AttemptView.extend({
    feedback: z.string(),
    diff: DiffView.optional().describe("from the step's artifact before to this one"),
  }),
);
export type EvidenceAttempt = z.output<typeof EvidenceAttempt>;

export const EscalationView = component(
  'Escalation',
  z.object({
    id: z.string(),
    runId: z.string(),
    workflow: z.string(),
    status: z.enum(ESCALATION_STATUSES),
    kind: z.enum(ESCALATION_KINDS),
    step: z.string().optional(),
    attempt: z.number().optional(),
    artifactId: z.string().optional(),
    artifactDigest: z.string().optional(),
    question: z.string(),
    feedback: z.string(),
    evidence: z.object({
      attempts: z.array(EvidenceAttempt),
      summary: z.string(),
      injected: z.array(z.unknown()),
      spend: UsageView,
      choices: z
        .array(
          z.object({
            orGroup: z.string(),
            choice: z.string(),
            status: z.enum(CHOICE_STATUSES),
            why: z.string().optional(),
          }),
        )
        .optional()
        .describe('of a search: what each choice of its groups came to'),
    }),
    allowedActions: z.array(z.enum(ACTIONS)),
    assignees: z.array(z.string()),
    openedAt: Time,
    expiresAt: Time.optional(),
    decision: DecisionView.optional(),
  }),
);
export type EscalationView = z.output<typeof EscalationView>;

/** What a person needs in order to decide: the attempts of the step, or of the run where there is no step, and what they cost. */
export interface Evidence {
  readonly attempts: readonly EvidenceAttempt[];
  readonly injected: readonly unknown[];
  readonly spend: Usage;
  /** Of a search with groups. */
  readonly choices?: readonly ChoiceStory[];
  /** One line is made of the attempts when left out. */
  readonly summary?: string;
  /** The definition's own words, where it asks a person. */
  readonly asked?: Asked | undefined;
}

export function escalationView({ runId, workflow, escalation }: EscalationRow, evidence: Evidence): EscalationView {
  const { id, status, kind, step, attempt, artifactId, artifactDigest, question, allowedActions } = escalation;
  return {
    id,
    runId,
    workflow,
    status,
    kind,
    ...(step !== undefined && { step }),
    ...(attempt !== undefined && { attempt }),
    ...(artifactId !== undefined && { artifactId }),
    ...(artifactDigest !== undefined && { artifactDigest }),
    question: evidence.asked?.question ?? question,
    feedback: step === undefined ? '' : feedbackOn(artifactId, evidence.attempts),
    evidence: {
      attempts: [...evidence.attempts],
      summary: evidence.summary ?? summaryOf(evidence.attempts),
      injected: [...evidence.injected],
      spend: usageView(evidence.spend),
      ...(evidence.choices &&
        evidence.choices.length > 0 && { choices: evidence.choices.map((story) => ({ ...story })) }),
    },
    allowedActions: [...allowedActions],
    assignees: [...(evidence.asked?.assignees ?? [])],
    openedAt: timeOf(escalation.openedAt),
    ...(escalation.expiresAt !== undefined && { expiresAt: timeOf(escalation.expiresAt) }),
    ...(escalation.decision && { decision: decisionView(escalation.decision) }),
  };
}

export function decisionView({ action, by, comment, at }: NonNullable<EscalationRow['escalation']['decision']>) {
  return { action, by, ...(comment !== undefined && { comment }), at: timeOf(at) };
}

function feedbackOn(artifactId: string | undefined, attempts: readonly AttemptView[]): string {
  const judged = attempts.filter(({ verdict }) => verdict !== null && verdict.verdict !== 'pass');
  const shown = judged.find((attempt) => attempt.artifactId === artifactId) ?? judged.at(-1);
  return shown?.verdict?.feedback ?? '';
}

function summaryOf(attempts: readonly AttemptView[]): string {
  const rejected = attempts.filter(({ status }) => status === 'rejected').length;
  const faults = attempts.reduce((sum, attempt) => sum + attempt.faults.length, 0);
  const reasons = attempts.flatMap(({ verdict }) => verdict?.signature ?? []);
  const last = reasons.at(-1);
  return `${attempts.length} attempts, ${rejected} rejected, ${faults} faults${last ? `; last: ${last}` : ''}.`;
}
