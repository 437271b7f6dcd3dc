/** What a question shows of its answers, alike over REST, in the log and in Temporal's Web UI (R90). */
import type { Action, EscalationKind } from '../model/event.ts';
import type { EscalationState } from '../model/run-state.ts';

/** Characters of an author's words in a question that travels in events. */
export const LONGEST_WORDS = 500;

/** The statement that a person confirms, as a question. */
export function assertionQuestion(assertion: string): string {
  return `Does this hold: ${assertion.trim().replace(/[.?!]+$/, '')}?`;
}

const OUTCOMES: Readonly<Record<Action, string>> = {
  approve: 'accepts the artifact over the guard that rejects it; what depends on it goes on',
  reject: 'says no; the feedback goes to the next attempt',
  amend: 'puts your artifact in the place of the step’s; its guard judges it, and it costs no attempt',
  retry: 'makes the step again in a new epoch, with your guidance',
  redo: 'makes the named step again, and all that depends on it',
  skip: 'goes on without the step',
  raise: 'raises the limits that you name; the run goes on',
  abort: 'ends the run as failed',
};

const OF_KIND: Readonly<Partial<Record<EscalationKind, Partial<Record<Action, string>>>>> = {
  approval: { approve: 'lets it pass, or begin; the run goes on' },
  condition: { approve: 'runs the step', skip: 'leaves the step out; the other branches go on' },
  infeasible: {
    approve: 'goes on although the probe found against it',
    retry: 'asks the probe again, with your guidance',
    skip: 'leaves out what the probe was for',
  },
  assertion: {
    approve: 'says that it holds; the run is complete',
    reject: 'says that it does not hold; the run goes on',
  },
  clarification: {
    approve: 'makes the proposed change',
    reject: 'drops the proposal; your feedback goes to the next one',
  },
  infrastructure: { retry: 'tries again' },
  internal: { retry: 'tries again' },
};

/** What each allowed action leads to. */
export function outcomesOf({
  kind,
  allowedActions,
}: Pick<EscalationState, 'kind' | 'allowedActions'>): Readonly<Partial<Record<Action, string>>> {
  return Object.fromEntries(allowedActions.map((action) => [action, OF_KIND[kind]?.[action] ?? OUTCOMES[action]]));
}

/** Fields that an action needs, with a stand-in for each. */
const NEEDED: Readonly<Partial<Record<Action, Readonly<Record<string, string>>>>> = {
  amend: { content: '<for amend: the whole text>' },
  redo: { step: '<for redo: the step to make again>' },
  raise: { budgets: '<for raise: the limits, such as {"maxAttempts": 40}>' },
};

/**
 * An answer to fill in: it decides nothing when it is sent unread, since its action is none. Where approving accepts
 * an artifact, the one that is shown is named.
 */
export function exampleAnswer({
  allowedActions,
  artifactDigest,
}: Pick<EscalationState, 'allowedActions' | 'artifactDigest'>): Readonly<Record<string, string>> {
  return {
    action: `<${allowedActions.join(' | ')}>`,
    ...(artifactDigest !== undefined && allowedActions.includes('approve') && { artifactDigest }),
    ...Object.assign({}, ...allowedActions.map((action) => NEEDED[action] ?? {})),
    by: '<your name>',
    comment: '<why>',
  };
}
