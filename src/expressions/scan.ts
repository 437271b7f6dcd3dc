/**
 * Cuts a text into tokens before the parser sees it, and looks them over: its size, its characters, how deep it nests. The parser is
 * recursive, so that what would exhaust its stack is refused here, in words.
 */
import { OPERATOR_WORDS } from './expression.ts';

const MAX_BYTES = 4096;
const MAX_NESTING = 64;

/** `tokens` are those that mean something, without white space. */
export type Scan =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly message: string };

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
  const seen = tokens.filter((token) => token.kind !== 'space');
  const problem = nestingProblem(seen) ?? neighbourProblem(seen);
  return problem === undefined ? { ok: true, tokens: seen } : refused(problem);
}

export interface Token {
  readonly kind: 'space' | 'text' | 'number' | 'name' | 'word' | 'prefix' | 'open' | 'close' | 'other';
  readonly text: string;
  /** Where it begins, from 0. */
  readonly at: number;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', /\s+/y],
  // Escapes that Python has and this language has not are refused: "\x41", "\u0041", "\101".
  ['text', /"(?:[^"\\\n]|\\[^\n0-9axuUN])*"|'(?:[^'\\\n]|\\[^\n0-9axuUN])*'/y],
  ['number', /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y],
  ['name', /[A-Za-z_]\w*/y],
  ['other', /==(?!=)|!=(?!=)|<=|>=|&&|\|\||\/\/|\*\*|[.,:<>*/%]/y],
  ['prefix', /[!+-]/y],
  ['open', /[([{]/y],
  ['close', /[)\]}]/y],
];

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind: OPERATOR_WORDS.has(found) ? 'word' : kind, text: found, at };
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
    prefixes = token.kind === 'prefix' || token.text === 'not' ? prefixes + 1 : 0;
    if (depth > MAX_NESTING || prefixes > MAX_NESTING) return `the expression nests deeper than ${MAX_NESTING} levels`;
  }
  return undefined;
}

/** What is written side by side without an operator. */
function neighbourProblem(tokens: readonly Token[]): string | undefined {
  const index = tokens.findIndex(
    (token, i) => isOperand(token.kind) && (isOperand(tokens[i - 1]?.kind) || tokens[i - 1]?.kind === 'close'),
  );
  if (index < 1) return undefined;
  return `an operator is missing between ${tokens[index - 1]?.text} and ${tokens[index]?.text}`;
}

function isOperand(kind: Token['kind'] | undefined): boolean {
  return kind === 'text' || kind === 'number' || kind === 'name';
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
