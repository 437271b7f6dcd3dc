/** One small mistake that could be in a file: `text` in place of what stands from `start` to `end`. */
export interface Mutant {
  /** Counted from 0 in its file, in the order of the text. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly operator: Operator;
  /** The function that it is in, as far as functions have names; empty at the top of the file. */
  readonly within: string;
  readonly was: string;
  readonly text: string;
  /** How the mistake would be written, where that is not `text` in its place: of a choice that is none, what is left. */
  readonly written: Written;
}

export interface Written {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Operator =
  | 'condition'
  | 'operand'
  | 'comparison'
  | 'negation'
  | 'arithmetic'
  | 'fallback'
  | 'statement'
  | 'early return'
  | 'literal'
  | 'element'
  | 'method';

/** What a mutant is known by while lines move: the same mistake in the same function. */
export function nameOf({ operator, within, was, text }: Mutant): string {
  return `${within === '' ? '' : `${within}: `}${operator}: ${short(was)} → ${short(text)}`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line === '') return 'nothing';
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
