import { outputOf } from '../../src/definitions/scope/roles.ts';
import { schemaErrors } from '../../src/guards/isolation/schema-errors.ts';
import { schemaFeedback } from '../../src/prompts/content-failure.ts';

type Role = 'probe' | 'worker' | 'verifier';

function isFitFor(role: Role, answer: unknown): boolean {
  const step = { id: 'a', role, generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' } } as const;
  return schemaErrors(outputOf(step).schema, answer).length === 0;
}

function feedbackFor(answer: unknown, schema?: object): string {
  const generator = { kind: 'llm', prompt: 'x', ...(schema && { output: { schema: { ...schema } } }) } as const;
  const step = { id: 'a', role: 'worker', generator, guard: { use: 'not-empty' } } as const;
  return schemaFeedback(schemaErrors(outputOf(step).schema, answer));
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

const LONG = 's'.repeat(5_000);

describe('S1-7.1-d: no raw log comes back, under whatever name and however deep; files may be long', () => {
  test.each([
    ['a list of them', { out: [LONG] }, '/out/0 has more than 4000 characters'],
    ['deep within', { deep: { a: [{ b: LONG }] } }, '/deep/a/0/b has more'],
    ['as a fact', { bindings_delta: { k: 'v'.repeat(9_000) } }, '/bindings_delta/k has more'],
    ['by its name, within', { details: { log: 'raw' } }, '/details/log is a raw log'],
    ['as what a program printed', { stdout: 'line of log\n'.repeat(300) }, '/stdout is a raw log'],
    ['beside a file', { artifacts: [{ path: 'a', content: '', note: LONG }] }, '/artifacts/0/note has more'],
    ['as the name of a file', { artifacts: [LONG] }, '/artifacts/0 '],
  ])('%s', (_, more, words) => {
    expect(feedbackFor({ ...done, ...more })).toContain(words);
  });

  test.each([
    ['what is short', { details: { steps: ['read', 'wrote'] }, bindings_delta: { port: 80, logger: 'pino' } }],
    ['a file of any length', { artifacts: [{ path: 'log', content: LONG }, 'also.txt'] }],
  ])('but %s', (_, more) => {
    expect(isFitFor('worker', { ...done, ...more })).toBe(true);
  });

  test('also where the step has a schema of its own', () => {
    expect(feedbackFor({ ...done, out: [LONG] }, { type: 'object', required: ['summary'] })).toContain(
      '/out/0 has more',
    );
  });
});

test('S1-7.4-c: what a worker is told of its output is in words', () => {
  expect(feedbackFor({ ...done, success: false })).toMatch(/^\/success says that the work is not done/);
  const outside = feedbackFor({ ...done, artifacts: [{ path: '../x', content: '' }] });
  expect(outside.split('\n')[0]).toMatch(/^\/artifacts\/0\/path is no path within the workspace/);
});
