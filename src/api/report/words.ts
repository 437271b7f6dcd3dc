import type { Ends } from './facts/ends.ts';
import type { Shown } from './facts/room.ts';

/** Statuses of runs, attempts, steps and questions, and verdicts, as people read them (console 4). */
const STATUSES: Readonly<Record<string, string>> = {
  awaiting_alignment: 'Not agreed yet',
  running: 'Running',
  retrying: 'Tries again',
  waiting: 'Waits for an endpoint',
  waiting_for_cap: 'Waits for a cap',
  needs_worker: 'Needs a worker',
  paused: 'Paused',
  escalated: 'Waits for a person',
  budget_exceeded: 'Out of budget',
  stopping: 'Stopping…',
  stopped: 'Stopped',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  terminated: 'Terminated',
  unsatisfied: 'Not done yet',
  pass: 'Passed',
  retry: 'Rejected',
  asked: 'Waits for a person',
  superseded_since: 'Accepted, superseded since',
  unjudged: 'Told with the verdict',
};

export function statusWord(status: string): string {
  return STATUSES[status] ?? `${status.charAt(0).toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`;
}

/** A time as it reads in every zone: `2026-11-22 20:34:45 UTC`. */
export function timeWord(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

/** `180 ms`, `3.2 s`, `4 min 05 s`, `1 h 04 min`; a dash where it is not known. */
export function durationWord(ms: number | null): string {
  if (ms === null) return NONE;
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor(seconds / 60) % 60)} min`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Stands for what is not known. */
export const NONE = '–';

/** What was spent; a dash where a price is not known or nothing was asked, never a nought for that. */
export function costWord({
  costUsd,
  llmCalls,
}: {
  readonly costUsd: number | null;
  readonly llmCalls: number;
}): string {
  return llmCalls === 0 ? NONE : moneyWord(costUsd);
}

/** The part of the output that the model thought, in brackets; empty where that is none. */
export function thoughtWord({ reasoningTokens }: { readonly reasoningTokens?: number | undefined }): string {
  return reasoningTokens === undefined ? '' : ` (${reasoningTokens} of them thinking)`;
}

/** Facts that stand in one line, but for those that are not known. */
export function inLine(...words: readonly string[]): string {
  return words.filter((word) => word !== NONE).join(' · ');
}

/** What something has cost, in US dollars; a dash where nothing was paid or it is not known what. */
export function moneyWord(usd: number | null | undefined): string {
  if (usd === null || usd === undefined || usd === 0) return NONE;
  return usd < 0.01 ? `$${usd.toFixed(usd < 0.0001 ? 6 : 4)}` : `$${usd.toFixed(usd < 1 ? 3 : 2)}`;
}

/** What was spent, where that is what is asked: neither nothing nor a price that is not known is passed over. */
export function spentWord(usd: number | null): string {
  if (usd === null) return 'no price known';
  return usd === 0 ? 'nothing' : moneyWord(usd);
}

/** An attempt of a step that is known from elsewhere. */
export function attemptName({ attempt, epoch }: { readonly attempt: number; readonly epoch: number }): string {
  return `Attempt ${attempt}${epoch > 1 ? ` of epoch ${epoch}` : ''}`;
}

/** What may still be spent, in US dollars: nothing is an answer here. */
export function balanceWord(usd: number): string {
  return usd === 0 ? '$0' : moneyWord(usd);
}

export function bytesWord(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kib = bytes / 1_024;
  return kib < 1_024 ? `${kib.toFixed(kib < 10 ? 1 : 0)} KiB` : `${(kib / 1_024).toFixed(1)} MiB`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Of words between two changes that are left out. */
export function sameWord(words: number): string {
  return `${counted(words, 'word')} the same`;
}

/** What is to be told of a cut text; undefined where it stands whole. */
export function cutWords({ text, bytes, digest, cut }: Shown): string | undefined {
  if (!cut) return undefined;
  const start = text === '' ? 'No room for this text' : 'Only the beginning is shown';
  return `${start}: ${bytesWord(bytes)} in all${digest === null ? '' : `, ${digest}`}.`;
}

/** What is to be told of a list that does not stand whole; undefined where it does. */
export function leftOutWords({ leftOut }: Pick<Ends<unknown>, 'leftOut'>, noun: string): string | undefined {
  if (leftOut === 0) return undefined;
  return `${counted(leftOut, noun)} ${leftOut === 1 ? 'is' : 'are'} left out here for want of room.`;
}

export function hiddenWords(hidden: number): string {
  return counted(hidden, 'hidden character');
}

interface RefusedPrompt {
  readonly epoch: number;
  readonly attempt: number;
  readonly model: string | null;
  readonly filter: string;
  readonly passed: Pick<RefusedPrompt, 'epoch' | 'attempt' | 'model'> | null;
  readonly sections: readonly unknown[];
}

/** Returns what is new in a prompt that a filter refused, in a sentence. */
export function refusedPromptWords({ filter, passed, sections, attempt, epoch, model }: RefusedPrompt): string {
  const what = `The content filter refused the prompt (${filter}).`;
  if (!passed) return `${what} No prompt of this step has passed in this run: any part of it may be meant.`;
  const isSame = passed.attempt === attempt && passed.epoch === epoch;
  const of = isSame ? 'the turn before' : attemptName(passed).replace(/^A/, 'a');
  const by = passed.model === model || passed.model === null ? '' : ` (${passed.model})`;
  if (sections.length === 0) return `${what} Nothing in it is new since ${of}, whose prompt passed${by}.`;
  return `${what} New in it since ${of}, whose prompt passed${by}:`;
}
