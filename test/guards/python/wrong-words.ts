import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { testedIn } from './support.ts';

/** One wrong word each, which one test finds. */
export const WRONG_WORDS = [
  ['functions.py', 'return value', 'return list(value) if isinstance(value, list) else value', 'test_changes_in_place'],
  [
    'functions.py',
    'def same(value):\n    return value',
    'def same(value):\n    return int(value) if value is True else value',
    'test_types_are_exact',
  ],
  ['functions.py', 'return 2**exponent', 'return 2.0**exponent', 'test_numbers'],
  ['stack.py', 'return list(self._items)', 'return self._items', 'test_lists_are_copies'],
  [
    'stack.py',
    'self._items = list(items)',
    'self._items = items if isinstance(items, list) else list(items)',
    'test_takes_a_copy_of_what_it_is_given',
  ],
  ['stack.py', 'return self._items\n', 'return list(self._items)\n', 'test_aliases_are_aliases'],
  [
    'stack.py',
    "super().__init__(f'cannot {action}')",
    "super().__init__(f'can not {action}')",
    'TestStack::test_raises_when_empty',
  ],
  [
    'stack.py',
    'class StackEmpty(StackError, IndexError)',
    'class StackEmpty(StackError)',
    'TestStack::test_raises_what_its_bases_are[IndexError]',
  ],
  ['geometry.py', 'return Point(0, 0)', 'return [0, 0]', 'test_named_tuples'],
  ['geometry.py', 'return self.parts < other.parts', 'return str(self.parts) < str(other.parts)', 'test_ordering'],
  ['lazily.py', 'return (item * 2 for item in items)', 'return (item + 2 for item in items)', 'test_takes_iterators'],
  ['lazily.py', 'return kind is KeyError', 'return kind is not None', 'test_resources'],
  [
    'lazily.py',
    'return value * 2\n\n\nasync def ticks',
    'return value * 3\n\n\nasync def ticks',
    'TestLater::test_doubles',
  ],
  ['callbacks.py', 'cached.cache = cache', 'cached.cache = {}', 'test_memoizes'],
  ['callbacks.py', 'self._handlers[name].remove(handler)', 'self._handlers[name].pop(0)', 'test_bus'],
  ['callbacks.py', "print('HELLO')", "print('Hello')", 'test_prints'],
  ['shop/basket.py', 'raise prices.UnknownArticle(name)', 'raise ValueError(name)', 'test_knows_its_articles'],
] as const;

/** One of each file. */
export const ONE_OF_EACH = WRONG_WORDS.filter(
  ([file], at) => WRONG_WORDS.findIndex(([other]) => other === file) === at,
);

/** The named test fails, and all of them are judged. */
export function findsOut(sandbox: Sandbox, wrongWords: readonly (typeof WRONG_WORDS)[number][]): void {
  test.each(wrongWords)('%s with %j as %j fails %s', async (path, right, wrong, id) => {
    const { files, tests } = testedIn('honest');
    const file = `${path.replace(/[./].*/, '')}_test.py`;
    const source = files[path]?.replace(right, () => wrong) ?? '';
    expect(source).not.toBe(files[path]);
    const run = { sandbox, files: { ...files, [path]: source }, tests: { [file]: tests[file] ?? '' } };
    const { signal } = new AbortController();
    const report = await runPythonTests({ ...run, protocol: 'split', signal });
    expect(report.problem).toBeUndefined();
    expect(report.tests.filter(({ outcome }) => outcome !== 'passed').map((each) => each.id)).toContain(id);
  });
}
