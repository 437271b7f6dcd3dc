import type { Subject } from '../../../definitions/schema/subject.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { suggestion } from '../../../text/nearest.ts';

/** A group of one choice is no alternative: its name at the step may be a slip for that of another group. */
export function* warnOfGroups({ groups }: Subject): Generator<Issue> {
  for (const { id, choices } of groups) {
    const [only] = choices;
    if (choices.length !== 1 || only === undefined) continue;
    const others = groups.filter((group) => group.id !== id);
    const meant = suggestion(
      id,
      others.map((group) => group.id),
    );
    const detail = `The group "${id}" has one choice, "${only.value}", so there is nothing to choose.${meant} Name the group at another step too, or take it out.`;
    yield { pointer: only.pointer, code: 'single_choice', detail };
  }
}
