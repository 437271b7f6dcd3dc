import { checkParts } from '../../definitions/checks/check-generators.ts';
import { checkGuards } from '../../definitions/checks/check-guards.ts';
import { sketchOf } from '../../definitions/parse/sketch.ts';
import { type GuardCatalogue, NO_PARTS, type PartCatalogue } from '../../ports/catalogues.ts';
import { Problem } from '../http/problem.ts';

/**
 * Refuses a run whose agents, generators or guards are not registered any more: a definition outlives the module that it was checked
 * with. `pointer` is where the definition lies in the request.
 */
export function mustOfferParts(
  { parts = NO_PARTS, guards }: { readonly parts?: PartCatalogue; readonly guards: GuardCatalogue },
  document: unknown,
  pointer: string,
): void {
  const sketch = sketchOf(document);
  const unknown = [...checkGuards({ sketch }, guards)].filter(({ code }) => code === 'unknown_guard');
  const issues = [...checkParts({ sketch }, parts), ...unknown];
  const [first] = issues;
  if (!first) return;
  const errors = issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
  throw new Problem(422, 'part_unavailable', first.detail, { errors });
}
