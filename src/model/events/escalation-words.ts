/** Kinds of questions, answers to them and ends of runs as people read them; programs are sent the names themselves. */
import type { Action, EscalationKind } from './escalations.ts';

const KINDS: Readonly<Record<EscalationKind, string>> = {
  fatal: 'judged fatal',
  attempts_exhausted: 'attempts used up',
  backtracks_exhausted: 'ways back used up',
  or_exhausted: 'no choice left',
  stalled: 'no progress',
  deadlock: 'nothing can run',
  infrastructure: 'machinery away',
  internal: 'error of dsap itself',
  context_overflow: 'prompt too long',
  stagnated: 'going in circles',
  input: 'a text is wanted',
  approval: 'approval',
  condition: 'condition unclear',
  infeasible: 'found infeasible',
  assertion: 'statement to confirm',
  clarification: 'correction to confirm',
  budget: 'limit used up',
};

const ENDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...KINDS,
    aborted: 'ended by a person',
    escalation_expired: 'nobody answered in time',
    no_winner: 'no choice won',
  }),
);

const DECISIONS: Readonly<Record<Action, string>> = {
  approve: 'approved',
  reject: 'rejected',
  amend: 'written by hand',
  retry: 'another try',
  redo: 'an earlier step again',
  skip: 'skipped',
  raise: 'limits raised',
  abort: 'run ended',
};

/** What a question is about. */
export function kindWord(kind: EscalationKind): string {
  return KINDS[kind];
}

/** Why a run has failed, by the code of its failure. */
export function failureWord(code: string): string {
  return ENDS.get(code) ?? code.replaceAll('_', ' ');
}

/** The record's name for whoever holds the service's one key and gives no name. */
const KEY_HOLDER = 'api-key';

/** The record's name for a caller of a service without keys who gives no name. */
const NOBODY = 'anonymous';

/** Returns who did something, as a phrase that follows it: the key is not a person. The log says so in the reasons that it states. */
export function doneBy(by: string): string {
  return by === KEY_HOLDER ? 'with the API key' : `by ${by}`;
}

/** Returns who answered, for people to read: a name is what the caller wrote, and nobody checks it. */
export function answeredBy(by: string): string {
  return by === KEY_HOLDER || by === NOBODY ? doneBy(by) : `by ${by} (name not checked)`;
}

/** Returns who did something, as the subject of a sentence. */
export function actorWord(by: string): string {
  return by === KEY_HOLDER ? 'Somebody with the API key' : by;
}

/** What was decided. */
export function decisionWord(action: Action): string {
  return DECISIONS[action];
}
