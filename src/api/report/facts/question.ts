import type { ConditionEvidence } from '../../../expressions/condition-evidence.ts';
import type { Action, EscalationKind } from '../../../model/events/escalations.ts';
import type { EscalationState } from '../../../model/run-state.ts';
import { outcomesOf } from '../../../stories/question-words.ts';
import { fitted } from '../../rows/fitted.ts';
import { timeOf } from '../../times.ts';
import type { Room, Shown } from './room.ts';

/** A question to people: what they were shown, who decided what, and what that led to. Times are RFC 3339 in UTC. */
export interface QuestionFacts {
  readonly id: string;
  readonly kind: EscalationKind;
  readonly status: string;
  readonly step: string | null;
  readonly attempt: number | null;
  readonly question: Shown;
  readonly assignees: readonly string[];
  readonly openedAt: string;
  readonly expiresAt: string | null;
  /** What the guard had said of what it was about, or why a condition could not be calculated. */
  readonly feedback: Shown;
  readonly artifact: { readonly id: string; readonly digest: string; readonly text: Shown } | null;
  readonly condition: ConditionFacts | null;
  /** What each answer that was allowed leads to. */
  readonly outcomes: readonly { readonly action: string; readonly leadsTo: string }[];
  readonly decision: DecisionFacts | null;
  /** Steps that began anew by the decision. */
  readonly reset: readonly string[];
}

interface ConditionFacts {
  readonly expression: Shown;
  readonly names: readonly { readonly name: string; readonly value: Shown | null }[];
}

interface DecisionFacts {
  readonly action: Action;
  readonly by: string;
  readonly at: string;
  readonly comment: Shown | null;
  /** What was asked for, as JSON. */
  readonly payload: Shown;
  /** Stands for all that this person was shown; null where the decision was not bound to it. */
  readonly shown: string | null;
}

/** What lies beside the state of a question. */
export interface QuestionTexts {
  readonly question: string;
  readonly assignees: readonly string[];
  readonly feedback: string;
  /** The start of what it is about, and how long that is. */
  readonly artifact?: { readonly text: string; readonly bytes: number } | undefined;
  readonly condition?: ConditionEvidence | undefined;
  readonly reset: readonly string[];
}

/** Characters of an artifact that a question shows to people, as REST does. */
const LONGEST_ARTIFACT = 2_000;

export function tellQuestion(escalation: EscalationState, texts: QuestionTexts, room: Room): QuestionFacts {
  const { id, kind, status, step, attempt, openedAt, expiresAt, artifactId, artifactDigest } = escalation;
  const { artifact, condition } = texts;
  const whole = { bytes: artifact?.bytes ?? 0, digest: artifactDigest ?? null };
  return {
    id,
    kind,
    status,
    step: step ?? null,
    attempt: attempt ?? null,
    question: room.take(texts.question),
    assignees: texts.assignees.slice(0, 50).map((one) => fitted(one, 100)),
    openedAt: timeOf(openedAt),
    expiresAt: expiresAt === undefined ? null : timeOf(expiresAt),
    feedback: room.take(texts.feedback),
    artifact:
      artifactId === undefined || artifactDigest === undefined || !artifact
        ? null
        : { id: artifactId, digest: artifactDigest, text: room.take(artifact.text, LONGEST_ARTIFACT, whole) },
    condition: condition ? tellCondition(condition, room) : null,
    outcomes: Object.entries(outcomesOf(escalation)).map(([action, leadsTo]) => ({ action, leadsTo })),
    decision: tellDecision(escalation, room),
    reset: texts.reset,
  };
}

function tellCondition({ expression, names }: ConditionEvidence, room: Room): ConditionFacts {
  return {
    expression: room.take(expression),
    names: names.map(({ name, value }) => ({
      name: fitted(name, 200),
      value: value === undefined ? null : room.take(typeof value === 'string' ? value : JSON.stringify(value)),
    })),
  };
}

function tellDecision({ decision }: EscalationState, room: Room): DecisionFacts | null {
  if (!decision) return null;
  const { action, by, at, comment, payload, shown } = decision;
  return {
    action,
    by: fitted(by, 200),
    at: timeOf(at),
    comment: comment === undefined ? null : room.take(comment),
    payload: room.take(payload),
    shown: shown ?? null,
  };
}
