import { baseCaseSchema } from '../../definitions/schema/base-case.ts';
import { guardOf, leavesOfBaseCase } from '../../definitions/scope/base-case-leaves.ts';
import { fieldOf } from '../../text/loose.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { below } from '../../text/pointer.ts';

interface LeafGuard {
  readonly pointer: string;
  readonly use: string;
  readonly with: unknown;
}

/** The guards that a checked document's base case is verified by; none where it has no base case. */
export function guardsOfBaseCase(document: unknown): readonly LeafGuard[] {
  const parsed = safeParseNumbers(baseCaseSchema, fieldOf(fieldOf(document, 'objective'), 'baseCase'));
  if (!parsed.success) return [];
  return leavesOfBaseCase(parsed.data).flatMap(({ name, leaf }) => {
    const guard = guardOf(leaf);
    const pointer = below(`/objective/${name}`, ...('guard' in leaf ? ['guard'] : []));
    return guard ? [{ pointer, use: guard.use, with: guard.with }] : [];
  });
}
