import type { GuardCatalogue } from '../catalogues.ts';
import { fieldOf, itemsOf } from './loose.ts';
import { leafSketches } from './sketch-guard.ts';

/** The models that judged guards of a document need, each once; undefined stands for the service's default. */
export function judgeModels(
  document: unknown,
  guards: Pick<GuardCatalogue, 'list'>,
): ReadonlySet<string | undefined> {
  const judged = new Set(guards.list().flatMap(({ name, nature }) => (nature === 'judged' ? [name] : [])));
  const leaves = itemsOf(fieldOf(document, 'steps')).flatMap((step) => leafSketches(fieldOf(step, 'guard'), ''));
  return new Set(leaves.filter(({ use }) => judged.has(use)).map(({ raw }) => modelIn(fieldOf(raw, 'with'))));
}

function modelIn(options: unknown): string | undefined {
  const model = fieldOf(options, 'model');
  return typeof model === 'string' ? model : undefined;
}
