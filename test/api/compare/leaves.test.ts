// Pure.
import { leavesBeside } from '../../../src/api/compare/leaves.ts';
import type { LeafView } from '../../../src/api/steps/leaves-waiting.ts';
import type { VerdictView } from '../../../src/api/steps/verdict-view.ts';

const leaf = (
  guard: string,
  verdict: VerdictView['verdict'] = 'pass',
  more: Partial<VerdictView> = {},
): VerdictView => ({
  verdict,
  feedback: verdict === 'pass' ? '' : `${guard} says no`,
  guard,
  nature: 'deterministic',
  durationMs: 1,
  subResults: [],
  ...more,
});
const tree = (...subResults: readonly VerdictView[]) => leaf('tree', 'pass', { subResults: [...subResults] });
const besideOf = (a: VerdictView | null, b: VerdictView | null) => leavesBeside({ verdict: a }, { verdict: b });
const told = (...of: Parameters<typeof besideOf>) =>
  besideOf(...of).map((pair) => [
    pair.path,
    pair.guard,
    pair.a?.verdict ?? null,
    pair.b?.verdict ?? null,
    pair.differs,
  ]);

test('console 2.3: leaves stand side by side in declared order, those that differ first', () => {
  const a = tree(leaf('empty'), tree(leaf('schema', 'retry'), leaf('length')));
  const b = tree(leaf('empty'), tree(leaf('schema'), leaf('length')));
  expect(told(a, b)).toEqual([
    ['/1/0', 'schema', 'retry', 'pass', true],
    ['/0', 'empty', 'pass', 'pass', false],
    ['/1/1', 'length', 'pass', 'pass', false],
  ]);
});

test('console 2.3: other feedback is a difference, another time or score is none', () => {
  const once = leaf('judge', 'retry', { nature: 'judged', score: 0.2 });
  expect(besideOf(once, { ...once, feedback: 'otherwise' })).toEqual([
    {
      path: '',
      guard: 'judge',
      nature: 'judged',
      a: { verdict: 'retry', feedback: 'judge says no', score: 0.2 },
      b: { verdict: 'retry', feedback: 'otherwise', score: 0.2 },
      differs: true,
    },
  ]);
  expect(told(once, { ...once, durationMs: 9, score: 0.3 })).toEqual([['', 'judge', 'retry', 'retry', false]]);
});

test('console 2.3: a leaf that was not reached on one side has no side there, and none has another leaf for its partner', () => {
  const stopped = tree(tree(leaf('first', 'retry')), leaf('empty'));
  const whole = tree(tree(leaf('first'), leaf('empty', 'retry')), leaf('empty'));
  expect(told(stopped, whole)).toEqual([
    ['/0/0', 'first', 'retry', 'pass', true],
    ['/0/1', 'empty', null, 'retry', true],
    ['/1', 'empty', 'pass', 'pass', false],
  ]);
});

test('console 2.3: of two definitions the leaves of one name stand side by side', () => {
  expect(told(tree(leaf('a'), leaf('b')), tree(leaf('new'), leaf('a'), leaf('b')))).toEqual([
    ['/0', 'new', null, 'pass', true],
    ['/0', 'a', 'pass', 'pass', false],
    ['/1', 'b', 'pass', 'pass', false],
  ]);
});

test('console 2.3: an attempt that nobody has judged has no leaves', () => {
  expect(told(null, null)).toEqual([]);
  expect(told(null, leaf('empty'))).toEqual([['', 'empty', null, 'pass', true]]);
});

test('console 2.3: of a guard that waits for a person its leaves say as much as is known', () => {
  const at = (place: number, name: string, standing: LeafView['standing']): LeafView => {
    return { path: `/${place}`, leaf: name, guard: name, nature: 'deterministic', standing };
  };
  const judged = tree(leaf('empty'), leaf('length', 'retry'));
  const leaves = [
    at(0, 'empty', 'passed'),
    at(1, 'length', 'passed'),
    at(2, 'human', 'asked'),
    at(3, 'quotes', 'open'),
  ];
  const pairs = leavesBeside({ verdict: judged }, { verdict: null, leaves });
  expect(pairs.map(({ path, a, b, differs }) => [path, a?.verdict ?? null, b?.verdict ?? null, differs])).toEqual([
    ['/1', 'retry', 'pass', true],
    ['/2', null, 'asked', true],
    ['/3', null, 'open', true],
    ['/0', 'pass', 'pass', false],
  ]);
});
