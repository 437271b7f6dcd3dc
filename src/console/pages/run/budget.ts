import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import { balanceWord, counted, durationWord, spentWord } from '../../../api/report/words.ts';
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
  const { used, reserved, remaining } = budget;
  const rows = LIMITS.filter(([limit]) => used[limit] !== undefined).map(([limit, words]) =>
    h('tr', { key: limit }, [
      h('th', { scope: 'row' }, words),
      h('td', null, limit === 'maxCostUsd' ? spentWord(used[limit] ?? null) : amountWord(limit, used[limit])),
      h('td', null, amountWord(limit, reserved[limit])),
      h('td', null, limit in remaining ? amountWord(limit, remaining[limit]) : 'no limit'),
    ]),
  );
  const heads = ['limit of', 'used', 'reserved', 'left'].map((head) => h('th', { scope: 'col', key: head }, head));
  return h('section', { id: 'budget', class: 'panel', 'aria-label': 'Budget', 'data-key': 'budget' }, [
    h('h2', null, 'Budget'),
    h('p', null, generationWords(budget)),
    h('table', null, [h('thead', null, h('tr', null, heads)), h('tbody', null, rows)]),
  ]);
}

/** What the definition allows, and what its limit leaves of that. */
function generationWords({ used, remaining, bound }: Budget): string {
  const made = used.maxAttempts ?? 0;
  const left = remaining.maxAttempts ?? Number.POSITIVE_INFINITY;
  return [
    `${counted(made, 'generation')} made. `,
    bound.remaining === 0
      ? 'By itself the run makes no more.'
      : `By its definition the run makes at most ${bound.remaining} more, ${made + bound.remaining} in all.`,
    ...(left < bound.remaining ? [` Its limit leaves ${left}: the others need a higher one.`] : []),
    ` Had all of it failed as often as it may, it would be ${bound.generations}.`,
  ].join('');
}

function amountWord(limit: Limit, amount: number | string | null | undefined): string {
  if (amount === undefined || amount === null) return '–';
  if (typeof amount === 'string') return durationWord(parseDuration(amount) ?? null);
  return limit === 'maxCostUsd' ? balanceWord(amount) : String(amount);
}
