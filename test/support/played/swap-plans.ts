import fc from 'fast-check';
import type { Plan } from '../../../src/model/plan.ts';
import { objective } from './and-or.ts';
import { searchPlan } from './plays.ts';

/** Where a group stands in the graph: over nothing, over an earlier group, or within a choice of one. */
interface Layer {
  readonly choices: number;
  readonly under: 'nothing' | 'group';
  /** For each choice, whether it depends on the group below. */
  readonly depends: readonly boolean[];
  readonly nested: boolean;
  readonly speculative: boolean;
  readonly consumer: boolean;
  readonly rMax: number;
  readonly backtrack: boolean;
  readonly eMax: number;
  readonly onExhausted: string;
}

const anyLayer: fc.Arbitrary<Layer> = fc.record({
  choices: fc.integer({ min: 2, max: 3 }),
  under: fc.constantFrom('nothing' as const, 'group' as const),
  depends: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  nested: fc.boolean(),
  speculative: fc.boolean(),
  consumer: fc.boolean(),
  rMax: fc.integer({ min: 0, max: 1 }),
  backtrack: fc.boolean(),
  eMax: fc.integer({ min: 0, max: 2 }),
  onExhausted: fc.constantFrom('escalate', 'fail', 'backtrack', 'skip'),
});

/** And-or graphs in which choices win and what is built on them fails: groups over, beside and within other groups. */
export const anySwapping: fc.Arbitrary<Plan> = fc
  .record({
    layers: fc.array(anyLayer, { minLength: 1, maxLength: 3 }),
    maxSwaps: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    maxParallelAgents: fc.integer({ min: 1, max: 4 }),
    withFile: fc.boolean(),
  })
  .map(({ layers, maxSwaps, maxParallelAgents, withFile }) => {
    const steps: object[] = [];
    const orGroups: Record<string, object> = {};
    let below: string | undefined;
    let top = '';
    for (const [at, layer] of layers.entries()) {
      const group = `g${at}`;
      const choices = Array.from({ length: layer.choices }, (_, k) => `${group}c${k}`);
      for (const [k, id] of choices.entries()) {
        const isNested = layer.nested && k === 0 && below !== undefined;
        const isBuilt = layer.under === 'group' && layer.depends[k] === true && below !== undefined;
        const requires = isNested || isBuilt ? [below ?? ''] : [];
        steps.push(stepOf(id, requires, layer));
      }
      orGroups[group] = { choices, ...(layer.speculative && { speculative: true }) };
      top = group;
      if (layer.consumer) {
        const back = layer.backtrack ? { backtrackTo: [group] } : {};
        steps.push(stepOf(`${group}u`, [group], layer, back));
        top = `${group}u`;
      }
      below = layer.consumer ? `${group}u` : group;
    }
    steps.push({ id: 'end', ...BODY, requires: [top], recovery: { rMax: 0, onExhausted: 'escalate' } });
    const guard = { guard: { use: 'not-empty' }, on: 'end' };
    const baseCase = withFile ? { all: [guard, { file: 'done' }] } : guard;
    const budgets = {
      maxParallelAgents,
      maxIterations: 500,
      maxStall: 50,
      ...(maxSwaps !== undefined && { maxSwaps }),
    };
    return searchPlan(steps, { orGroups, budgets, objective: objective('end', { baseCase }) });
  });

const BODY = { generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' } };

function stepOf(
  id: string,
  requires: readonly string[],
  { rMax, eMax, onExhausted }: Layer,
  back: object = {},
): object {
  return { id, ...BODY, requires, recovery: { rMax, eMax, onExhausted, rPatience: null, ...back } };
}
