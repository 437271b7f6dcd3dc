import { limitsOf } from '../definitions/schema/budgets.ts';
import { type Action, ESCALATION_KINDS, type EscalationKind } from '../model/events/escalations.ts';
import type { DecideRequest } from '../model/input.ts';
import type { EscalationState } from '../model/run-state.ts';
import { suggestion } from '../text/nearest.ts';
import { slip } from './answers.ts';
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
  /** When it expires, in milliseconds since the epoch; left out: it waits for ever. */
  readonly expiresAt?: number;
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
      if (decided === undefined) throw missing(question, decisions, (name) => taken.get(name) ?? 0);
      return decided;
    },
    end(steps) {
      if (typeof decisions === 'function') return;
      for (const [name, list] of Object.entries(decisions)) {
        const count = taken.get(name) ?? 0;
        if (typeof list === 'function' || list.length <= count) continue;
        throw leftOver(name, list.length, count, steps);
      }
    },
  };
}

function leftOver(name: string, all: number, count: number, steps: readonly string[]): PlayError {
  const asked = count === 0 ? 'nobody was asked' : `${count} ${count === 1 ? 'was' : 'were'} asked for`;
  const what = `decisions has ${all} for ${name}, and ${asked}.`;
  const hint = steps.includes(name) ? '' : suggestion(name, [...steps, ...ESCALATION_KINDS]);
  const add = `Take ${all - count} away, or see why the run asked no further: decisions go by a step or a kind of question.${hint}`;
  return new PlayError('decision_left_over', what, { step: name, add });
}

/** `had`: so many decisions of that name were taken before. */
function missing(
  { kind, step, attempt, question, allowedActions, expiresAt }: AskedQuestion,
  decisions: Decisions,
  had: (name: string) => number,
): PlayError {
  const what = `a person is asked (${kind}) and nothing is decided: ${question}`;
  const name = step ?? kind;
  const example = JSON.stringify(EXAMPLES[allowedActions[0] ?? 'abort']);
  const possible = `Possible: ${allowedActions.join(', ')}${expiresAt === undefined ? '' : ", or 'expire'"}.`;
  const add =
    typeof decisions === 'function'
      ? `Return what is decided of a question of kind ${kind}, such as ${example}. ${possible}`
      : `Add what is decided: decisions: {${JSON.stringify(name)}: [${had(name) > 0 ? '…, ' : ''}${example}]}. ${possible}${slip(name, Object.keys(decisions))}`;
  return new PlayError('decision_missing', what, { step, attempt, add });
}

/** Of each action a decision that can be read. */
const EXAMPLES: Readonly<Record<Action, PlayedDecision>> = {
  approve: { action: 'approve' },
  reject: { action: 'reject', feedback: '…' },
  amend: { action: 'amend', content: '…' },
  retry: { action: 'retry', guidance: '…' },
  redo: { action: 'redo', step: '…' },
  skip: { action: 'skip' },
  raise: { action: 'raise', budgets: { maxAttempts: 10 } },
  abort: { action: 'abort' },
};

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
