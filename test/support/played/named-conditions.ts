import fc from 'fast-check';
import { truthOf } from '../../../src/expressions/evaluate.ts';

/** A part of a condition; `isThere`: everything that it names has a value. */
export interface Atom {
  readonly text: string;
  readonly isThere: boolean;
}

export type Tree =
  | Atom
  | { readonly not: Tree }
  | { readonly word: 'and' | 'or'; readonly sides: readonly [Tree, Tree] };

/** What `made` has made and the run was given alike, and a condition on it. */
export interface Conditional {
  readonly data: Readonly<Record<string, unknown>>;
  readonly tree: Tree;
}

export const FIELD = fc.constantFrom('a', 'b', 'c');
const LITERAL = fc.constantFrom('0', '1', '"x"', 'true', '[]');
const OPERATOR = fc.constantFrom('==', '!=', '<', '>=', 'in', '+', '%');

/** Of the input `a` and `b` may be left out, `c` may not. */
export const INPUT_SCHEMA = { properties: { a: {}, b: {}, c: {} }, required: ['c'] };

/** Conditions on what `made` (JSON) and `text` (text) have made, on the facts of `made`'s guard, and on the input. */
export const anyConditional: fc.Arbitrary<Conditional> = fc
  .dictionary(FIELD, fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom('x', true, null)))
  .chain((data) => {
    const atom = atomIn(data);
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc.record({ not: tie('tree') }),
        fc.record({ word: fc.constantFrom('and' as const, 'or' as const), sides: fc.tuple(tie('tree'), tie('tree')) }),
      ),
    }));
    return fc.record({ data: fc.constant(data), tree });
  });

/** Names of what is there, what is not, and of optional input, each alone, compared or calculated with. */
function atomIn(data: Readonly<Record<string, unknown>>): fc.Arbitrary<Atom> {
  const place = fc.constantFrom('artifact.made', 'deps.made', 'input', 'verdict.made', 'artifact.text');
  return fc
    .record({ place, field: FIELD, operator: fc.option(OPERATOR), literal: LITERAL, isTurned: fc.boolean() })
    .map(({ place: holder, field, operator, literal, isTurned }) => {
      const path = `${holder}.${field}`;
      const isThere = holder !== 'artifact.text' && (holder === 'input' ? field !== 'c' || 'c' in data : field in data);
      if (operator === null) return { text: path, isThere };
      const [left, right] = isTurned ? [literal, path] : [path, literal];
      return { text: `${left} ${operator} ${right}`, isThere };
    });
}

/** The condition as it is written, each part as it is or as something else. */
export function textOf(tree: Tree, instead: (atom: Atom) => string = ({ text }) => text): string {
  if ('text' in tree) return `(${instead(tree)})`;
  if ('not' in tree) return `(not ${textOf(tree.not, instead)})`;
  return `(${tree.sides.map((side) => textOf(side, instead)).join(` ${tree.word} `)})`;
}

/** Whether the parts whose names have a value settle it: true or false, whatever the others would be. */
export function isSettled(tree: Tree, truth: boolean, scope: Readonly<Record<string, unknown>>): boolean {
  const missing = [...new Set(missingIn(tree))];
  const choices = Array.from({ length: 2 ** missing.length }, (_, chosen) => (atom: Atom) => {
    return atom.isThere ? atom.text : `${(chosen >> missing.indexOf(atom)) & 1} == 1`;
  });
  return choices.every((instead) => truthOf(textOf(tree, instead), scope).truth === truth);
}

function missingIn(tree: Tree): readonly Atom[] {
  if ('text' in tree) return tree.isThere ? [] : [tree];
  return 'not' in tree ? missingIn(tree.not) : tree.sides.flatMap(missingIn);
}
