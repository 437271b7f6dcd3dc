import type { Detector, Event, StagnationAction } from '../model/event.ts';
import { cut } from '../text/text.ts';
import { swapReason } from '../topologies/and-or/evolve.ts';
import type { Backtrack } from './backtracks.ts';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

interface Told {
  readonly backtracks: readonly Backtrack[];
}

type Sentences = { readonly [Type in Event['type']]?: (event: EventOf<Type>, told: Told) => string | undefined };

/** What an event says to a person; undefined where it says nothing that another one does not. Rejections are told by the chain. */
export function sentenceOf(event: Event, told: Told): string | undefined {
  return saying(event)?.(event, told);
}

/** The table pairs each type with a function of that type's events; the compiler does not carry this through a look-up. */
function saying(event: Event): ((event: Event, told: Told) => string | undefined) | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return SENTENCES[event.type] as ((event: Event, told: Told) => string | undefined) | undefined;
}

const LENGTH = 240;

const SENTENCES: Sentences = {
  'run.created': ({ by }) => `${by} created the run.`,
  'guard.verdict': ({ verdict, guard, attempt, step, signature }) =>
    verdict === 'fatal' ? `${guard} judged attempt ${attempt} of ${step} fatal${said(signature)}.` : undefined,
  'guard.error': ({ guard, step, detail }) =>
    `${guard} broke while it judged ${step} and gave no verdict${said(detail)}.`,
  'stagnation.detected': ({ step, guard, detector, action }) =>
    `${step} went in circles at ${guard}: ${SEEN[detector]}, so ${DONE[action]}.`,
  'ladder.climbed': ({ step, model }) => `${step} goes on with ${model}.`,
  'backtrack.started': ({ seq, step, guard, targets }, { backtracks }) => {
    const undone = backtracks.find((backtrack) => backtrack.seq === seq)?.undone ?? [];
    const all = [...undone, step];
    return `${step} failed at ${guard}, so the run went back to ${listed(targets)}, which ${targets.length === 1 ? 'was' : 'were'} told why; ${listed(all)} ${all.length === 1 ? 'is' : 'are'} done anew.`;
  },
  'run.aligned': ({ by, version }) => `${by} said what the run is for${version > 1 ? ` once more` : ''}.`,
  'branch.selected': ({ orGroup, choice, reason }) => `Of ${orGroup}, ${choice} is tried${said(reason)}.`,
  'branch.swapped': ({ orGroup, from, to, cause, reset }) => {
    const again = reset.length === 0 ? '' : `; ${listed(reset)} ${reset.length === 1 ? 'is' : 'are'} done anew`;
    return `${swapReason(cause)}, so for ${orGroup} ${to} takes the place of ${from}${again}.`;
  },
  'branch.won': ({ orGroup, choice }) => `${choice} settled ${orGroup}.`,
  'branch.lost': ({ orGroup, choice }) => `${choice} is not needed for ${orGroup} any more.`,
  'branch.failed': ({ orGroup, choice, reason, last }) =>
    `${choice} failed for ${orGroup}${said(reason)}${last === true ? '; no other choice is left.' : '.'}`,
  'basecase.verified': ({ passed, artifactId }) => {
    if (passed) return 'The base case holds.';
    return artifactId === undefined ? undefined : 'The base case does not hold yet.';
  },
  'basecase.broken': ({ detail }) => `The base case could not be verified${said(detail)}.`,
  'step.decomposed': ({ step, children, reason }) => `${step} was broken down into ${listed(children)}${said(reason)}.`,
  'context.injected': ({ step, from, fromEpoch }) =>
    fromEpoch === undefined && from !== 'decomposition' ? `${step} was given a person's guidance.` : undefined,
  'step.satisfied': satisfied,
  'step.waived': ({ step, reason }) => `${step} counts as met although it did not pass${said(reason)}.`,
  'step.invalidated': ({ step, cause }, { backtracks }) =>
    backtracks.some((backtrack) => backtrack.step === cause)
      ? undefined
      : `${step} is done anew, as decided in ${cause}.`,
  'step.reopened': ({ step, cause, sameEpoch, automatic }) => {
    if (sameEpoch === true) return `What ${step} proposed could not be made.`;
    return automatic === true
      ? `${step} starts over for another choice of ${cause}.`
      : `${step} starts over, as decided in ${cause}.`;
  },
  'escalation.opened': ({ kind, question }) => `A person was asked (${kind}): ${cut(question, LENGTH)}`,
  'escalation.decided': ({ by, action, escalationId, comment }) =>
    `${by} decided ${escalationId}: ${action}${said(comment)}.`,
  'escalation.expired': ({ escalationId }) => `Nobody decided ${escalationId} in time.`,
  'escalation.withdrawn': ({ escalationId }) => `${escalationId} needs no answer any more.`,
  'budget.warning': ({ budget, used, limit }) => `${used} of ${limit} of ${budget} are used.`,
  'budget.exceeded': ({ budget, used, limit }) => `${budget} is used up: ${used} of ${limit}.`,
  'budget.raised': ({ by, budgets }) => `${by} changed the limits of ${listed(Object.keys(budgets))}.`,
  'machine.transitioned': ({ step = '', by, from, to, refused, fallback }) => {
    if (by !== undefined) return `${by} moved the machine from ${from} to ${to}.`;
    const why = fallback === true ? `${step}, by rule because no model answered,` : step;
    return refused === true
      ? `${why} asked to move from ${from} to ${to}, which no transition permits; the machine stayed.`
      : `${why} moved the machine from ${from} to ${to}.`;
  },
  'run.stopping': ({ by, reason }) => `${by} asked the run to stop${said(reason)}.`,
  'run.pausing': ({ by, reason }) => `${by} asked the run to pause${said(reason)}.`,
  'run.resumed': ({ by, reason }) => `${by} let the run go on${said(reason)}.`,
  'run.redirecting': ({ by, step }) => `${by} asked for a change in free words; ${step} finds out what is meant.`,
  'run.redirect_ended': ({ step, outcome }) =>
    outcome === 'expired'
      ? `Nobody said in time what ${step} should change; nothing was changed.`
      : `What ${step} was to find out was let be; nothing was changed.`,
  'run.failing': ({ failure }) => `The run fails once what was said is settled${said(failure.detail)}.`,
  'run.redirected': ({ by, change, description }) =>
    `${by} redirected the run (${change.replace('_', ' ')})${said(description)}.`,
  'note.added': ({ text }) => cut(text, LENGTH),
  'run.closed': ({ status, failure, by, reason }) =>
    `The run is ${status}${by === undefined ? '' : ` by ${by}`}${said(failure?.detail ?? reason)}.`,
};

const SEEN: Readonly<Record<Detector, string>> = {
  repetition: 'the last rejections name the same error',
  similarity: 'the last rejections are alike',
  diffuse: 'its attempts vary and come no further',
};

const DONE: Readonly<Record<StagnationAction, string>> = {
  climbed: 'the next model of its ladder takes over',
  backtracked: 'the run goes back upstream',
  escalated: 'a person is asked',
  failed: 'the run ends',
  warned: 'its next prompts ask for another approach',
};

/** A pass, and what it means for the way back that it is part of. */
function satisfied({ seq, step, epoch, attempt }: EventOf<'step.satisfied'>, { backtracks }: Told): string {
  const passed = `${step} passed at ${attempt === 1 ? 'its first attempt' : `attempt ${attempt}`}`;
  const asked = backtracks.findLast((backtrack) => backtrack.seq < seq && backtrack.targets.includes(step));
  const changed = asked?.changed[step];
  if (asked && changed !== undefined && epoch > 1) {
    return `${passed} of epoch ${epoch} and made ${changed ? 'something else than' : 'the same as'} before ${asked.step} failed.`;
  }
  return epoch > 1 ? `${passed} of epoch ${epoch}.` : `${passed}.`;
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Somebody's words at the end of a sentence of ours. */
export function said(words: string | undefined): string {
  return words === undefined || words === '' ? '' : `: ${cut(words, LENGTH).replace(/\.$/, '')}`;
}
