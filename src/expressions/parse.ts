import { messageOf } from '../text/message-of.ts';
import type { Expression } from './expression.ts';
import { Parser } from './grammar.ts';
import { depthOf } from './parts-of.ts';
import { scanExpression } from './scan.ts';

export type Parsed =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string };

/** A chain such as `a + b + …` is as deep as it is long. */
const MAX_DEPTH = 500;

/**
 * Reads an expression of R37 and R107: at most 4 KiB, at most 64 levels of brackets. Total: a text that is none answers `ok: false` with
 * what is wrong in words.
 */
export function parseExpression(text: string): Parsed {
  try {
    return { ok: true, expression: read(text) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function read(text: string): Expression {
  const scan = scanExpression(text);
  if (!scan.ok) throw new Error(scan.message);
  const expression = new Parser(scan.tokens, read).whole();
  if (depthOf(expression) > MAX_DEPTH) throw new Error(`the expression is a chain of more than ${MAX_DEPTH} parts`);
  return expression;
}
