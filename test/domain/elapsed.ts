/** Milliseconds that the work takes. For guarding against quadratic time, where a megabyte means minutes. */
export function elapsed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** A text of about a megabyte. */
export function megabyteOf(unit: string): string {
  return unit.repeat(Math.ceil(1_000_000 / unit.length));
}
