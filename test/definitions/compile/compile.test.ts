import * as fc from 'fast-check';
import { mergeBudgets } from '../../../src/definitions/schema/budgets.ts';
import type { StepPlan } from '../../../src/model/plan.ts';
import { cases } from '../../support/properties.ts';
import { accepted, aDefinition, aStep, type Fields } from '../makers.ts';

function planOf(fields: Fields, around: Fields = {}): StepPlan {
  const { plan } = accepted(
    aDefinition({
      steps: [aStep('a'), aStep('b'), aStep('c', { requires: ['a', 'b'] }), aStep('s', fields)],
      ...around,
    }),
  );
  const step = plan.steps[3];
  if (step === undefined) throw new Error('the plan lost a step');
  return step;
}

const llm = (prompt: string) => ({ generator: { kind: 'llm', prompt } });

test('a step says which task queues of somebody else it asks, in which phase', () => {
  const outside = (queue: string) => ({ use: 'external', with: { taskQueue: queue, activity: 'judge' } });
  const step = planOf({
    generator: { kind: 'external', taskQueue: 'reports', activity: 'render' },
    guard: { sequence: [{ use: 'not-empty' }, { all: [outside('customs'), { ...outside('tax'), id: 'tax' }] }] },
  });
  expect(step.outside).toEqual([
    { phase: 'generate', activity: 'render', queue: 'reports' },
    { phase: 'guard', activity: 'judge', queue: 'customs' },
    { phase: 'guard', activity: 'judge', queue: 'tax' },
  ]);
});

test('a step that says nothing has all defaults', () => {
  expect(planOf({})).toEqual({
    id: 's',
    kind: 'llm',
    requires: [],
    optionalRequires: [],
    attempts: 4,
    onExhausted: 'escalate',
    optional: false,
    resources: [],
    model: 'small',
    guard: 'not-empty',
    timeouts: { generate: 120_000, guard: 60_000, infra: 600_000 },
    recovery: {},
  });
});

test('S0-P3: the plan keeps the names under which a guard is given its criteria', () => {
  expect(planOf({ guardArtifacts: { x: 'b' } })).toMatchObject({ guardArtifacts: { x: 'b' } });
});

test.each([
  ['requires, each once', { requires: ['a', 'b', 'a'] }, ['a', 'b'], []],
  ['guard artifacts', { guardArtifacts: { x: 'b' } }, ['b'], []],
  ['names in a prompt', { requires: ['c'], ...llm('{artifact.a} {binding.b} {nobody}') }, ['c', 'a', 'b'], []],
  ['names in when', { requires: ['c'], when: 'deps.a.size > 0' }, ['c', 'a'], []],
  ['optional ones apart', { requires: ['a'], optionalRequires: ['b'] }, ['a'], ['b']],
  ['an optional one that a prompt names', { optionalRequires: ['a'], ...llm('{artifact.a}') }, [], ['a']],
  ['required before optional', { requires: ['a'], optionalRequires: ['a'] }, ['a'], []],
])('R64: data edges are %s', (_, fields, requires, optionalRequires) => {
  expect(planOf(fields)).toMatchObject({ requires, optionalRequires });
});

test.each([
  ['R1: rMax counts retries', { recovery: { rMax: 0 } }, {}, { attempts: 1 }],
  ['R59: rMax of the defaults', {}, { defaults: { rMax: 6 } }, { attempts: 7 }],
  ['R59: the step over the defaults', { recovery: { rMax: 1 } }, { defaults: { rMax: 6 } }, { attempts: 2 }],
  [
    'R29: a fixed text is not retried',
    { generator: { kind: 'fixed', content: 'x' } },
    {},
    { kind: 'fixed', attempts: 1, model: 'fixed' },
  ],
  [
    'R34: optional steps are skipped',
    { optional: true },
    { defaults: { onExhausted: 'fail' } },
    { optional: true, onExhausted: 'skip' },
  ],
  [
    'R34: unless they say otherwise',
    { optional: true, recovery: { onExhausted: 'fail' } },
    {},
    { onExhausted: 'fail' },
  ],
  ['R4: the policy of the defaults', {}, { defaults: { onExhausted: 'fail' } }, { onExhausted: 'fail' }],
  [
    'R39: timeouts',
    { timeouts: { generate: 'PT1M30S', infra: 'P1D' } },
    {},
    { timeouts: { generate: 90_000, guard: 60_000, infra: 86_400_000 } },
  ],
  ['R77: the model of the step', { model: 'large' }, {}, { model: 'large' }],
  [
    'R77: settings alone keep the name',
    { model: { temperature: 0 } },
    { model: { name: 'm', topP: 1 } },
    { model: 'm' },
  ],
  ['R60: the id of a leaf', { guard: { use: 'json', id: 'shape' } }, {}, { guard: 'shape' }],
  ['the kind of a composite', { guard: { any: [{ use: 'json' }] } }, {}, { guard: 'any' }],
  ['resources, each once', { resources: ['db', 'db', 'gpu'] }, {}, { resources: ['db', 'gpu'] }],
])('%s', (_, fields, around, expected) => {
  expect(planOf(fields, around)).toMatchObject(expected);
});

test.each([
  [undefined, 'house', 'house'],
  [{ temperature: 0 }, 'house', 'house'],
  ['own', 'house', 'own'],
  [undefined, undefined, 'llm'],
])('a definition with the model %j under the default %j shows %s', (model, defaultModel, expected) => {
  expect(accepted(aDefinition({ model }), { defaultModel }).plan.steps[0]?.model).toBe(expected);
});

test('R12: the goal is every step that is not optional, or what is written', () => {
  const steps = [aStep('a'), aStep('b', { optional: true }), aStep('c')];
  expect(accepted(aDefinition({ steps })).plan.goal).toEqual(['a', 'c']);
  expect(accepted(aDefinition({ steps, goal: ['b', 'b'] })).plan.goal).toEqual(['b']);
});

test('R38: budgets of a start replace those of the plan key by key', () => {
  const { budgets } = accepted(aDefinition({ budgets: { maxAttempts: 9, maxCostUsd: 0.1 } })).plan;
  expect(budgets).toEqual({ maxParallelAgents: 3, maxAttempts: 9, maxMicroUsd: 100_000 });
  expect(mergeBudgets(budgets, { maxCostUsd: 0.3, maxDuration: 'PT1S', maxParallelAgents: 1 })).toEqual({
    maxParallelAgents: 1,
    maxAttempts: 9,
    maxMicroUsd: 300_000,
    maxDurationMs: 1_000,
  });
  expect(mergeBudgets(budgets)).toEqual(budgets);
});

test('S3-R3: every random graph that points backwards compiles, in declared order, with the edges it declares', () => {
  const edges = fc.array(fc.array(fc.nat({ max: 19 }), { maxLength: 6 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(edges, fc.nat({ max: 5 }), (drawn, rMax) => {
      const requires = drawn.map((list, index) => [
        ...new Set(index === 0 ? [] : list.map((edge) => `s${edge % index}`)),
      ]);
      const steps = requires.map((list, index) => aStep(`s${index}`, { requires: list, recovery: { rMax } }));
      const { plan, bound } = accepted(aDefinition({ steps }));
      expect(plan.steps.map((step) => step.requires)).toEqual(requires);
      expect(plan.goal).toEqual(plan.steps.map((step) => step.id));
      expect(bound.generations).toBe(steps.length * (rMax + 1));
    }),
    cases(60),
  );
});

test('every random graph that is closed to a ring is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (length) => {
      const steps = Array.from({ length }, (_, index) =>
        aStep(`s${index}`, { requires: [`s${(index + 1) % length}`] }),
      );
      expect(() => accepted(aDefinition({ steps }))).toThrow('"cycle"');
    }),
    cases(),
  );
});

test.each([
  ['pure', { use: 'contains', with: { text: 'x' } }, false],
  [
    'pure throughout',
    { all: [{ use: 'not-empty' }, { sequence: [{ use: 'json' }, { use: 'length', with: { min: 1 } }] }] },
    false,
  ],
  ['a program', { use: 'python-syntax' }, true],
  ['a program somewhere', { any: [{ use: 'not-empty' }, { use: 'python-syntax' }] }, true],
  ['a person', { use: 'human', with: { question: 'Is it so?' } }, true],
])('performance 2.1: a step whose guard is %s is judged where it belongs', (_, guard, dispatched) => {
  expect(planOf({ guard }).dispatched === true).toBe(dispatched);
});
