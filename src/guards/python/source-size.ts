import { lineOfTooDeep, MAX_NESTING, MAX_SOURCE_BYTES } from '../isolation/nesting.ts';

/**
 * What keeps a source from being given to a parser at all (guards 2.1): its size, or how deep its brackets are nested.
 */
export function sourceProblem(source: string): string | undefined {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_SOURCE_BYTES) {
    return `SyntaxError: the source has ${bytes} bytes; at most ${MAX_SOURCE_BYTES} are compiled. Make it shorter.`;
  }
  const line = lineOfTooDeep(source, TOKEN);
  return line === undefined
    ? undefined
    : `SyntaxError: brackets are nested more than ${MAX_NESTING} deep (line ${line}). Nest them less.`;
}

/** Strings and comments are left out, so that only brackets of the code count; what is in an f-string is text. */
const TOKEN =
  /#[^\n]*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''(?:\\[\s\S]|[^\\])*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[([{]|[)\]}]|\n/g;
