/**
 * Looks a text over before the parser sees it: its size, its characters, how deep it nests. The parser is recursive and lenient,
 * so that what would exhaust its stack or be read in a way nobody meant is refused here, in words.
 */
const MAX_BYTES = 4096;
const MAX_NESTING = 64;

/** `text` has one space for each run of white space outside of strings; the parser knows operators like `not in` by it. */
export type Scan = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export function scanExpression(text: string): Scan {
  if (text.trim() === '') return refused('the expression is empty');
  if (byteLength(text) > MAX_BYTES) return refused(`the expression is longer than ${MAX_BYTES} bytes`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (token === undefined) return refused(unreadable(text, at));
    tokens.push(token);
    at += token.text.length;
  }
  const problem = nestingProblem(tokens) ?? neighbourProblem(tokens) ?? notProblem(tokens);
  if (problem !== undefined) return refused(problem);
  return { ok: true, text: tokens.map((token) => (token.kind === 'space' ? ' ' : token.text)).join('') };
}

interface Token {
  readonly kind: 'space' | 'operand' | 'word' | 'prefix' | 'open' | 'close' | 'other';
  readonly text: string;
}

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in']);

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  ['operand', /"(?:[^"\\\n]|\\[nrtbfv"'\\])*"|'(?:[^'\\\n]|\\[nrtbfv"'\\])*'/y],
  ['operand', /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y],
  ['operand', /[A-Za-z_]\w*/y],
  ['other', /==(?!=)|!=(?!=)|<=|>=|&&|\|\||[.,<>*/%]/y],
  ['prefix', /[!+-]/y],
  ['open', /[([]/y],
  ['close', /[)\]]/y],
];

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind: WORDS.has(found) ? 'word' : kind, text: found };
  }
  return undefined;
}

function unreadable(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const where = `at character ${at + 1}`;
  if (character === '=') return `unexpected "=" ${where}: compare with "=="; an expression sets no variable`;
  if (character === '"' || character === "'") return `the string that begins ${where} is not closed or escapes wrongly`;
  return `unexpected ${JSON.stringify(character)} ${where}`;
}

/** Brackets and runs of prefixes (`!!!x`) are what the parser recurses on. */
function nestingProblem(tokens: readonly Token[]): string | undefined {
  let depth = 0;
  let prefixes = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (token.kind !== 'space') prefixes = token.kind === 'prefix' || token.text === 'not' ? prefixes + 1 : 0;
    if (depth > MAX_NESTING || prefixes > MAX_NESTING) return `the expression nests deeper than ${MAX_NESTING} levels`;
  }
  return undefined;
}

/** The parser would read `f(a b)` as two arguments. */
function neighbourProblem(tokens: readonly Token[]): string | undefined {
  const seen = tokens.filter((token) => token.kind !== 'space');
  const index = seen.findIndex(
    (token, i) => token.kind === 'operand' && ['operand', 'close'].includes(seen[i - 1]?.kind ?? 'other'),
  );
  if (index < 1) return undefined;
  return `an operator is missing between ${seen[index - 1]?.text} and ${seen[index]?.text}`;
}

/** The parser would look for what `not` denies for ever. */
function notProblem(tokens: readonly Token[]): string | undefined {
  const seen = tokens.filter((token) => token.kind !== 'space');
  const bare = seen.some(({ text, kind }, i) => text === 'not' && kind === 'word' && !deniesSomething(seen[i + 1]));
  return bare ? 'nothing follows a "not"' : undefined;
}

/** `in` makes it a comparison. */
function deniesSomething(next: Token | undefined): boolean {
  return next !== undefined && (['operand', 'open', 'prefix'].includes(next.kind) || ['not', 'in'].includes(next.text));
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function refused(message: string): Scan {
  return { ok: false, message };
}
