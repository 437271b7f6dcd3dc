import type { RedirectBody } from '../../../definitions/redirects/body.ts';
import type { Compiled } from '../../../model/plan.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { fieldsOf } from '../../../text/fields.ts';
import { entriesOf } from '../../../text/loose.ts';
import { groupsOf } from '../branches.ts';

/** What is forced is there once the redirect is applied. */
export function* choiceIssues(plan: Compiled, body: RedirectBody): Generator<Issue> {
  if (body.type !== 'dag_adjustment' || body.force === undefined) return;
  const groups = groupsOf(plan);
  const { orGroup, choice } = body.force;
  const group = groups.find(({ id }) => id === orGroup);
  if (!group) {
    const known = groups.map(({ id }) => id).join(', ') || 'none';
    yield {
      pointer: '/force/orGroup',
      code: 'unknown_group',
      detail: `There is no group "${orGroup}". Groups: ${known}.`,
    };
  } else if (!group.choices.includes(choice)) {
    const detail = `"${choice}" is no choice of "${orGroup}". Choices: ${group.choices.join(', ')}.`;
    yield { pointer: '/force/choice', code: 'unknown_choice', detail };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The written groups of a document without choices that go. */
export function withoutChoices({ orGroups }: Fields, gone: ReadonlySet<string>): Fields {
  if (orGroups === undefined) return {};
  const groups = entriesOf(orGroups).map(([id, group]) => {
    const { choices, ...options } = fieldsOf(group);
    return [id, Array.isArray(choices) ? { ...options, choices: choices.filter((each) => !gone.has(each)) } : group];
  });
  return { orGroups: Object.fromEntries(groups) };
}
