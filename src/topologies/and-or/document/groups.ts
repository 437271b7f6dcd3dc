import type { WrittenGroup } from '../../../definitions/schema/subject.ts';
import { entriesOf, fieldOf, itemsOf } from '../../../text/loose.ts';
import { below } from '../../../text/pointer.ts';

/**
 * The groups of a document that may be wrong in parts: of `orGroups`, of the `orGroup` of their choices, or of both. Choices come as
 * `choices` lists them, then those that name the group, in declared order.
 */
export function writtenGroups(document: unknown): readonly WrittenGroup[] {
  const groups = new Map<string, WrittenGroup>();
  for (const [id, options] of entriesOf(fieldOf(document, 'orGroups'))) {
    const pointer = below('/orGroups', id);
    const listed = itemsOf(fieldOf(options, 'choices')).flatMap((value, at) =>
      typeof value === 'string' ? [{ value, pointer: below(pointer, 'choices', at) }] : [],
    );
    groups.set(id, { id, pointer, choices: listed, options });
  }
  for (const [at, step] of itemsOf(fieldOf(document, 'steps')).entries()) {
    const [group, id] = [fieldOf(step, 'orGroup'), fieldOf(step, 'id')];
    if (typeof group !== 'string' || typeof id !== 'string') continue;
    const pointer = below('/steps', at, 'orGroup');
    const { choices, ...known } = groups.get(group) ?? { id: group, pointer, choices: [], options: {} };
    const isListed = choices.some(({ value }) => value === id);
    groups.set(group, { ...known, choices: isListed ? choices : [...choices, { value: id, pointer }] });
  }
  return [...groups.values()];
}
