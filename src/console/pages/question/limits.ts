import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import { parseDuration } from '../../../text/duration.ts';
import { type Fields, LIMITS } from '../../parts/fields.ts';
import { nowWord } from '../../parts/limit-fields.ts';

export type Budget = z.output<typeof BudgetView>;
type Limit = keyof Budget['used'];

/** Of a search alone, so that it is asked for only where it is used up. */
const ITERATIONS = ['maxIterations', 'Iterations at most'] as const;

interface LimitsOf {
  readonly budget: Budget;
  /** How many generations the run may still need. */
  readonly generations: number;
  readonly sent: Fields;
  /** Nothing was named, which is told here. */
  readonly problem: string | undefined;
}

/** What is used up first, with a value that lets the run go on; the other limits are folded, unless it is not known which one it is. */
export function RaisedLimits({ budget, generations, sent, problem }: LimitsOf): JSX.Element {
  const all: readonly (readonly [limit: Limit, label: string])[] = [...LIMITS, ITERATIONS];
  const gone = all.filter(([limit]) => isUsedUp(budget, limit));
  const others = LIMITS.filter(([limit]) => !isUsedUp(budget, limit));
  const [first] = gone.length === 0 ? LIMITS : gone;
  const field = ([limit, label]: readonly [limit: Limit, label: string]): JSX.Element =>
    h('div', { key: limit }, [
      h('label', { for: limit }, label),
      h('input', {
        id: limit,
        name: limit,
        value: sent[limit] ?? (isUsedUp(budget, limit) ? proposed(budget, limit, generations) : ''),
        autofocus: problem !== undefined && limit === first?.[0],
        'aria-describedby': `${limit}-now`,
      }),
      h('small', { id: `${limit}-now`, class: 'hint' }, [
        nowWord(budget.limits[limit]),
        ...(isUsedUp(budget, limit) ? [', all used'] : []),
      ]),
    ]);
  return h('div', null, [
    ...(problem === undefined ? [] : [h('p', { class: 'alert', role: 'alert' }, problem)]),
    ...gone.map(field),
    gone.length === 0
      ? h('div', { class: 'limit-fields' }, others.map(field))
      : h('details', { open: others.some(([limit]) => (sent[limit] ?? '') !== '') }, [
          h('summary', null, 'More limits'),
          h('div', { class: 'limit-fields' }, others.map(field)),
        ]),
  ]);
}

function isUsedUp({ remaining }: Budget, limit: Limit): boolean {
  const left = remaining[limit];
  return left === 0 || left === 'PT0S';
}

/** Enough attempts for all that may follow; of what nobody can foretell twice as much as was used. */
function proposed({ used, limits }: Budget, limit: Limit, generations: number): string {
  const spent = used[limit];
  const most = limits[limit];
  if (typeof spent === 'string')
    return timeWord(2 * Math.max(parseDuration(spent) ?? 0, parseDuration(String(most)) ?? 0));
  const amount = Math.max(spent ?? 0, Number(most));
  if (limit === 'maxAttempts') return String(amount + Math.max(1, generations));
  return String(Number((2 * amount).toPrecision(2)));
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** As people write it, never less. */
function timeWord(milliseconds: number): string {
  if (milliseconds >= 2 * HOUR) return `${Math.ceil(milliseconds / HOUR)} h`;
  if (milliseconds >= 2 * MINUTE) return `${Math.ceil(milliseconds / MINUTE)} min`;
  return `${Math.max(1, Math.ceil(milliseconds / SECOND))} s`;
}
