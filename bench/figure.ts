import type { Bench } from './harness/bench.ts';
import { type Sample, sampleOf, tailOf } from './statistics.ts';

/** One line of the report. */
export interface Row {
  readonly what: string;
  readonly value: string;
  /** What it should be; left out where the number is for information. */
  readonly target?: string;
  readonly ok?: boolean;
  /** The measurements behind the value. */
  readonly raw: string;
}

/** A group of numbers that are taken together. */
export interface Figure {
  readonly number: number;
  readonly title: string;
  measure(bench: Bench): Promise<readonly Row[]>;
}

/** A number that should not be above a limit. */
export function atMost(what: string, value: number, limit: number, unit: string, raw: string): Row {
  return {
    what,
    value: `${rounded(value)}${unit}`,
    target: `≤ ${limit}${unit}`,
    ok: value <= limit,
    raw,
  };
}

/** How long someone waits: the 95th percentile is what counts. */
export function tailAtMost(what: string, milliseconds: readonly number[], limit: number): Row {
  const { p95 } = tailOf(milliseconds);
  return { ...tail(what, milliseconds), target: `p95 ≤ ${limit} ms`, ok: p95 <= limit };
}

/** The same where there is no target. */
export function tail(what: string, milliseconds: readonly number[]): Row {
  const { p50, p95, max } = tailOf(milliseconds);
  const raw = `p50 ${rounded(p50)}, max ${rounded(max)}, n ${milliseconds.length}`;
  return { what, value: `p95 ${rounded(p95)} ms`, raw };
}

/** Milliseconds as the report shows them. */
export function inMilliseconds(values: readonly number[]): string {
  return describe(sampleOf(values), ' ms');
}

export function describe({ median, p90, n }: Sample, unit: string): string {
  return `${rounded(median)}${unit} (p90 ${rounded(p90)}, n ${n})`;
}

/** Three significant digits, but whole numbers stay whole. */
function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
