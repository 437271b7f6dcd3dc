import { z } from 'zod';
import type { Asked } from '../../definitions/checks/asked-of-people.ts';
import { conditionEvidence, type ConditionEvidence as FoundCondition } from '../../expressions/condition-evidence.ts';
import { BUDGET_NAMES } from '../../model/events/budgets.ts';
import { ACTIONS, type Decision, ESCALATION_KINDS } from '../../model/events/escalations.ts';
import type { Usage } from '../../model/usage.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import { exampleAnswer, outcomesOf } from '../../stories/question-words.ts';
import { CHOICE_STATUSES, type ChoiceStory } from '../../stories/topology-view.ts';
import { inOwnWords } from '../../text/own-words.ts';
import { cut } from '../../text/text.ts';
import { DiffView } from '../artifacts/diff-view.ts';
import { component } from '../reference/components.ts';
import { attemptName } from '../report/words.ts';
import { AttemptView } from '../steps/attempt-view.ts';
import { Time, timeOf } from '../times.ts';
import { UsageView, usageView } from '../usage-view.ts';
import { RefusedPromptView, refusedPromptIn } from './refused-prompt.ts';

export const ESCALATION_STATUSES = ['open', 'decided', 'expired', 'withdrawn'] as const;

const DecisionView = component(
  'Decision',
  z.object({
    action: z.enum(ACTIONS),
    by: z.string(),
    comment: z.string().optional(),
    at: Time,
    shown: z.string().optional().describe('stands for all that this person was shown'),
  }),
);

const EvidenceAttempt = component(
  'EvidenceAttempt',
  AttemptView.extend({
    feedback: z.string(),
    diff: DiffView.optional().describe("from the step's artifact before to this one"),
  }),
);
export type EvidenceAttempt = z.output<typeof EvidenceAttempt>;

export const QuestionFactsView = component(
  'QuestionFacts',
  z.object({
    guard: z.string().optional().describe('the guard that rejected the newest attempt'),
    attempts: z.int().optional().describe('attempts of the step in its epoch'),
    targets: z
      .array(z.string())
      .optional()
      .describe('steps that the step may send the run back to; of kind infeasible, those that wait for it'),
    group: z.string().optional().describe('the group of alternatives in which no other choice is left'),
    advice: z.string().optional().describe('what to change, if the same failure repeated itself'),
    budget: z
      .object({ name: z.enum(BUDGET_NAMES), used: z.number(), limit: z.number() })
      .optional()
      .describe('the limit that is used up'),
    swapsUsedUp: z.literal(true).optional().describe('another choice is left, but the run has made all its swaps'),
  }),
);

/** What led to a question; undefined if its kind says it all. */
export function questionFactsView({
  facts: { targets, ...facts } = {},
  swapsUsedUp,
}: Pick<EscalationRow['escalation'], 'facts' | 'swapsUsedUp'>): z.output<typeof QuestionFactsView> | undefined {
  const view = {
    ...facts,
    ...(targets && { targets: [...targets] }),
    ...(swapsUsedUp === true && { swapsUsedUp }),
  };
  return Object.keys(view).length === 0 ? undefined : view;
}

const ConditionEvidence = component('ConditionEvidence', conditionEvidence);

export const EscalationView = component(
  'Escalation',
  z.object({
    id: z.string(),
    runId: z.string(),
    workflow: z.string(),
    status: z.enum(ESCALATION_STATUSES),
    kind: z.enum(ESCALATION_KINDS),
    endpoint: z.string().optional().describe('of kind infrastructure: the endpoint whose fault it is'),
    step: z.string().optional(),
    attempt: z.number().optional(),
    artifactId: z.string().optional(),
    artifactDigest: z.string().optional(),
    question: z.string(),
    facts: QuestionFactsView.optional(),
    feedback: z.string(),
    evidence: z.object({
      attempts: z.array(EvidenceAttempt),
      summary: z.string(),
      injected: z.array(z.unknown()),
      spend: UsageView,
      condition: ConditionEvidence.optional().describe('of kind condition: what cannot be calculated, and from what'),
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
    artifact: z
      .object({ id: z.string(), digest: z.string(), text: z.string(), cut: z.boolean() })
      .optional()
      .describe('what the question is about: its first 2,000 characters'),
    falseLeaves: z
      .array(z.object({ leaf: z.string(), expected: z.string(), found: z.string() }))
      .optional()
      .describe('of the base case, as it was verified last: what does not hold'),
    refusedPrompt: RefusedPromptView.optional().describe(
      'where the provider’s content filter refused the prompt of the attempt that is asked about: what is new in it',
    ),
    allowedActions: z.array(z.enum(ACTIONS)),
    outcomes: z.record(z.string(), z.string()).describe('what each allowed action leads to'),
    example: z
      .record(z.string(), z.string())
      .describe('a decision to fill in; sent as it is, it is refused and decides nothing'),
    links: z
      .object({
        self: z.string(),
        decision: z.string(),
        run: z.string(),
        console: z.string().describe('its page for people'),
        artifact: z.string().optional(),
      })
      .describe('absolute addresses'),
    assignees: z.array(z.string()),
    openedAt: Time,
    expiresAt: Time.optional(),
    answer: z.unknown().optional().describe('the JSON Schema that an artifact given in answer must fit'),
    shown: z
      .string()
      .optional()
      .describe('of one question alone: stands for all that it shows; sent along, it binds the decision'),
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
  /** Of a condition that cannot be calculated. */
  readonly condition?: FoundCondition | undefined;
  /** Text of what the question is about. */
  readonly text?: string | undefined;
  /** Of the base case. */
  readonly falseLeaves?: readonly FalseLeaf[] | undefined;
}

/** A leaf of the base case that does not hold: what was looked at, and what came out. */
export interface FalseLeaf {
  readonly leaf: string;
  readonly expected: string;
  readonly found: string;
}

/** Characters of an artifact that a question shows. */
const LONGEST_TEXT = 2_000;

/** `base`: where people reach the API, without a slash at the end. */
export function escalationView(
  { runId, workflow, escalation }: EscalationRow,
  evidence: Evidence,
  base: string,
): EscalationView {
  const { id, status, kind, step, attempt, artifactId, artifactDigest, question, allowedActions, endpoint } =
    escalation;
  const refusedPrompt = refusedPromptIn(evidence.attempts, artifactId);
  const facts = questionFactsView(escalation);
  return {
    id,
    runId,
    workflow,
    status,
    kind,
    ...(endpoint !== undefined && { endpoint }),
    ...(step !== undefined && { step }),
    ...(attempt !== undefined && { attempt }),
    ...(artifactId !== undefined && { artifactId }),
    ...(artifactDigest !== undefined && { artifactDigest }),
    question: evidence.asked?.question ?? inOwnWords(question, judgedOf(artifactId, evidence.attempts)),
    ...(facts && { facts }),
    feedback:
      evidence.condition?.reasons.join('; ') ?? (step === undefined ? '' : feedbackOn(artifactId, evidence.attempts)),
    evidence: {
      attempts: [...evidence.attempts],
      summary: evidence.summary ?? summaryOf(evidence.attempts),
      injected: [...evidence.injected],
      spend: usageView(evidence.spend),
      ...(evidence.condition && { condition: evidence.condition }),
      ...(evidence.choices &&
        evidence.choices.length > 0 && { choices: evidence.choices.map((story) => ({ ...story })) }),
    },
    ...artifactOf(escalation, evidence.text),
    ...(evidence.falseLeaves && { falseLeaves: evidence.falseLeaves.map((leaf) => ({ ...leaf })) }),
    ...(refusedPrompt && { refusedPrompt }),
    allowedActions: [...allowedActions],
    outcomes: { ...outcomesOf(escalation) },
    example: { ...exampleAnswer(escalation) },
    links: {
      self: `${base}/v1/escalations/${id}`,
      decision: `${base}/v1/escalations/${id}/decision`,
      run: `${base}/v1/runs/${runId}`,
      console: `${base}/console/e/${id}`,
      ...(artifactId !== undefined && { artifact: `${base}/v1/artifacts/${artifactId}/content` }),
    },
    assignees: [...(evidence.asked?.assignees ?? [])],
    ...(evidence.asked?.answer !== undefined && { answer: evidence.asked.answer }),
    openedAt: timeOf(escalation.openedAt),
    ...(escalation.expiresAt !== undefined && { expiresAt: timeOf(escalation.expiresAt) }),
    ...(escalation.decision && { decision: decisionView(escalation.decision) }),
  };
}

function artifactOf({ artifactId, artifactDigest }: EscalationRow['escalation'], text: string | undefined) {
  if (artifactId === undefined || artifactDigest === undefined || text === undefined) return {};
  const shown = cut(text, LONGEST_TEXT);
  return { artifact: { id: artifactId, digest: artifactDigest, text: shown, cut: shown.length < text.length } };
}

export function decisionView({ action, by, comment, at, shown }: Decision) {
  return {
    action,
    by,
    ...(comment !== undefined && { comment }),
    at: timeOf(at),
    ...(shown !== undefined && { shown }),
  };
}

function feedbackOn(artifactId: string | undefined, attempts: readonly AttemptView[]): string {
  return judgedOf(artifactId, attempts)?.feedback ?? '';
}

/** What rejected the artifact, else the newest of the attempts that were. */
function judgedOf(artifactId: string | undefined, attempts: readonly AttemptView[]) {
  const judged = attempts.filter(({ verdict }) => verdict !== null && verdict.verdict !== 'pass');
  const shown = judged.find((attempt) => attempt.artifactId === artifactId) ?? judged.at(-1);
  return shown?.verdict ?? undefined;
}

function summaryOf(attempts: readonly AttemptView[]): string {
  const rejected = attempts.filter(({ status }) => status === 'rejected').length;
  const faults = attempts.reduce((sum, attempt) => sum + attempt.faults.length, 0);
  const counted = `${counts(attempts.length, 'attempt')}, ${rejected} rejected, ${counts(faults, 'fault')}.`;
  const last = attempts.findLast(({ verdict }) => verdict?.signature !== undefined);
  const said = last?.verdict ? inOwnWords(last.verdict.signature ?? '', last.verdict) : '';
  if (!last || said === '') return counted;
  const ofStep = attempts.every(({ step }) => step === last.step) ? '' : ` of ${last.step}`;
  return `${counted} ${attemptName(last)}${ofStep}: ${said.replace(/\.+$/, '')}.`;
}

function counts(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
