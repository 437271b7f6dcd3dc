import type { Run, RunRow } from '../service/types.ts';
import type { Span, Style } from './spans.ts';

type Status = Run['status'];

const STATUSES: Readonly<Record<Status, readonly [icon: string, word: string, style: Style]>> = {
  awaiting_alignment: ['◆', 'Not agreed yet', 'ask'],
  running: ['●', 'Running', 'run'],
  paused: ['‖', 'Paused', 'ask'],
  escalated: ['◆', 'Waits for a person', 'ask'],
  budget_exceeded: ['◆', 'Out of budget', 'ask'],
  stopped: ['■', 'Stopped', 'quiet'],
  completed: ['✓', 'Completed', 'good'],
  failed: ['!', 'Failed', 'bad'],
  cancelled: ['■', 'Cancelled', 'quiet'],
  terminated: ['!', 'Terminated', 'bad'],
};

/** State as icon, word and colour (console 4). */
export function statusSpan(
  status: Status,
  { needsWorker, waiting }: Pick<RunRow, 'needsWorker' | 'waiting'> = {},
): Span {
  if (needsWorker) return ['ask', '! Needs a worker'];
  if (waiting) return ['ask', `◷ Waits for ${waiting.endpoint ?? waiting.cap}`];
  const [icon, word, style] = STATUSES[status] ?? ['?', status, 'quiet'];
  return [style, `${icon} ${word}`];
}

const VERDICTS: Readonly<Record<string, readonly [icon: string, style: Style]>> = {
  pass: ['✓', 'good'],
  retry: ['✕', 'quiet'],
  fatal: ['!', 'bad'],
};

/** How an attempt came out; nothing was judged yet: `●`. */
export function verdictIcon(verdict: string | null | undefined): readonly [Style, string] {
  const [icon, style] = VERDICTS[verdict ?? ''] ?? ['●', 'run'];
  return [style, icon];
}

/** `$0.0042`; `–` where nothing was paid, or the price of a model is not known. */
export function money(dollars: number | null): string {
  if (dollars === null || dollars === 0) return NONE;
  return dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

const NONE = '–';

/** Facts that stand in one line, but for those that are not known. */
export function inLine(...facts: readonly string[]): string {
  return facts.filter((fact) => fact !== NONE).join(' · ');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `180 ms`, `3.2 s`, `4 min`, `1 h 04 min`, `2 d 03 h`. */
export function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / 1_000).toFixed(1)} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h ${two((milliseconds % HOUR) / MINUTE)} min`;
  return `${Math.floor(milliseconds / DAY)} d ${two((milliseconds % DAY) / HOUR)} h`;
}

/** From one moment to another, in milliseconds; never below none. */
export function between(from: string, until: string | null | undefined, now: number): number {
  return Math.max(0, (until ? Date.parse(until) : now) - Date.parse(from));
}

export function ago(time: string, now: number): string {
  return `${lasting(time, now)} ago`;
}

/** How long something that began then has lasted. */
export function lasting(since: string, now: number): string {
  return span(between(since, undefined, now));
}

/** The time of day of an event, in UTC as in every document. */
export function clock(time: string): string {
  return time.slice(11, 19);
}

/** How much was used: attempts, cost, duration. */
export function figures(
  { attempts, costUsd, createdAt, endedAt }: Pick<RunRow, 'attempts' | 'costUsd' | 'createdAt' | 'endedAt'>,
  now: number,
): string {
  return inLine(`${attempts.used}/${attempts.max} attempts`, money(costUsd), span(between(createdAt, endedAt, now)));
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
