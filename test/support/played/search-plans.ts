import fc from 'fast-check';
import '../../../src/topologies/documents.ts';
import { compilePlan } from '../../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { decomposed } from '../../../src/topologies/decomposition/document.ts';

type Written = Readonly<Record<string, unknown>> & { readonly steps: readonly Atom[] };

const anyDocument: fc.Arbitrary<Written> = fc.integer({ min: 2, max: 8 }).chain((count) =>
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
      return {
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
    }),
);

function compiled(document: unknown): Plan {
  const plan = compilePlan(definitionSchema.parse(document));
  return { ...plan, definition: { name: 'search', version: 1, digest: 'sha256:0' } };
}

/** Random and-or graphs, compiled from documents as publishing does: at most eight steps, at most two groups. */
export const anySearch: fc.Arbitrary<Plan> = anyDocument.map(compiled);

/** The same with steps that are broken down, into as many parts as they may have at most. */
export const anyBrokenDown: fc.Arbitrary<BrokenDown> = fc
  .tuple(anyDocument, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }))
  .map(([document, most]) => {
    const steps = document.steps.map((step, at) => {
      const maxChildren = most[at] ?? 0;
      return maxChildren === 0 ? step : { ...step, decompose: true, maxChildren };
    });
    return { ...document, steps };
  })
  .map((document) => ({ plan: compiled(document), breakDown: () => breaking(document) }));

export interface BrokenDown {
  readonly plan: Plan;
  /** For one run: the parts of a step, each after the one before, and the plan that they are in from then on. */
  readonly breakDown: () => (
    parent: string,
    count: number,
  ) => { readonly children: readonly string[]; readonly plan: Plan };
}

function breaking(before: Written): ReturnType<BrokenDown['breakDown']> {
  let document: Readonly<Record<string, unknown>> = before;
  return (parent, count) => {
    const most = before.steps.find(({ id }) => id === parent)?.['maxChildren'];
    const ids = Array.from({ length: Math.min(count, Number(most)) }, (_, at) => `${parent}_${at}`);
    const children = ids.map((id, at) => ({ id, task: 'x', requires: ids.slice(at - 1, at) }));
    document = decomposed(document, parent, { children }) ?? document;
    return { children: ids, plan: compiled(document) };
  };
}

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
