import fc from 'fast-check';
import { haltingBound } from '../../../src/engine.ts';
import type { MachinePlan } from '../../../src/model/machine-plan.ts';
import {
  type Budgets,
  DEFAULT_RECOVERY,
  type ExhaustionPolicy,
  type Plan,
  recoveryOf,
  type StepPlan,
} from '../../../src/model/plan.ts';

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
    recovery: { ...DEFAULT_RECOVERY, patience: null },
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
    bound: haltingBound(
      steps.map(({ id, requires, optionalRequires, attempts, ...rest }) => ({
        id,
        dependsOn: [...requires, ...optionalRequires],
        attempts,
        eMax: recoveryOf(rest).eMax,
        targets: [...recoveryOf(rest).targets, ...Object.values(recoveryOf(rest).targetsByGuard).flat()],
      })),
    ),
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
      maxStall: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    })
    .map(({ steps, maxParallelAgents, maxAttempts, maxTokens, maxStall }) =>
      aPlan(steps, {
        maxParallelAgents,
        ...(maxAttempts !== undefined && { maxAttempts }),
        ...(maxTokens !== undefined && { maxTokens }),
        ...(maxStall !== undefined && { maxStall }),
      }),
    ),
);

function anyStep(index: number): fc.Arbitrary<StepPlan> {
  const earlier = Array.from({ length: index }, (_, k) => `s${k}`);
  const policies: readonly ExhaustionPolicy[] = ['escalate', 'fail', 'skip', 'backtrack'];
  return fc
    .record({
      edges: fc.subarray(earlier),
      optionalEdges: fc.subarray(earlier, { maxLength: Math.min(1, index) }),
      attempts: fc.integer({ min: 1, max: 4 }),
      onExhausted: fc.constantFrom(...policies),
      optional: fc.boolean(),
      resources: fc.subarray(['repository', 'browser']),
      patience: fc.constantFrom(null, 2, 3),
      eMax: fc.integer({ min: 0, max: 2 }),
      back: fc.subarray(earlier, { maxLength: Math.min(2, index) }),
      byGuard: fc.subarray(earlier, { maxLength: Math.min(1, index) }),
      onStagnation: fc.constantFrom('warn' as const, 'escalate' as const, 'fail' as const),
      diffuseAfter: fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
      rungs: fc.constantFrom(0, 0, 2, 3),
    })
    .map(({ edges, optionalEdges, patience, eMax, back, byGuard, onStagnation, diffuseAfter, rungs, ...facts }) =>
      aStep(`s${index}`, {
        ...facts,
        requires: edges,
        optionalRequires: optionalEdges.filter((id) => !edges.includes(id)),
        recovery: {
          patience,
          similarity: 700,
          metric: 'shingles',
          // Targets are upstream by a direct edge here, as publishing demands of every definition.
          targets: back.filter((id) => edges.includes(id)),
          targetsByGuard: byGuard.some((id) => edges.includes(id))
            ? { h: byGuard.filter((id) => edges.includes(id)) }
            : {},
          eMax: back.concat(byGuard).some((id) => edges.includes(id)) ? eMax : 0,
          onStagnation,
          ladder: Array.from({ length: rungs }, (_, rung) => `rung ${rung}`),
          ...(diffuseAfter !== undefined && { diffuseAfter }),
        },
      }),
    );
}

/** The same with a `when` on some steps, of which some are made by people or only once a person agrees. */
export function withConditions(plans: fc.Arbitrary<Plan>): fc.Arbitrary<Plan> {
  const traits = fc.record({
    conditional: fc.boolean(),
    asks: fc.constantFrom('nobody', 'nobody', 'input', 'approval'),
  });
  return fc.tuple(plans, fc.array(traits, { minLength: 8, maxLength: 8 })).map(([plan, all]) => ({
    ...plan,
    steps: plan.steps.map((step, at) => {
      const { conditional, asks } = all[at % all.length] ?? { conditional: true, asks: 'nobody' };
      return {
        ...step,
        ...(conditional && { conditional: true as const }),
        ...(asks === 'input' && step.kind === 'llm' && plan.topology !== 'machine' && { kind: 'human' as const }),
        ...(asks === 'approval' && { approval: true }),
      };
    }),
  }));
}

/** A machine that nothing moves: it begins in the first of its states. */
export function aMachine(states: readonly [string, ...string[]], finals: readonly string[] = []): MachinePlan {
  return { states, initial: states[0], finals, transitions: [], perTurn: 4, endsAsDeclared: true };
}
