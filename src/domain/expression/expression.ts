/**
 * An expression of the one language for `when`, `run_if`, conditions, `expression` guards and `code` (R37), as a closed tree: what
 * is not here cannot be said, so nothing can be called or reached but data.
 */
export const FUNCTIONS = ['get', 'max', 'min', 'abs', 'round', 'len', 'int', 'float', 'str', 'bool'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['+', '-', '*', '/', '%'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly key: Expression }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly arguments: readonly Expression[] }
  | { readonly kind: 'not' | 'minus' | 'plus'; readonly operand: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'arithmetic';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Names by which data leads to code; they are nobody's (R37, own properties only). */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
