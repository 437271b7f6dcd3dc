import { z } from 'zod';
import { isReserved } from '../../definitions/parse/names.ts';
import { PROPOSAL_GUARD } from '../../definitions/redirects/proposal-guard.ts';
import { decompositionSchema } from '../../definitions/schema/decomposition.ts';
import { cycleThrough, dataGraph } from '../../model/graph.ts';
import { type GuardLeaf, leavesOf } from '../../model/guard-tree.ts';
import { DECOMPOSITION_GUARD, DRAFT_GUARD } from '../../model/plan.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { external } from '../external.ts';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { human } from './human.ts';
import { objectionsTo } from './proposal.ts';

const options = z.strictObject({
  parent: z.string(),
  maxChildren: z.int().min(1),
  /** Ids that are taken. */
  taken: z.array(z.string()),
});

/** The parts that a step is to be broken down into: few enough, named anew, and none waits for itself (S1x-5). */
export const decomposition: Guard<z.infer<typeof options>> = {
  name: DECOMPOSITION_GUARD,
  nature: 'deterministic',
  sandbox: false,
  score: false,
  isInternal: true,
  options,
  evaluate({ parent, maxChildren, taken }, { artifact, revisable }) {
    const found = parseJson(artifact.text);
    if (!found.ok && found.isJson) return rejected(found.message);
    const value = found.ok ? found.value : undefined;
    const parsed = safeParseNumbers(decompositionSchema, value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return rejected(`${issue?.path.join('.') || 'The answer'}: ${issue?.message}.`, 'Give the parts in "children".');
    }
    const { children } = parsed.data;
    const ids = children.map(({ id }) => id);
    const problems = [
      ...(children.length > maxChildren ? [`${children.length} parts are too many; ${maxChildren} are allowed.`] : []),
      ...ids.flatMap((id, at) => (ids.indexOf(id) === at ? [] : [`Two parts are called "${id}".`])),
      ...ids
        .filter((id) => taken.includes(id))
        .map((id) => `The id "${id}" is taken; choose another, such as "${parent}_${id}".`),
      ...ids.filter(isReserved).map((id) => `The id "${id}" is reserved; choose another.`),
      ...children.flatMap(({ id, requires = [] }) =>
        requires
          .filter((required) => !ids.includes(required))
          .map((required) => `"${id}" requires "${required}", which is none of the parts.`),
      ),
      ...children.flatMap(({ id, guard }) => (guard ? leavesOf(guard).flatMap((leaf) => notForModels(id, leaf)) : [])),
    ];
    const graph = dataGraph(children.map(({ id, requires = [] }) => ({ id, dependsOn: requires })));
    const circle = ids.map((id) => cycleThrough(graph, id)).find((cycle) => cycle !== undefined);
    if (circle) problems.push(`These parts wait for each other: ${circle.join(' → ')}.`);
    if (problems.length === 0 && revisable)
      problems.push(...objectionsTo(DECOMPOSITION_GUARD, { value, decomposes: parent }, revisable));
    return problems.length === 0 ? PASSED : rejected(...problems);
  },
};

/** Whom to ask and which queue to call a definition says and no model; the others make a step what only the service adds. */
const NOT_FOR_MODELS: readonly string[] = [human.name, external.name, DECOMPOSITION_GUARD, DRAFT_GUARD, PROPOSAL_GUARD];

function notForModels(part: string, { use, confirm }: GuardLeaf): readonly string[] {
  const asked = confirm === human.name ? confirm : use;
  if (!NOT_FOR_MODELS.includes(asked)) return [];
  return [`The guard of "${part}" uses "${asked}", which a part may not bring; choose one that judges by itself.`];
}
