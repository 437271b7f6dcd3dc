import type { QuestionRowView } from '../../api/rows/question-row.ts';

/** Where a row stands in its list: by a time, and among rows of the same moment by what tells them apart, in every reading alike. */
export function orderOf(at: string, ...apart: readonly (string | number)[]): string {
  return [at, ...apart.map((part) => (typeof part === 'number' ? String(part).padStart(12, '0') : part))].join(' ');
}

/** The attribute by which a browser puts a row in its place. */
export function ordered(order: string): Readonly<Record<'data-order', string>> {
  return { 'data-order': order };
}

/** Those that expire first, then the oldest. */
export function questionOrder({ expiresAt, openedAt, id }: QuestionRowView): string {
  return orderOf(expiresAt ?? NEVER, openedAt, id);
}

/** After every time. */
const NEVER = '~';

/** Sorts rows by such a place. */
export function by<Row>(order: (row: Row) => string): (one: Row, other: Row) => number {
  return (one, other) => (order(one) < order(other) ? -1 : 1);
}
