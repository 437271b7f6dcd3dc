// Pure: which steps of a plan have a `when`, also of one that was compiled before plans said so.
import { withConditions } from '../../../src/definitions/compile/with-conditions.ts';
import { accepted, aDefinition, aStep } from '../makers.ts';

const MACHINE = {
  name: 'm',
  workflow: {
    state_machine: { states: ['a'], initial_state: 'a', transitions: [] },
    steps: [
      { name: 'one', type: 'llm', prompt: 'x', run_if: 'tick > 1' },
      { name: 'two', type: 'llm', prompt: 'x' },
    ],
  },
};

const SEARCH = {
  name: 's',
  topology: 'and-or',
  objective: {
    goal: 'g',
    backgroundIntent: 'b',
    deliverables: ['d'],
    definitionOfDone: 'x',
    baseCase: { guard: { use: 'not-empty' }, on: 'b' },
  },
  steps: [aStep('a', { when: 'run.id != "x"', unknown: true, decompose: true }), aStep('b')],
};

test.each([
  ['dag', aDefinition({ steps: [aStep('a', { when: 'run.id != "x"' }), aStep('b')] }), ['a']],
  ['and-or, with the preparing steps of the step', SEARCH, ['probe_a', 'decompose_a', 'a']],
  ['machine', MACHINE, ['one']],
])('a plan says which steps have a `when` (R103): %s', (_, document, expected) => {
  const { plan } = accepted(document);
  expect(plan.steps.flatMap(({ id, conditional }) => (conditional ? [id] : []))).toEqual(expected);
  const before = { ...plan, steps: plan.steps.map(({ conditional: _was, ...step }) => step) };
  expect(withConditions(before, document)).toEqual(plan);
});

test('a plan without conditions is the one that it was (R103)', () => {
  const document = aDefinition();
  const { plan } = accepted(document);
  expect(withConditions(plan, document)).toBe(plan);
});
