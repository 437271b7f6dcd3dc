// With the installed package: guards that run programs reject one answer and accept the next.
import { play } from 'dsap/testing';

const tests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { sum } from './artifact.ts';
test('adds', () => assert.equal(sum(1, 2), 3));
`;
const pythonTests = `from total import total

def test_total():
    assert total([1, 2]) == 3
`;
const llm = { kind: 'llm', prompt: 'Write it.' };
const steps = [
  { id: 'sum', generator: llm, guard: { use: 'typescript-tests', with: { tests } } },
  { id: 'total', generator: llm, guard: { use: 'python-tests', with: { tests: pythonTests } } },
];
const sum = (sign) => `export const sum = (one: number, other: number): number => one ${sign} other;`;
const answers = { sum: [sum('-'), sum('+')], total: ['def total(all): return 0', 'def total(all): return sum(all)'] };
const { status, attempts } = await play({ name: 'guarded', steps }, { answers });
console.log(status);
for (const { id } of steps)
  console.log(
    attempts
      .filter(({ step }) => step === id)
      .map((attempt) => `${id} ${attempt.status}`)
      .join(', '),
  );
