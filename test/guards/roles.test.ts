import { outputOf } from '../../src/domain/and-or/roles.ts';
import { schemaErrors } from '../../src/guards/isolation/schema-errors.ts';

type Role = 'probe' | 'worker' | 'verifier';

function isFitFor(role: Role, answer: unknown): boolean {
  const step = { id: 'a', role, generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' } } as const;
  return schemaErrors(outputOf(step).schema, answer).length === 0;
}

const done = { success: true, summary: 'done', bindings_delta: {}, artifacts: [] };

describe('S1-7.4-b, S1-7.4-c, S1-7.4-d: what a role hands back is read by the schema engine that runs', () => {
  test.each([
    ['probe', { feasible: true, findings: ['f'], cost_estimate: 'small' }, true],
    ['probe', { feasible: true }, false],
    ['worker', done, true],
    ['worker', { ...done, success: false }, false],
    ['worker', 'a log', false],
    ['verifier', { passed: false, evidence: ['e'], failures: ['f'] }, true],
    ['verifier', { passed: true }, false],
  ] as const)('%s: %j is %s', (role, answer, isFit) => {
    expect(isFitFor(role, answer)).toBe(isFit);
  });
});

describe('S1-7.3.2-b: a file lies within the workspace', () => {
  test.each([
    ['main.py', true],
    ['src/deep/main.py', true],
    ['.env', true],
    ['..hidden/..x', true],
    ['.../x', true],
    ['/etc/passwd', false],
    ['../up', false],
    ['src/../../up', false],
    ['src/..', false],
    ['./main.py', false],
    ['src//main.py', false],
    ['src/', false],
    ['', false],
  ])('%s is %s', (path, isFit) => {
    expect(isFitFor('worker', { ...done, artifacts: [{ path, content: '' }] })).toBe(isFit);
  });
});
