const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 200;

/** What keeps a program from being given to a parser at all (guards 2.1): its size, how deep it nests, or what stands around it. */
export function sourceProblem(source: string): string | undefined {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_BYTES)
    return `SyntaxError: the program has ${bytes} bytes; at most ${MAX_BYTES} are compiled. Make it shorter.`;
  if (/^\s*```/.test(source)) return 'SyntaxError: the program stands in a Markdown fence. Give the program alone.';
  const line = lineOfTooDeep(source);
  if (line === undefined) return undefined;
  return `SyntaxError: brackets nest more than ${MAX_DEPTH} deep (line ${line}). Nest them less.`;
}

/** Comments and quoted strings are left out, so that only brackets of the code count; those of a template count as well. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[([{]|[)\]}]|\n/g;

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
