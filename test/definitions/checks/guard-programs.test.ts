import { verificationOf } from '../../../src/model/plan.ts';
import '../../../src/topologies/documents.ts';
import { runsProgram } from '../../../src/definitions/checks/guard-programs.ts';
import { compilePlan } from '../../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { guardQueue } from '../../../src/ports/calls.ts';

const LLM = { kind: 'llm', prompt: 'Write it.' };
const NO_MODEL = () => Promise.reject(new Error('only its name is wanted'));

function planned(guard: unknown, more: object = {}) {
  const [step] = compilePlan(
    definitionSchema.parse({ name: 'd', steps: [{ id: 'a', generator: LLM, guard, ...more }] }),
  ).steps;
  if (!step) throw new Error('the plan has no step');
  return step;
}

const sh = (timeout?: string) => ({ use: 'command', with: { run: ['sh'], ...(timeout !== undefined && { timeout }) } });

test('the guards that run programs are those that need a sandbox (R119)', () => {
  for (const { name, sandbox } of createGuardRegistry({ sim: true, judge: NO_MODEL }).list()) {
    expect({ name, program: runsProgram({ use: name }) }).toEqual({ name, program: sandbox });
  }
});

test.each([
  ['of texts alone', { use: 'regex', with: { pattern: 'a' } }, 'text'],
  ['of texts and a model', { all: [{ use: 'not-empty' }, { use: 'llm-judge' }] }, 'text'],
  ['with a program', sh(), 'guard'],
  ['with a program deep inside', { all: [{ use: 'json' }, { any: [{ use: 'not-empty' }, sh()] }] }, 'guard'],
])('a tree %s is judged where no program is waited for, but for its own (R119)', (_, guard, queue) => {
  expect(guardQueue({ tellsPrograms: true }, planned(guard))).toBe(queue);
});

test('what a plan from before does not tell stays where all guards were (R119)', () => {
  expect(guardQueue({}, {})).toBe('guard');
});

test.each([
  ['no program has a minute', { use: 'not-empty' }, {}, 60_000],
  ['a program that nobody limits has a minute', sh(), {}, 60_000],
  ['a short program has a minute', sh('PT1S'), {}, 60_000],
  ['a long program has half a minute more than its limit', sh('PT5M'), {}, 330_000],
  [
    'several programs have the sum of their limits',
    { sequence: [sh('PT1M'), { use: 'not-empty' }, sh()] },
    {},
    120_000,
  ],
  ['tests may be run twice', { use: 'test-green', with: { timeout: 'PT1M' } }, {}, 150_000],
  ['a time that is written stays', sh('PT5M'), { timeouts: { guard: 'PT10S' } }, 10_000],
])('a guard with %s (R110)', (_, guard, more, time) => {
  expect(planned(guard, more).timeouts.guard).toBe(time);
});

test('a generator that is a program has the time of its limit, too (R110)', () => {
  const generator = { kind: 'command', run: ['sh'], timeout: 'PT5M' };
  expect(planned({ use: 'not-empty' }, { generator }).timeouts.generate).toBe(330_000);
});

test.each([
  ['a program', { command: 'true', timeout: 'PT20M' }, { time: 1_230_000 }],
  [
    'files and a guard of texts',
    { all: [{ file: 'a' }, { guard: { use: 'json' }, on: 'a' }] },
    { time: 600_000, runsProgram: false },
  ],
])('a base case of %s (R110, R119)', (_, baseCase, verification) => {
  const steps = [{ id: 'a', generator: LLM, guard: { use: 'not-empty' } }];
  const definition = definitionSchema.parse({ name: 'd', topology: 'and-or', steps, objective: { baseCase } });
  expect(verificationOf(compilePlan(definition))).toEqual(verification);
});
