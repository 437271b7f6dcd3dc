/** Puts a row where it belongs by its `data-order`; a list that begins with the newest says so (`data-newest-first`). */
export function insert(list: HTMLElement, row: HTMLElement): void {
  const isFalling = list.dataset['newestFirst'] !== undefined;
  const own = placeOf(row);
  const next = [...list.children].find((one) => (isFalling ? placeOf(one) < own : placeOf(one) > own));
  list.insertBefore(row, next ?? null);
}

/** Whether a row belongs behind all that a list shows. */
export function isBehind(list: HTMLElement, row: HTMLElement): boolean {
  const last = list.lastElementChild;
  return last !== null && placeOf(row) > placeOf(last);
}

function placeOf(row: Element): string {
  return (row instanceof HTMLElement && row.dataset['order']) || '';
}
