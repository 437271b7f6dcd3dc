import { limitsOf } from '../definitions/schema/budgets.ts';
import type { Action, EscalationKind } from '../model/events/escalations.ts';
import type { DecideRequest } from '../model/input.ts';
import type { EscalationState } from '../model/run-state.ts';
import { suggestion } from '../text/nearest.ts';
import { PlayError } from './play-error.ts';

type Limits = Parameters<typeof limitsOf>[0];

/** What a person answers, as over REST; an approval is bound to the artifact that the question shows. */
export type PlayedDecision = (
  | { readonly action: 'approve' }
  | { readonly action: 'reject'; readonly feedback: string }
  | { readonly action: 'amend'; readonly content: string; readonly mediaType?: string }
  | { readonly action: 'retry'; readonly guidance?: string; readonly extraAttempts?: number }
  | { readonly action: 'redo'; readonly step: string; readonly guidance?: string }
  | { readonly action: 'skip'; readonly step?: string }
  | { readonly action: 'raise'; readonly budgets: Limits }
  | { readonly action: 'abort'; readonly reason?: string }
) & { readonly by?: string; readonly comment?: string };

/** What is decided of a question; `expire`: nobody answers in time. */
export type Decided = PlayedDecision | 'expire';

/** A question as a person sees it. */
export interface AskedQuestion {
  readonly id: string;
  readonly kind: EscalationKind;
  readonly step?: string;
  readonly attempt?: number;
  readonly question: string;
  /** The artifact that it is about, where it is about one. */
  readonly artifact?: string;
  readonly allowedActions: readonly Action[];
}

export type DecisionFunction = (question: AskedQuestion) => Decided | undefined;

/** By step or by kind, a step's own first: what is decided in turn, or a function. */
export type Decisions = Readonly<Record<string, readonly Decided[] | DecisionFunction>> | DecisionFunction;

/** Answers questions in turn. */
export interface Person {
  /** Throws `PlayError` where nothing is decided. */
  decide(question: AskedQuestion): Decided;
  /** The run has ended. Throws `PlayError` where decisions are left over. */
  end(steps: readonly string[]): void;
}

export function personOf(decisions: Decisions): Person {
  const taken = new Map<string, number>();
  const next = (name: string, question: AskedQuestion): Decided | undefined => {
    if (typeof decisions === 'function' || !Object.hasOwn(decisions, name)) return undefined;
    const list = decisions[name];
    const count = taken.get(name) ?? 0;
    const decided = typeof list === 'function' ? list(question) : list?.[count];
    if (decided !== undefined) taken.set(name, count + 1);
    return decided;
  };
  return {
    decide(question) {
      const { step, kind } = question;
      const decided =
        typeof decisions === 'function' ? decisions(question) : (next(step ?? kind, question) ?? next(kind, question));
      if (decided === undefined) throw missing(question);
      return decided;
    },
    end(steps) {
      if (typeof decisions === 'function') return;
      for (const [name, list] of Object.entries(decisions)) {
        const count = taken.get(name) ?? 0;
        if (typeof list === 'function' || list.length <= count) continue;
        const what = `decisions has ${list.length} for ${name}, and ${count} ${count === 1 ? 'was' : 'were'} asked for.`;
        const add = `Take ${list.length - count} away, or see why nobody was asked: decisions go by a step or a kind of question.${suggestion(name, steps)}`;
        throw new PlayError('decision_left_over', what, { step: name, add });
      }
    },
  };
}

function missing({ kind, step, attempt, question, allowedActions }: AskedQuestion): PlayError {
  const what = `a person is asked (${kind}) and nothing is decided: ${question}`;
  const example = JSON.stringify({ action: allowedActions[0] ?? 'abort' });
  const add = `Add what is decided: decisions: {${JSON.stringify(step ?? kind)}: [${example}]}. Possible: ${allowedActions.join(', ')} or 'expire' where it has a time.`;
  return new PlayError('decision_missing', what, { step, attempt, add });
}

/** A decision as the run takes it, but for an artifact, which is stored first. */
export function requestOf(
  { id: escalationId, artifactDigest }: EscalationState,
  decision: PlayedDecision,
): DecideRequest {
  const { action, by = 'a person', comment } = decision;
  return {
    kind: 'decide',
    escalationId,
    by,
    ...fieldsOf(decision),
    action,
    ...(comment !== undefined && { comment }),
    ...(action === 'approve' && artifactDigest !== undefined && { artifactDigest }),
  };
}

function fieldsOf(decision: PlayedDecision): Partial<DecideRequest> {
  switch (decision.action) {
    case 'approve':
    case 'amend':
      return {};
    case 'reject':
      return { feedback: decision.feedback };
    case 'retry': {
      const { guidance, extraAttempts } = decision;
      return { ...(guidance !== undefined && { guidance }), ...(extraAttempts !== undefined && { extraAttempts }) };
    }
    case 'redo':
      return { step: decision.step, ...(decision.guidance !== undefined && { guidance: decision.guidance }) };
    case 'skip':
      return decision.step === undefined ? {} : { step: decision.step };
    case 'raise':
      return { budgets: limitsOf(decision.budgets ?? {}) };
    case 'abort':
      return decision.reason === undefined ? {} : { reason: decision.reason };
  }
}
