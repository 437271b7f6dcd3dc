import { lineOfTooDeep, MAX_NESTING, MAX_SOURCE_BYTES } from '../isolation/nesting.ts';

/** What keeps a program from being given to a parser at all (guards 2.1): its size, how deep it nests, or what stands around it. */
export function sourceProblem(source: string): string | undefined {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_SOURCE_BYTES)
    return `SyntaxError: the program has ${bytes} bytes; at most ${MAX_SOURCE_BYTES} are compiled. Make it shorter.`;
  if (/^\s*```/.test(source)) return 'SyntaxError: the program stands in a Markdown fence. Give the program alone.';
  const line = lineOfTooDeep(source, TOKEN);
  if (line === undefined) return undefined;
  return `SyntaxError: brackets nest more than ${MAX_NESTING} deep (line ${line}). Nest them less.`;
}

/** Comments and quoted strings are left out, so that only brackets of the code count; those of a template count as well. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[([{]|[)\]}]|\n/g;
