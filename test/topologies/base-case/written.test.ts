// Pure: where the guards of a base case are written, how long they may take, and what is said of a guard that it cannot have.

import { INITIAL } from '../../../src/model/run-state.ts';
import { leavesIn } from '../../../src/topologies/base-case/base-case.ts';
import { compileBaseCase, compileVerification } from '../../../src/topologies/base-case/compile.ts';
import { guardsOfBaseCase } from '../../../src/topologies/base-case/guards.ts';
import { baseCaseStanding } from '../../../src/topologies/base-case/view.ts';
import { found } from '../../definitions/makers.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';

const GUARD = { guard: { use: 'contains', with: { text: 'x' } }, on: 'a' };
const document = (baseCase: unknown) => searching([atom('a')], { objective: objective('a', { baseCase }) });

test.each<[string, unknown, readonly string[]]>([
  ['a guard of its own', GUARD, ['/objective/baseCase/guard contains']],
  ['a program', { command: ['make'] }, ['/objective/baseCase command']],
  ['a judge', { rubric: 'It is kind.' }, ['/objective/baseCase llm-judge']],
  ['a file', { file: 'a.md' }, []],
  [
    'several',
    { all: [{ assertion: 'Is it?' }, { any: [GUARD, { notCommand: 'make' }] }] },
    ['/objective/baseCase/all/1/any/0/guard contains', '/objective/baseCase/all/1/any/1 command'],
  ],
  ['none that can be read', { all: [] }, []],
])('S1-4.1-b: where the guards of a base case are written: %s', (_, baseCase, expected) => {
  expect(guardsOfBaseCase(document(baseCase)).map(({ pointer, use }) => `${pointer} ${use}`)).toEqual(expected);
});

test.each<[string, unknown, readonly string[]]>([
  [
    'a guard that waits for a person',
    { ...GUARD, guard: { use: 'human', with: { question: '?' } } },
    ['/objective/baseCase/guard/use not_supported'],
  ],
  [
    'a guard with an option that it has not',
    { any: [{ ...GUARD, guard: { use: 'not-empty', with: { nope: 1 } } }] },
    ['/objective/baseCase/any/0/guard/with/nope unknown_option'],
  ],
  ['a file above the workspace', { notFile: '../a' }, ['/objective/baseCase/notFile invalid_path']],
])('S1-4.1-b: a problem stands where it is written: %s', (_, baseCase, expected) => {
  expect(found(document(baseCase)).map((one) => one.replace(/unknown_(?:field|key)$/, 'unknown_option'))).toEqual(
    expected,
  );
});

test('R110: verification has room for its programs, and is told apart where no leaf runs one', () => {
  const time = (baseCase: object) => compileVerification(baseCase as Parameters<typeof compileVerification>[0]);
  expect(time(GUARD)).toEqual({ time: 600_000, runsProgram: false });
  expect(time({ all: [GUARD, { command: ['make'], timeout: 'PT20M' }] })).not.toHaveProperty('runsProgram');
  expect(time({ all: [GUARD, { command: ['make'], timeout: 'PT20M' }] }).time).toBeGreaterThan(1_200_000);
});

test('S1-2.1-a: leaves are known by where they stand', () => {
  const tree = compileBaseCase({ all: [GUARD, { any: [{ file: 'a' }, { rubric: 'kind' }] }] });
  expect(tree).toEqual({
    all: [
      { leaf: 'baseCase/all/0', on: 'a' },
      { any: [{ leaf: 'baseCase/all/1/any/0' }, { leaf: 'baseCase/all/1/any/1' }] },
    ],
  });
  expect(leavesIn(tree).map(({ leaf }) => leaf)).toEqual([
    'baseCase/all/0',
    'baseCase/all/1/any/0',
    'baseCase/all/1/any/1',
  ]);
});

test('S1-2.2: whether it is being verified is told while a call or a person is asked', () => {
  const asking = (kind: string) => ({ escalations: { e: { id: 'e', kind, status: 'open' } } }) as object;
  const state = (baseCase?: object, more: object = {}) => ({
    ...INITIAL,
    ...more,
    own: { ...INITIAL.own, ...(baseCase && { baseCase: { due: false, ...baseCase } }) },
  });
  expect(baseCaseStanding(state())).toBeNull();
  expect(baseCaseStanding(state({}))).toEqual({ passed: null, verifying: false });
  expect(baseCaseStanding(state({ token: 't' }))).toMatchObject({ verifying: true });
  expect(baseCaseStanding(state({ passed: false, artifactId: 'art' }, asking('assertion')))).toEqual({
    passed: false,
    verifying: true,
    artifactId: 'art',
  });
  expect(baseCaseStanding(state({}, asking('approval')))).toMatchObject({ verifying: false });
});
