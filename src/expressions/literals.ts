import type { Expression } from './expression.ts';
import type { Token } from './scan.ts';

/** A number, or a text in quotation marks with its escapes. */
export function literalOf({ kind, text }: Token): Expression {
  if (kind === 'text') return { kind: 'literal', value: unquoted(text) };
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`${text} is too large`);
  return { kind: 'literal', value };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
