const MAX_BYTES = 256 * 1024;
/** CPython's own limit. */
const MAX_DEPTH = 200;

/**
 * What keeps a source from being given to a parser at all (guards 2.1): its size, or how deep its brackets are nested.
 */
export function sourceProblem(source: string): string | undefined {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_BYTES) {
    return `SyntaxError: the source has ${bytes} bytes; at most ${MAX_BYTES} are compiled. Make it shorter.`;
  }
  const line = lineOfTooDeep(source);
  return line === undefined
    ? undefined
    : `SyntaxError: brackets are nested more than ${MAX_DEPTH} deep (line ${line}). Nest them less.`;
}

/** Strings and comments are left out, so that only brackets of the code count; what is in an f-string is text. */
const TOKEN =
  /#[^\n]*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''(?:\\[\s\S]|[^\\])*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[([{]|[)\]}]|\n/g;

function lineOfTooDeep(source: string): number | undefined {
  let depth = 0;
  let line = 1;
  for (const [token] of source.matchAll(TOKEN)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return line;
    line += token.split('\n').length - 1;
  }
  return undefined;
}
