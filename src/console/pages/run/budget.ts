import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import { balanceWord, counted, durationWord, moneyWord } from '../../../api/report/words.ts';
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
export function Budget({ budget, discarded }: { readonly budget: Budget; readonly discarded: number }): JSX.Element {
  const { used, reserved, remaining } = budget;
  const rows = LIMITS.filter(([limit]) => used[limit] !== undefined).map(([limit, words]) =>
    h('tr', { key: limit }, [
      h('th', { scope: 'row' }, words),
      ...[used, reserved].map((amounts) => h('td', null, amountWord(limit, amounts[limit], moneyWord))),
      h('td', null, limit in remaining ? amountWord(limit, remaining[limit], balanceWord) : 'no limit'),
    ]),
  );
  const heads = ['limit of', 'used', 'reserved', 'left'].map((head) => h('th', { scope: 'col', key: head }, head));
  return h('section', { id: 'budget', class: 'panel', 'aria-label': 'Budget', 'data-key': 'budget' }, [
    h('h2', null, 'Budget'),
    h('p', null, generationWords(budget, discarded)),
    h('table', null, [h('thead', null, h('tr', null, heads)), h('tbody', null, rows)]),
  ]);
}

/** What the definition allows, and what its limit leaves of that. `discarded`: calls of models that count for nothing. */
function generationWords({ used, remaining, bound }: Budget, discarded: number): string {
  const made = used.maxAttempts ?? 0;
  const left = remaining.maxAttempts ?? Number.POSITIVE_INFINITY;
  return [
    `${counted(made, 'generation')} made. `,
    ...(discarded === 0
      ? []
      : [`${counted(discarded, 'discarded call')} of a model ${discarded === 1 ? 'is' : 'are'} not counted. `]),
    bound.remaining === 0
      ? 'By itself the run makes no more.'
      : `By its definition the run makes at most ${bound.remaining} more, ${made + bound.remaining} in all.`,
    ...(left < bound.remaining ? [` Its limit leaves ${left}: the others need a higher one.`] : []),
    ` Had all of it failed as often as it may, it would be ${bound.generations}.`,
  ].join('');
}

function amountWord(
  limit: Limit,
  amount: number | string | null | undefined,
  dollars: (usd: number) => string,
): string {
  if (amount === undefined || amount === null) return '–';
  if (typeof amount === 'string') return durationWord(parseDuration(amount) ?? null);
  return limit === 'maxCostUsd' ? dollars(amount) : String(amount);
}
