import { NO_PARTS, type PartCatalogue } from '../../domain/catalogues.ts';
import { checkParts } from '../../domain/definition/check-generators.ts';
import { sketchOf } from '../../domain/definition/sketch.ts';
import { Problem } from '../problem.ts';

/** Refuses a run whose agents or generators are not registered any more: a definition outlives the module that it was checked with. */
export function mustOfferParts(parts: PartCatalogue = NO_PARTS, document: unknown, pointer: string): void {
  const issues = [...checkParts({ sketch: sketchOf(document) }, parts)];
  const [first] = issues;
  if (!first) return;
  const errors = issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
  throw new Problem(422, 'part_unavailable', first.detail, { errors });
}
