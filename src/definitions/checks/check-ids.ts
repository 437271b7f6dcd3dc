import type { Issue } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';
import { isReserved, RESERVED_STEP_IDS } from '../parse/names.ts';
import type { Subject } from '../schema/subject.ts';

/** Step ids are unique and not reserved (R68). */
export function* checkIds({ sketch }: Subject): Generator<Issue> {
  const first = new Map<string, string>();
  for (const { id, pointer } of sketch.steps) {
    if (id === undefined) continue;
    const here = below(pointer, 'id');
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, here);
    else
      yield {
        pointer: here,
        code: 'duplicate_step_id',
        detail: `The id "${id}" is taken by ${earlier}; ids are unique.`,
      };
    if (isReserved(id)) yield { pointer: here, code: 'reserved_id', detail: reserved(id) };
  }
}

function reserved(id: string): string {
  return `"${id}" is reserved; choose another id. Reserved: ${RESERVED_STEP_IDS.join(', ')}, and what every object has.`;
}
