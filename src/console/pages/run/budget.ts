import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import { balanceWord, counted, durationWord } from '../../../api/report/words.ts';
import { parseDuration } from '../../../text/duration.ts';

type Budget = z.output<typeof BudgetView>;
type Limit = keyof Budget['used'];

const LIMITS: readonly (readonly [limit: Limit, words: string])[] = [
  ['maxAttempts', 'Generations'],
  ['maxTokens', 'Tokens'],
  ['maxCostUsd', 'Cost'],
  ['maxDuration', 'Time'],
  ['maxIterations', 'Iterations'],
  ['maxStall', 'Iterations without progress'],
  ['maxSwaps', 'Choices given up'],
];

/** What is used of each limit, what calls under way hold of it, and what is left; what has no limit says so (R49). */
export function Budget({ budget }: { readonly budget: Budget }): JSX.Element {
  const { used, reserved, remaining, bound } = budget;
  const made = used.maxAttempts ?? 0;
  const rows = LIMITS.filter(([limit]) => used[limit] !== undefined).map(([limit, words]) =>
    h('tr', { key: limit }, [
      h('th', { scope: 'row' }, words),
      ...[used, reserved].map((amounts) => h('td', null, amountWord(limit, amounts[limit]))),
      h('td', null, limit in remaining ? amountWord(limit, remaining[limit]) : 'no limit'),
    ]),
  );
  const heads = ['limit of', 'used', 'reserved', 'left'].map((head) => h('th', { scope: 'col', key: head }, head));
  return h('section', { id: 'budget', class: 'panel', 'aria-label': 'Budget', 'data-key': 'budget' }, [
    h('h2', null, 'Budget'),
    h(
      'p',
      null,
      `${counted(made, 'generation')} made, at most ${bound.remaining} more: ${made + bound.remaining} in all. Had all of it failed as often as it may, it would be ${bound.generations}.`,
    ),
    h('table', null, [h('thead', null, h('tr', null, heads)), h('tbody', null, rows)]),
  ]);
}

function amountWord(limit: Limit, amount: number | string | null | undefined): string {
  if (amount === undefined || amount === null) return '–';
  if (typeof amount === 'string') return durationWord(parseDuration(amount) ?? null);
  return limit === 'maxCostUsd' ? balanceWord(amount) : String(amount);
}
