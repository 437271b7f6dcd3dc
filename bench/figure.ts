import type { Bench } from './harness/bench.ts';
import { median, type Sample, sampleOf, tailOf } from './statistics.ts';

/** One line of the report. */
export interface Row {
  readonly what: string;
  /** As people read it. */
  readonly value: string;
  /** As programs read it, in `unit`; left out where the value is no number. */
  readonly number?: number;
  readonly unit?: string;
  /** What it should be; left out where the number is for information. */
  readonly target?: string;
  readonly ok?: boolean;
  /** How many measurements are behind the value, and the least and the most that one of them says. */
  readonly rounds?: number;
  readonly spread?: readonly [least: number, most: number];
  /** The measurements behind the value. */
  readonly raw: string;
}

/** A group of numbers that are taken together. */
export interface Figure {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  /** What takes so long that it is measured only when it is asked for by name. */
  readonly onlyByName?: boolean;
  /** Each row as soon as it is known. Throws when something cannot be measured; what was said before stands. */
  measure(bench: Bench): AsyncIterable<Row>;
}

/** A number that should not be above a limit. */
export function atMost(what: string, value: number, limit: number, unit: string, raw: string): Row {
  return { ...plain(what, value, unit, raw), target: `≤ ${rounded(limit)}${unit}`, ok: value <= limit };
}

/** A number that should not be below a limit. */
export function atLeast(what: string, value: number, limit: number, unit: string, raw: string): Row {
  return { ...plain(what, value, unit, raw), target: `≥ ${rounded(limit)}${unit}`, ok: value >= limit };
}

/** A number for information. */
export function plain(what: string, value: number, unit: string, raw: string): Row {
  return { what, value: `${rounded(value)}${unit}`, number: value, unit: unit.trim(), raw };
}

/** Measurements of the same thing that were taken in turn, by what they are of: the first one of each in the first round, and so on. */
export type Takes = Readonly<Record<string, readonly number[]>>;

export interface RatioGoal {
  readonly limit: number;
  readonly is: 'atMost' | 'atLeast';
}

/**
 * One median ÷ another. The spread is that of the ratios of each round. Throws where
 * one of the two was not measured.
 */
export function ratio(what: string, takes: Takes, [above, below]: readonly [string, string], goal?: RatioGoal): Row {
  const [over, under] = [takes[above] ?? [], takes[below] ?? []];
  const value = median(over) / median(under);
  const rounds = Math.min(over.length, under.length);
  const each = over.slice(0, rounds).map((taken, round) => taken / (under[round] ?? Number.NaN));
  const raw = `${above} ${describe(sampleOf(over), '')}, ${below} ${describe(sampleOf(under), '')}`;
  const row = { ...plain(what, value, '×', raw), rounds, spread: [Math.min(...each), Math.max(...each)] as const };
  if (!goal) return row;
  const ok = goal.is === 'atMost' ? value <= goal.limit : value >= goal.limit;
  return { ...row, target: `${goal.is === 'atMost' ? '≤' : '≥'} ${rounded(goal.limit)}×`, ok };
}

/** A median with its spread. */
export function medianOf(what: string, values: readonly number[], unit: string): Row {
  const row = plain(what, median(values), unit, describe(sampleOf(values), unit));
  return { ...row, rounds: values.length, spread: [Math.min(...values), Math.max(...values)] };
}

/** How long someone waits: the 95th percentile is what counts. */
export function tailAtMost(what: string, milliseconds: readonly number[], limit: number): Row {
  const { p95 } = tailOf(milliseconds);
  return { ...tail(what, milliseconds), target: `p95 ≤ ${rounded(limit)} ms`, ok: p95 <= limit };
}

/** The same where there is no target. */
export function tail(what: string, milliseconds: readonly number[]): Row {
  const { p50, p95, max } = tailOf(milliseconds);
  const raw = `p50 ${rounded(p50)}, max ${rounded(max)}, n ${milliseconds.length}`;
  const spread = [Math.min(...milliseconds), max] as const;
  const rounds = milliseconds.length;
  return { what, value: `p95 ${rounded(p95)} ms`, number: p95, unit: 'ms', rounds, spread, raw };
}

/** Milliseconds as the report shows them. */
export function inMilliseconds(values: readonly number[]): string {
  return describe(sampleOf(values), ' ms');
}

export function describe({ median: middle, p90, n }: Sample, unit: string): string {
  return `${rounded(middle)}${unit} (p90 ${rounded(p90)}, n ${n})`;
}

/** Three significant digits, but whole numbers stay whole. */
export function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
