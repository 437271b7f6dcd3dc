import { z } from 'zod';
import { DECOMPOSITION_GUARD, decompositionSchema } from '../domain/and-or/decomposition.ts';
import { isReserved } from '../domain/definition/names.ts';
import { cycleThrough, dataGraph } from '../domain/dependents.ts';
import { PASSED, rejected } from './feedback.ts';
import type { Guard } from './guard.ts';

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
  evaluate({ parent, maxChildren, taken }, { artifact }) {
    const parsed = decompositionSchema.safeParse(valueOf(artifact.text));
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
    ];
    const graph = dataGraph(children.map(({ id, requires = [] }) => ({ id, dependsOn: requires })));
    const circle = ids.map((id) => cycleThrough(graph, id)).find((cycle) => cycle !== undefined);
    if (circle) problems.push(`These parts wait for each other: ${circle.join(' → ')}.`);
    return problems.length === 0 ? PASSED : rejected(...problems);
  },
};

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
