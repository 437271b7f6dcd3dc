import { h, type JSX } from 'preact';
import { statusWord } from '../../api/report/words.ts';

const MARKS: Readonly<Record<string, readonly [sign: string, tone: string]>> = {
  awaiting_alignment: ['◆', 'ask'],
  running: ['●', 'run'],
  retrying: ['↻', 'ask'],
  needs_worker: ['!', 'ask'],
  waiting: ['◷', 'ask'],
  waiting_for_cap: ['◷', 'ask'],
  being_judged: ['●', 'run'],
  paused: ['‖', 'ask'],
  stopping: ['‖', 'ask'],
  escalated: ['◆', 'ask'],
  asked: ['◆', 'ask'],
  budget_exceeded: ['◆', 'ask'],
  stopped: ['‖', 'ask'],
  completed: ['✓', 'good'],
  failed: ['!', 'bad'],
  cancelled: ['‖', 'work'],
  terminated: ['!', 'bad'],
  satisfied: ['✓', 'good'],
  won: ['✓', 'good'],
  visited: ['✓', 'good'],
  current: ['●', 'run'],
  trying: ['●', 'run'],
  lost: ['✕', 'work'],
  accepted: ['✓', 'good'],
  pass: ['✓', 'good'],
  rejected: ['✕', 'no'],
  retry: ['✕', 'no'],
  fatal: ['!', 'bad'],
  waived: ['✎', 'person'],
};

/** The sign of a status, and the class of its colour. */
export function markOf(status: string): readonly [sign: string, tone: string] {
  return MARKS[status] ?? ['·', 'work'];
}

/** What a run that is under way is shown as otherwise, where something keeps it. */
export interface Kept {
  readonly retrying?: true | undefined;
  readonly waiting?: { readonly reason: string } | undefined;
  readonly needsWorker?: true | undefined;
}

/** How a run is shown: one that nobody works for, or whose call is tried again, is not simply under way. */
export function shownStatus({ status, retrying, waiting, needsWorker }: Kept & { readonly status: string }): string {
  if (needsWorker) return 'needs_worker';
  if (waiting) return waiting.reason === 'cap' ? 'waiting_for_cap' : 'waiting';
  return retrying ? 'retrying' : status;
}

/** How an attempt is shown: one whose step a person is asked about waits for that person. */
export function attemptStatus(status: string, isAsked: boolean): string {
  return isAsked && status === 'pending' ? 'escalated' : status;
}

/** A state by sign, word and colour, always all three. */
export function State({ status }: { readonly status: string }): JSX.Element {
  const [sign, tone] = markOf(status);
  return h('span', { class: `state ${tone}` }, [h('span', { 'aria-hidden': true }, sign), ` ${statusWord(status)}`]);
}
