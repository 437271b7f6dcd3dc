import fc from 'fast-check';
import { compilePlan } from '../../src/domain/definition/compile.ts';
import { definitionSchema } from '../../src/domain/definition/definition.ts';
import type { Plan } from '../../src/domain/plan.ts';

/** Random and-or graphs, compiled from documents as publishing does: at most eight steps, at most two groups. */
export const anySearch: fc.Arbitrary<Plan> = fc.integer({ min: 2, max: 8 }).chain((count) =>
  fc
    .record({
      steps: fc.tuple(...Array.from({ length: count }, (_, at) => anyAtom(at))),
      speculative: fc.tuple(fc.boolean(), fc.boolean()),
      maxParallelAgents: fc.integer({ min: 1, max: 4 }),
      maxStall: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      maxIterations: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      on: fc.nat(count - 1),
    })
    .map(({ steps, speculative, on, maxStall, maxIterations, maxParallelAgents }) => {
      const document = {
        name: 'search',
        topology: 'and-or',
        objective: {
          goal: 'g',
          backgroundIntent: 'b',
          deliverables: 'd',
          definitionOfDone: 'x',
          baseCase: { any: [{ guard: { use: 'not-empty' }, on: `s${on}` }, { file: 'done' }] },
        },
        orGroups: Object.fromEntries(
          ['left', 'right'].flatMap((id, at) =>
            steps.some((step) => step.orGroup === id) ? [[id, { speculative: speculative[at] === true }]] : [],
          ),
        ),
        budgets: {
          maxParallelAgents,
          ...(maxStall !== undefined && { maxStall }),
          ...(maxIterations !== undefined && { maxIterations }),
        },
        steps: withGroups(steps),
      };
      const compiled = compilePlan(definitionSchema.parse(document));
      return { ...compiled, definition: { name: 'search', version: 1, digest: 'sha256:0' } };
    }),
);

interface Atom {
  readonly id: string;
  readonly requires: readonly string[];
  readonly orGroup?: string;
  readonly [field: string]: unknown;
}

function anyAtom(at: number): fc.Arbitrary<Atom> {
  const earlier = Array.from({ length: at }, (_, k) => `s${k}`);
  return fc
    .record({
      requires: fc.subarray(earlier, { maxLength: Math.min(2, at) }),
      group: fc.constantFrom(undefined, undefined, 'left', 'right'),
      resources: fc.subarray(['repository', 'browser']),
      rMax: fc.integer({ min: 0, max: 3 }),
      eMax: fc.integer({ min: 0, max: 2 }),
      back: fc.boolean(),
      onExhausted: fc.constantFrom('escalate', 'fail', 'skip', 'backtrack'),
      onStagnation: fc.constantFrom('warn', 'escalate', 'fail'),
    })
    .map(({ requires, group, resources, back, ...recovery }) => ({
      id: `s${at}`,
      requires,
      ...(group !== undefined && { orGroup: group }),
      resources,
      generator: { kind: 'llm', prompt: 'x' },
      guard: { use: 'not-empty' },
      recovery: { ...recovery, rPatience: recovery.rMax > 2 ? 2 : null, ...(back && { backtrackTo: requires }) },
    }));
}

/** Who needs a choice needs its group, as often as not; never its own. */
function withGroups(steps: readonly Atom[]): readonly Atom[] {
  const groupOf = new Map(steps.flatMap(({ id, orGroup }) => (orGroup === undefined ? [] : [[id, orGroup] as const])));
  const lastOf = (group: string) => steps.findLastIndex((step) => step.orGroup === group);
  return steps.map((step, at) => {
    const requires = step.requires.map((id) => {
      const group = groupOf.get(id);
      return group !== undefined && group !== step.orGroup && lastOf(group) < at ? group : id;
    });
    return { ...step, requires: [...new Set(requires)] };
  });
}
