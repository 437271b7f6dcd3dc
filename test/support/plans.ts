import fc from 'fast-check';
import type { Budgets, ExhaustionPolicy, Plan, StepPlan } from '../../src/domain/plan.ts';

/** A step with defaults, so that a test shows only what matters to it. */
export function aStep(id: string, facts: Partial<StepPlan> = {}): StepPlan {
  return {
    id,
    kind: 'llm',
    requires: [],
    optionalRequires: [],
    attempts: 4,
    onExhausted: 'escalate',
    optional: false,
    resources: [],
    model: 'sim:script',
    guard: 'scripted',
    timeouts: { generate: 120_000, guard: 60_000, infra: 600_000 },
    ...facts,
  };
}

export function aPlan(steps: readonly StepPlan[], budgets: Partial<Budgets> = {}, goal?: readonly string[]): Plan {
  return {
    definition: { name: 'example', version: 1, digest: 'sha256:0' },
    topology: 'dag',
    steps,
    goal: goal ?? steps.filter(({ optional }) => !optional).map(({ id }) => id),
    budgets: { maxParallelAgents: 3, ...budgets },
    bound: steps.reduce((sum, { attempts }) => sum + attempts, 0),
  };
}

/** Random graphs with random policies, at most seven steps. */
export const anyPlan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc
    .record({
      steps: fc.tuple(...Array.from({ length: count }, (_, index) => anyStep(index))),
      maxParallelAgents: fc.integer({ min: 1, max: 4 }),
      maxAttempts: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      maxTokens: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
    })
    .map(({ steps, maxParallelAgents, maxAttempts, maxTokens }) =>
      aPlan(steps, {
        maxParallelAgents,
        ...(maxAttempts !== undefined && { maxAttempts }),
        ...(maxTokens !== undefined && { maxTokens }),
      }),
    ),
);

function anyStep(index: number): fc.Arbitrary<StepPlan> {
  const earlier = Array.from({ length: index }, (_, k) => `s${k}`);
  const policies: readonly ExhaustionPolicy[] = ['escalate', 'fail', 'skip'];
  return fc
    .record({
      edges: fc.subarray(earlier),
      optionalEdges: fc.subarray(earlier, { maxLength: Math.min(1, index) }),
      attempts: fc.integer({ min: 1, max: 4 }),
      onExhausted: fc.constantFrom(...policies),
      optional: fc.boolean(),
      resources: fc.subarray(['repository', 'browser']),
    })
    .map(({ edges, optionalEdges, ...facts }) =>
      aStep(`s${index}`, {
        ...facts,
        requires: edges,
        optionalRequires: optionalEdges.filter((id) => !edges.includes(id)),
      }),
    );
}
