import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { aDefinition, aStep, check, found } from '../makers.ts';

const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('not asked')) });
const judge = (id: string) => ({ use: 'llm-judge', id, with: { rubric: 'It is kind.' } });
const [a, b] = [judge('a'), judge('b')];
const sure = { use: 'not-empty' };
const person = { use: 'human', with: { question: 'Is it kind?' } };
const ALONE = ['/steps/0/guard judged_alone'];

test.each([
  ['one judge', a, ALONE],
  ['two in sequence', { sequence: [a, b] }, ALONE],
  ['two of which one is enough', { any: [a, b] }, ALONE],
  ['nested', { all: [{ any: [a] }, { majority: [b] }] }, ALONE],
  ['a judge or a check, whichever passes', { any: [sure, a] }, ALONE],
  ['more judges than checks', { majority: [a, b, sure] }, ALONE],
  ['a judge after a check', { sequence: [sure, a] }, []],
  ['a judge and a person', { all: [a, person] }, []],
  ['as many judges as checks', { majority: [a, sure] }, []],
  ['a choice of judges after a check', { sequence: [sure, { any: [a, b] }] }, []],
  ['a check', sure, []],
  ['a person', person, []],
])('design 2 R11: a judge never satisfies a goal alone: %s', (_, guard, expected) => {
  expect(found(aDefinition({ steps: [aStep('a', { guard })] }), { guards })).toEqual(expected);
});

test('design 2 R11: only steps of the goal are asked for more than a judge', () => {
  const steps = [aStep('a', { guard: a }), aStep('b', { requires: ['a'] })];
  expect(found(aDefinition({ steps, goal: ['b'] }), { guards })).toEqual([]);
  expect(found(aDefinition({ steps, goal: ['a', 'b'] }), { guards })).toEqual(ALONE);
  expect(found(aDefinition({ steps }), { guards })).toEqual(ALONE);
});

test('the problem says what to add', () => {
  expect(check(aDefinition({ steps: [aStep('a', { guard: a })] }), { guards })).toMatchObject({
    issues: [{ detail: expect.stringContaining('deterministic guard or a person') }],
  });
});

const finding = (role: string, guard: object, fields: object = {}) => aStep('a', { role, guard, ...fields });
const says = { use: 'expression', with: { expr: 'artifact.passed == true' } };
const program = { generator: { kind: 'command', run: ['true'] } };

test.each([
  ['a verifier that a guard believes', finding('verifier', says), ALONE],
  ['a probe', finding('probe', { all: [{ use: 'json' }, says] }), ALONE],
  ['a verifier and a person', finding('verifier', { all: [says, person] }), []],
  ['a program as verifier', finding('verifier', says, program), []],
  ['a worker', finding('worker', says), []],
])('R106: what a model says as verifier or probe satisfies no goal alone: %s', (_, step, expected) => {
  expect(found(aDefinition({ steps: [step] }), { guards })).toEqual(expected);
});

test('R106: a verifier that is not part of the goal may say what it finds', () => {
  const steps = [finding('verifier', says), aStep('b', { requires: ['a'] })];
  expect(found(aDefinition({ steps, goal: ['b'] }), { guards })).toEqual([]);
});
