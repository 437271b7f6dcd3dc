const HOUR = 3_600_000;

/** How long ago a run began at most; `ms`: milliseconds. */
export const PERIODS = {
  hour: { word: 'In the last hour', ms: HOUR },
  day: { word: 'In the last day', ms: 24 * HOUR },
  week: { word: 'In the last 7 days', ms: 7 * 24 * HOUR },
  month: { word: 'In the last 30 days', ms: 30 * 24 * HOUR },
} as const;

export const PERIOD_NAMES = ['hour', 'day', 'week', 'month'] as const satisfies (keyof typeof PERIODS)[];

/** What runs were narrowed to, as it stands in the address; what is empty is left out. */
export interface Narrowed {
  readonly status?: string;
  readonly workflow?: string;
  readonly tag?: string;
  readonly period?: keyof typeof PERIODS;
  /** Within an id, a tag, or the name of a workflow. */
  readonly q?: string;
}

/** The same as REST is asked for it. `now`: milliseconds since the epoch. */
export function asked({ period, ...filters }: Narrowed, now: number): Readonly<Record<string, string>> {
  return {
    ...filters,
    ...(period !== undefined && { createdAfter: new Date(now - PERIODS[period].ms).toISOString() }),
  };
}
