/** Where a row stands in its list: by a time, and among rows of the same moment by what tells them apart, in every reading alike. */
export function orderOf(at: string, ...apart: readonly (string | number)[]): string {
  return [at, ...apart.map((part) => (typeof part === 'number' ? String(part).padStart(12, '0') : part))].join(' ');
}

/** The attribute by which a browser puts a row in its place. */
export function ordered(order: string): Readonly<Record<'data-order', string>> {
  return { 'data-order': order };
}
