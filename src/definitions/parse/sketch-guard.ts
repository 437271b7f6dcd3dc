import { COMPOSITES } from '../../model/guard-tree.ts';
import { type Found, fieldOf, itemsOf, textOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import { type FieldPath, textsAt } from '../schema/template-fields.ts';

/** A guard leaf as far as it can be read. */
export interface LeafSketch {
  readonly pointer: string;
  readonly use: string;
  /** R60: its own id, else the name of its guard. */
  readonly id: string;
  readonly raw: unknown;
  /** What of its options is a template (R113). */
  readonly templates: readonly Found[];
}

/** Where the options of a guard are templates, by its name. */
export type GuardTemplates = (use: string) => readonly FieldPath[];

/** Every readable leaf of a guard tree, in declared order. */
export function leafSketches(
  tree: unknown,
  pointer: string,
  guardTemplates: GuardTemplates = () => [],
): readonly LeafSketch[] {
  const use = fieldOf(tree, 'use');
  if (typeof use === 'string') return [leafSketch(tree, use, pointer, guardTemplates)];
  return COMPOSITES.flatMap((kind) =>
    itemsOf(fieldOf(tree, kind)).flatMap((branch, index) =>
      leafSketches(branch, below(pointer, kind, index), guardTemplates),
    ),
  );
}

/** The expression of a guard leaf. */
export function expressionOf({ use, raw, pointer }: Pick<LeafSketch, 'use' | 'raw' | 'pointer'>): readonly Found[] {
  return use === 'expression' ? textOf(fieldOf(raw, 'with'), below(pointer, 'with'), 'expr') : [];
}

function leafSketch(raw: unknown, use: string, pointer: string, guardTemplates: GuardTemplates): LeafSketch {
  const id = fieldOf(raw, 'id');
  const templates = textsAt(fieldOf(raw, 'with'), below(pointer, 'with'), guardTemplates(use));
  return { pointer, use, id: typeof id === 'string' ? id : use, raw, templates };
}
