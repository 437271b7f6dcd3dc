import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';

/** Fields of the format whose behaviour this version lacks, with what happens instead. */
export function* warnOfNotEffective({ sketch }: Subject): Generator<Issue> {
  for (const leaf of sketch.steps.flatMap((step) => step.leaves)) {
    if (fieldOf(leaf.raw, 'confirm') === undefined) continue;
    yield warning(below(leaf.pointer, 'confirm'), 'the verdict counts without confirmation');
  }
}

function warning(pointer: string, instead: string): Issue {
  return {
    pointer,
    code: 'not_effective_yet',
    detail: `This version accepts the field but does not act on it yet; ${instead}.`,
  };
}
