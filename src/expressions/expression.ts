import type { ExactNumber } from '../text/exact-json.ts';

/**
 * An expression of the one language for `when`, `run_if`, conditions, `expression` guards and `code` (R37, R107), as a closed tree: what
 * is not here cannot be said, so nothing can be called or reached but data.
 */
export const FUNCTIONS = [
  'get',
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'all',
  'any',
  'isUnique',
  'isSorted',
  'abs',
  'round',
  'len',
  'int',
  'float',
  'str',
  'bool',
  'date',
  'matches',
] as const;

/** Functions whose second argument is the text of an expression in which `it` is an entry of the first, a list. */
export const QUANTIFIERS = ['all', 'any'] as const;
type Quantifier = (typeof QUANTIFIERS)[number];

export type FunctionName = Exclude<(typeof FUNCTIONS)[number], Quantifier>;

/** In the text of a quantifier: the entry. */
export const IT = 'it';

/** What can be called on a text. `get` is called on objects, and means the function. */
export const METHODS = [
  'capitalize',
  'count',
  'endswith',
  'find',
  'index',
  'isalnum',
  'isalpha',
  'isdigit',
  'islower',
  'isspace',
  'isupper',
  'join',
  'ljust',
  'lower',
  'lstrip',
  'removeprefix',
  'removesuffix',
  'replace',
  'rfind',
  'rjust',
  'rstrip',
  'split',
  'splitlines',
  'startswith',
  'strip',
  'title',
  'upper',
  'zfill',
] as const;
export type MethodName = (typeof METHODS)[number];

export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['+', '-', '*', '/', '//', '%', '**'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | ExactNumber | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: Expression, value: Expression])[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly key: Expression }
  /** `x[*].k`: the list of what `part` is of each entry of `list`; within `part` an `entry` stands for it. */
  | { readonly kind: 'each'; readonly list: Expression; readonly part: Expression }
  | { readonly kind: 'entry' }
  | { readonly kind: 'quantifier'; readonly name: Quantifier; readonly list: Expression; readonly test: Expression }
  /** `x[from:to:step]`; a part that is left out is `null`. */
  | {
      readonly kind: 'slice';
      readonly object: Expression;
      readonly bounds: readonly [from: Expression, to: Expression, step: Expression];
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly arguments: readonly Expression[] }
  | {
      readonly kind: 'method';
      readonly name: MethodName;
      readonly object: Expression;
      readonly arguments: readonly Expression[];
    }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'not' | 'minus' | 'plus'; readonly operand: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** `a < b < c`: each neighbour of the operands compared with the next. */
  | { readonly kind: 'chain'; readonly operands: readonly Expression[]; readonly operators: readonly Comparison[] }
  | {
      readonly kind: 'arithmetic';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Names by which data leads to code; they are nobody's (R37, own properties only). */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Words of the language: no names (R107). */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else']);

/** Words of Python that this language has no use for; they are no names either. */
export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  'import from def class for while elif try except finally with lambda return yield raise del global nonlocal assert async await pass break continue as'.split(
    ' ',
  ),
);
