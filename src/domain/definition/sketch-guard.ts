import { COMPOSITES } from '../guard-tree.ts';
import { entriesOf, type Found, fieldOf, itemsOf, textOf } from './loose.ts';
import { below } from './pointer.ts';

/** A guard leaf as far as it can be read. */
export interface LeafSketch {
  readonly pointer: string;
  readonly use: string;
  /** R60: its own id, else the name of its guard. */
  readonly id: string;
  readonly raw: unknown;
  /** Texts anywhere in its options. */
  readonly texts: readonly Found[];
}

/** Every readable leaf of a guard tree, in declared order. */
export function leafSketches(tree: unknown, pointer: string): readonly LeafSketch[] {
  const use = fieldOf(tree, 'use');
  if (typeof use === 'string') return [leafSketch(tree, use, pointer)];
  return COMPOSITES.flatMap((kind) =>
    itemsOf(fieldOf(tree, kind)).flatMap((branch, index) => leafSketches(branch, below(pointer, kind, index))),
  );
}

/** The expression of a guard leaf. */
export function expressionOf({ use, raw, pointer }: Pick<LeafSketch, 'use' | 'raw' | 'pointer'>): readonly Found[] {
  return use === 'expression' ? textOf(fieldOf(raw, 'with'), below(pointer, 'with'), 'expr') : [];
}

function leafSketch(raw: unknown, use: string, pointer: string): LeafSketch {
  const id = fieldOf(raw, 'id');
  const texts = textsWithin(fieldOf(raw, 'with'), below(pointer, 'with'));
  return { pointer, use, id: typeof id === 'string' ? id : use, raw, texts };
}

function textsWithin(value: unknown, pointer: string): readonly Found[] {
  if (typeof value === 'string') return [{ value, pointer }];
  const inside = Array.isArray(value) ? [...value.entries()] : entriesOf(value);
  return inside.flatMap(([key, child]) => textsWithin(child, below(pointer, key)));
}
