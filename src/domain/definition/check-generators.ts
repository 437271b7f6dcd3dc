import type { Issue } from '../catalogues.ts';
import { GENERATOR_KINDS } from '../plan.ts';
import { LATER_GENERATOR_KINDS } from './generator.ts';
import { suggestion } from './nearest.ts';
import { below } from './pointer.ts';
import type { Subject } from './subject.ts';

const OFFERED: readonly string[] = GENERATOR_KINDS;

/** Kinds that this version does not offer, known to the format (R35) or not. */
export function* checkGenerators({ sketch }: Subject): Generator<Issue> {
  for (const { kind, pointer } of sketch.steps) {
    if (kind === undefined || OFFERED.includes(kind)) continue;
    const here = below(pointer, 'generator', 'kind');
    const available = `Available: ${OFFERED.join(', ')}.`;
    if (LATER_GENERATOR_KINDS.includes(kind)) {
      const detail = `Generators of kind "${kind}" are not available in this version. ${available}`;
      yield { pointer: here, code: 'unsupported_generator', detail };
    } else {
      const detail = `There is no generator of kind "${kind}".${suggestion(kind, OFFERED)} ${available}`;
      yield { pointer: here, code: 'unknown_generator', detail };
    }
  }
}
