/** Bytes of one source that is given to a parser (guards 2.1). */
export const MAX_SOURCE_BYTES = 256 * 1024;
/** How deep brackets may nest; it is CPython's own limit too. */
export const MAX_NESTING = 200;

/**
 * The line where brackets nest too deep. `token` is global and matches brackets and line feeds, and whole what may hold brackets that do
 * not count.
 */
export function lineOfTooDeep(source: string, token: RegExp): number | undefined {
  let depth = 0;
  let line = 1;
  for (const [found] of source.matchAll(token)) {
    if ('([{'.includes(found)) depth += 1;
    else if (')]}'.includes(found)) depth = Math.max(0, depth - 1);
    if (depth > MAX_NESTING) return line;
    line += found.split('\n').length - 1;
  }
  return undefined;
}
