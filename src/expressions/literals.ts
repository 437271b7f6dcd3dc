import { literalNumber } from './decimals.ts';
import type { Expression } from './expression.ts';
import type { Token } from './scan.ts';

/** A number, or a text in quotation marks with its escapes. */
export function literalOf({ kind, text }: Token): Expression {
  if (kind === 'text') return { kind: 'literal', value: unquoted(text) };
  return { kind: 'literal', value: literalNumber(text) };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (written, letter: string) => ESCAPES[letter] ?? written);
}

/** Any other backslash stays, as in Python: `"\d"` is a backslash and a d. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '"': '"',
  "'": "'",
  '\\': '\\',
};
