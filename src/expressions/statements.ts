/**
 * Cuts the text of `code` into its statements: one a line or between semicolons, brackets may span lines, `#` begins a comment. What a
 * statement means is for `code.ts`.
 */
export interface Line {
  /** From 1, where the statement begins. */
  readonly line: number;
  readonly text: string;
}

export function statementsIn(code: string): readonly Line[] {
  const lines: Line[] = [];
  let text = '';
  let line = 1;
  let begins = 1;
  let depth = 0;
  const end = () => {
    if (text.trim() !== '') lines.push({ line: begins, text: text.trim() });
    text = '';
  };
  for (const piece of code.matchAll(PIECES)) {
    const [found] = piece;
    if (text.trim() === '') begins = line;
    if (OPENING.has(found)) depth += 1;
    if (CLOSING.has(found)) depth = Math.max(0, depth - 1);
    if (found === '\n') line += 1;
    if ((found === '\n' || found === ';') && depth === 0) end();
    else if (!found.startsWith('#')) text += found === '\n' ? ' ' : found;
  }
  end();
  return lines;
}

/** Strings whole, so that nothing inside of them counts; a string that is not closed ends with its line. */
const PIECES = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*|\n|[()[\]{};]|[^"'#\n()[\]{};]+/g;
const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);
