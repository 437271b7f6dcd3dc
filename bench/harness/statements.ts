import { setTimeout as wait } from 'node:timers/promises';
import { rowsIn } from './query.ts';

/** A statement of the service with numbers for its parameters, how often it was sent, and milliseconds that the server took for all. */
export interface Statement {
  readonly query: string;
  readonly calls: number;
  readonly time: number;
}

/** All but our own, since the server began to count. */
const COUNTED = `
  select query, sum(calls)::float8 as calls, sum(total_exec_time)::float8 as time from pg_stat_statements
  where query not ilike '%pg_stat_statements%' group by query`;

/** What the service sends while `use` runs. */
export async function statementsIn(databaseUrl: string, use: () => Promise<unknown>): Promise<readonly Statement[]> {
  const before = new Map((await rowsIn<Statement>(databaseUrl, COUNTED)).map((row) => [row.query, row]));
  await use();
  const after = await rowsIn<Statement>(databaseUrl, COUNTED);
  return after
    .map(({ query, calls, time }) => {
      const then = before.get(query);
      return { query, calls: calls - (then?.calls ?? 0), time: time - (then?.time ?? 0) };
    })
    .filter(({ calls }) => calls > 0)
    .toSorted((one, other) => other.calls - one.calls);
}

export function callsOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { calls }) => sum + calls, 0);
}

/** Whether it is one of those that tell a run ahead of its readers (`store/views/tellings.ts`), some time after it has come to rest. */
export function isTelling({ query }: Statement): boolean {
  return /run_tellings|from verdicts d\b|select body from events where run_id = \$1 and seq > \$2/.test(query);
}

/** What a service sends in some seconds with nothing to do but what is open already. */
export function restingIn(databaseUrl: string, seconds: number): Promise<readonly Statement[]> {
  return statementsIn(databaseUrl, () => wait(seconds * 1_000));
}

/** Those that are not sent at rest too, by their texts: what is asked by the clock is no part of what is counted. */
export function beside(resting: readonly Statement[], sent: readonly Statement[]): readonly Statement[] {
  const texts = new Set(resting.map(({ query }) => query));
  return sent.filter(({ query }) => !texts.has(query));
}

/** The most frequent ones by their first words, for a row's raw figures. */
export function mostOf(statements: readonly Statement[], each: number): string {
  return statements
    .slice(0, 6)
    .map(({ query, calls }) => `${(calls / each).toFixed(1)} ${query.replaceAll(/\s+/g, ' ').slice(0, 32)}`)
    .join('; ');
}
