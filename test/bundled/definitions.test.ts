import { bundledDefinitions } from '../../src/bundled/definitions.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { recoveryOf } from '../../src/model/plan.ts';
import { bundled, exampleInput, stepOf } from './bundled.ts';

const guards = createGuardRegistry({ sim: false });
const NAMES = bundledDefinitions().map(({ name }) => name);

test('S3-E-LRU / TPL / PWD, S3-E, S3-W-1, S3-W-2, S0-T4a: the probes, the stack and both variants of the pipeline are bundled', () => {
  expect(NAMES).toEqual(['probe-lru', 'probe-password', 'probe-template', 'tdd-behavior', 'tdd-stack', 'tdd-verified']);
});

describe.each(NAMES)('%s', (name) => {
  test('can be published without a warning, and asks one simulated model', () => {
    const { definition, warnings } = bundled(name, guards);
    expect(warnings).toEqual([]);
    expect(definition.model).toMatchObject({ name: 'sim:coder' });
    expect(definition.steps.filter(({ model }) => model !== undefined)).toEqual([]);
  });

  test('has something to start with', () => {
    const found = bundled(name, guards);
    expect(found.definition.input === undefined || exampleInput(found) !== undefined).toBe(true);
  });
});

describe('S3-W-3: the pipeline has the budgets of the published study', () => {
  test.each(['tdd-verified', 'tdd-behavior'])('%s', (name) => {
    const { plan, generations } = bundled(name, guards);
    const steps = plan.steps.map((step) => {
      const { patience, eMax, targets } = recoveryOf(step);
      return { id: step.id, attempts: step.attempts, patience, eMax, targets };
    });
    expect(steps).toEqual([
      { id: 'analysis', attempts: 7, patience: null, eMax: 0, targets: [] },
      { id: 'gen_test', attempts: 7, patience: 2, eMax: 1, targets: ['analysis'] },
      { id: 'gen_patch', attempts: 7, patience: 3, eMax: 2, targets: ['analysis', 'gen_test'] },
    ]);
    expect(generations).toBe(77);
  });
});

describe('Table 5: which guard sends the run back where', () => {
  const both = ['analysis', 'gen_test'];

  test('tdd-verified routes by guard, and full-eval and analysis nowhere', () => {
    const found = bundled('tdd-verified', guards);
    const routes = Object.fromEntries(
      found.definition.steps.map(({ id, recovery }) => [id, recovery?.backtrackByGuard ?? {}]),
    );
    expect(routes).toEqual({
      analysis: {},
      gen_test: {
        'python-syntax': ['analysis'],
        'python-tests-collect': ['analysis'],
        'test-red': ['analysis'],
        'generator-validation': ['analysis'],
      },
      gen_patch: {
        'patch-applies': both,
        'patch-lint': both,
        'test-green': both,
        'generator-validation': both,
        'full-eval': [],
      },
    });
  });

  test('tdd-behavior has no routes by guard and no proof of red', () => {
    const found = bundled('tdd-behavior', guards);
    expect(found.definition.steps.filter(({ recovery }) => recovery?.backtrackByGuard !== undefined)).toEqual([]);
    expect(JSON.stringify(stepOf(found, 'gen_test').guard)).not.toContain('test-red');
  });

  test('both variants come with the same example', () => {
    const [one, other] = ['tdd-verified', 'tdd-behavior'].map((name) => exampleInput(bundled(name, guards)));
    expect(one).toEqual(other);
  });
});

test('design 3: tdd-stack starts without input and has the recovery of the example', () => {
  const { definition, plan } = bundled('tdd-stack', guards);
  expect(definition.input).toBeUndefined();
  expect(plan.steps.map((step) => ({ id: step.id, attempts: step.attempts, on: step.onExhausted }))).toEqual([
    { id: 'g_test', attempts: 4, on: 'escalate' },
    { id: 'g_impl', attempts: 5, on: 'backtrack' },
  ]);
  expect(plan.steps.at(-1)?.recovery).toMatchObject({
    eMax: 2,
    targets: ['g_test'],
    targetsByGuard: { tests_green: ['g_test'] },
  });
});
