// Real Python in Deno: the guards themselves, as a definition uses them, many cases in one interpreter but for one pass and one rejection. All
// guards with processes of their own are in python-guards.long.sandbox.test.ts.
import type { GuardContext } from '../../../src/guards/guard.ts';
import { pythonTests } from '../../../src/guards/python/python-tests.ts';
import { SandboxFault } from '../../../src/sandbox/sandbox.ts';
import { NO_SANDBOXES, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { openDeno, openOneInterpreter } from './support.ts';
import { guardsOn, judgeBy, type PythonGuard, passesAndRejects, WHOLE_WAY } from './whole-way.ts';

const deno = await openOneInterpreter();
const sandboxes = sandboxesOf([deno]);
const apart = await openDeno();

afterAll(() => Promise.all([deno.close(), apart.close()]));

const GUARDS = guardsOn(sandboxes);

const judge = (name: PythonGuard, options: unknown, text: string, more: Partial<GuardContext> = {}) =>
  judgeBy(GUARDS, name, options, text, more);

test.each(Object.values(GUARDS))('$name is deterministic, and needs a jail for Python', (guard) => {
  expect(guard).toMatchObject({ nature: 'deterministic', sandbox: true });
  expect(guard.needs?.({} as never)).toEqual({ toolchain: 'python', floor: 'jail' });
});

test.each(WHOLE_WAY)('%s the whole way', (...row) => passesAndRejects(GUARDS, row));

test.each(WHOLE_WAY.filter(([name]) => name === 'python-tests'))(
  '%s the whole way, each program in a process of its own',
  (...row) => passesAndRejects(guardsOn(sandboxesOf([apart])), row),
);

describe('python-tests', () => {
  const CACHE = `class Cache:
    def __init__(self, size):
        self.size = size
        self.entries = {}

    def put(self, key, value):
        self.entries[key] = value

    def get(self, key):
        return self.entries.get(key, -1)
`;
  const EVICTING = `${CACHE}
    def put(self, key, value):
        self.entries[key] = value
        if len(self.entries) > self.size:
            self.entries.pop(next(iter(self.entries)))
`;
  const TESTS = `from cache import Cache


def test_evicts_oldest():
    cache = Cache(1)
    cache.put('a', 1)
    cache.put('b', 2)
    assert cache.get('a') == -1


def test_keeps():
    cache = Cache(1)
    cache.put('a', 1)
    assert cache.get('a') == 1, 'what was put must be there'
`;

  test.each([
    ['a step', 'gen_test', { dependencies: { gen_test: TESTS } }],
    ['a file of the input', 'tests/test_cache.py', { input: { files: { 'tests/test_cache.py': TESTS } } }],
    ['their text', TESTS, {}],
  ])('S3-G-6: takes the tests from %s', async (_, tests, context) => {
    expect(await judge('python-tests', { tests }, EVICTING, context)).toEqual({
      verdict: 'pass',
      feedback: '',
      score: 1,
      data: { protocol: 'split', sandbox: deno.version, passed: 2, failed: 0, total: 2 },
    });
    expect(await judge('python-tests', { tests }, CACHE, context)).toEqual({
      verdict: 'retry',
      feedback: "test_evicts_oldest: AssertionError: assert 1 == -1\n  where 1 = cache.get('a')\n1 of 2 tests pass.",
      score: 0.5,
      data: { protocol: 'split', sandbox: deno.version, passed: 1, failed: 1, total: 2, tests: ['test_evicts_oldest'] },
    });
  });

  test('tests that are nowhere are fatal: no attempt could mend it', async () => {
    expect(await judge('python-tests', { tests: 'absent' }, CACHE)).toMatchObject({
      verdict: 'fatal',
      feedback: 'There are no tests "absent": it is neither an artifact to judge by nor a path in input.files.',
    });
  });

  test('the modules of the input are there, its tests are not', async () => {
    const artifact = `from store import KEPT\nfrom pkg import limits\n\n\ndef f():\n    try:\n        import test_other\n    except ImportError:\n        return KEPT + limits.LIMIT\n`;
    const tests =
      'from artifact import f\nfrom store import KEPT\n\n\ndef test_f():\n    assert f() == 7 and KEPT == 3\n';
    const files = { 'store.py': 'KEPT = 3\n', 'pkg/limits.py': 'LIMIT = 4\n', 'test_other.py': '', 'notes.txt': 'x' };
    expect(await judge('python-tests', { tests }, artifact, { input: { files } })).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    ['raises', 'return 1 // 0', 'test_f: ZeroDivisionError: division by zero\n  at m.py line 2: return 1 // 0'],
    ['gives another type', 'return "3"', "test_f: AssertionError: assert '3' == 3\n  where '3' = f()"],
    [
      'gives an object',
      'return type("A", (), {"__repr__": lambda self: "A!"})()',
      'test_f: AssertionError: assert A! == 3\n  the implementation gave an object of its own class where the test expects a plain value\n  where A! = f()',
    ],
    ['prints and forgets', 'print(3)', 'test_f: AssertionError: assert None == 3'],
    ['has a syntax error', 'return (', "SyntaxError: '(' was never closed (m.py, line 2)"],
    [
      'imports what is not there',
      'pass\nimport nothing',
      "ModuleNotFoundError: No module named 'nothing'\n  at m.py line 3: import nothing",
    ],
    ['has other names', 'pass\ng = f\ndel f', "ImportError: cannot import name 'f' from 'm'"],
  ])('R24: an implementation that %s is told so first', async (_, body, feedback) => {
    const tests = 'from m import f\n\n\ndef test_f():\n    assert f() == 3\n';
    const verdict = await judge('python-tests', { tests }, `def f():\n    ${body}\n`);
    expect(verdict).toMatchObject({ verdict: 'retry', score: 0 });
    expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
  });

  test('feedback has at most twenty tests and four facts of each difference', async () => {
    const tests = `import pytest\nfrom m import f\n\n\n@pytest.mark.parametrize('n', range(30))\ndef test_f(n):\n    assert f(n) == [0] * 50 + [n]\n`;
    const { feedback, data } = await judge('python-tests', { tests }, 'def f(n):\n    return [0] * 49 + [n + 1]\n');
    expect(feedback).toContain('\n  at index 49: 1 != 0\n  the right has 1 more, the first 0\n');
    expect(feedback.split('\n').filter((line) => line.startsWith('test_f['))).toHaveLength(20);
    expect(feedback).toContain('and 10 more\n0 of 30 tests pass.');
    expect(data).toMatchObject({ failed: 30, total: 30 });
    expect(Buffer.byteLength(feedback)).toBeLessThanOrEqual(8 * 1024);
  });

  test('skipped and expected failures are not passed', async () => {
    const tests = `import pytest\nfrom m import f\n\n\n@pytest.mark.skip(reason='later')\ndef test_a():\n    pass\n\n\n@pytest.mark.xfail\ndef test_b():\n    assert f() == 2\n\n\ndef test_c():\n    assert f() == 1\n`;
    expect(await judge('python-tests', { tests }, 'def f():\n    return 1\n')).toMatchObject({
      verdict: 'retry',
      feedback: 'test_a: later\ntest_b: it is expected to fail\n1 of 3 tests pass.',
    });
  });

  test.each([
    ['yields', 'def test_a():\n    yield\n    assert f() == 2\n', 'test_a', 'generator'],
    ['yields in a class', 'class TestA:\n    def test_a(self):\n        yield\n', 'TestA::test_a', 'generator'],
    ['returns a coroutine', 'def test_a():\n    async def run(): pass\n    return run()\n', 'test_a', 'nothing awaits'],
    [
      'is a coroutine of a plain test case',
      'import unittest\n\n\nclass TestA(unittest.TestCase):\n    async def test_a(self):\n        assert f() == 2\n',
      'TestA::test_a',
      'nothing awaits',
    ],
    [
      'is a generator of a test case',
      'import unittest\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        yield\n',
      'TestA::test_a',
      'generator',
    ],
  ])('guards 1.6, A.3: a test that %s has not passed', async (_, test, id, words) => {
    const answer = await judge('python-tests', { tests: `from m import f\n\n\n${test}` }, 'def f():\n    return 1\n');
    expect(answer).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(new RegExp(`^${id}: NeverRunError: .*${words}.*\\n0 of 1 tests pass\\.$`)),
    });
  });

  test('a forged verdict is tampering', async () => {
    const tests = 'from m import f\n\n\ndef test_f():\n    assert f() == 3\n';
    const artifact = 'import atexit\n\n\ndef f():\n    return 3\n';
    expect(await judge('python-tests', { tests, protocol: 'canary' }, artifact)).toMatchObject({
      verdict: 'retry',
      tampered: true,
      feedback: expect.stringMatching(/^TamperError: /),
      data: { protocol: 'canary' },
    });
  });

  test('where nothing runs Python it is the infrastructure that is at fault', async () => {
    const guard = pythonTests(NO_SANDBOXES);
    await expect(async () => guard.evaluate({ tests: 'a\n' }, aContext('x = 1\n'))).rejects.toThrow(SandboxFault);
  });

  test('an artifact that the tests do not even name is not judged by them', async () => {
    const tests = 'from store import KEPT\n\n\ndef test_kept():\n    assert KEPT == 3\n';
    const context = { input: { files: { 'store.py': 'KEPT = 3\n' } } };
    expect(await judge('python-tests', { tests }, 'KEPT = 4\n', context)).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(/^NoModuleError: the tests neither import the artifact nor use a name of it/),
    });
    const module = 'store';
    expect(await judge('python-tests', { tests, module }, 'KEPT = 4\n', context)).toMatchObject({ score: 0 });
    expect(await judge('python-tests', { tests, module }, 'KEPT = 3\n', context)).toMatchObject({ verdict: 'pass' });
  });

  test('a sandbox that isolates nothing is shouted about in every verdict', async () => {
    const capabilities = { ...deno.capabilities, level: 'none' } as const;
    const guard = pythonTests(sandboxesOf([{ ...deno, version: 'unsafe 1', capabilities, keptIn: undefined }]));
    const tests = 'from m import f\n\n\ndef test_f():\n    assert f() == 3\n';
    const data = expect.objectContaining({ sandbox: 'unsafe 1', unsafe: true });
    expect(await guard.evaluate({ tests }, aContext('def f():\n    return 3\n'))).toMatchObject({
      verdict: 'pass',
      data,
    });
    expect(await guard.evaluate({ tests }, aContext('def f():\n    return 4\n'))).toMatchObject({
      verdict: 'retry',
      data,
      feedback: expect.stringMatching(/\n\(UNSAFE: judged in unsafe 1, which isolates nothing\.\)$/),
    });
  });

  test.each([{ module: '../x' }, { module: 'a b' }, { protocol: 'naive' }, { tests: '' }, { more: 1 }])(
    'the option %j is refused at publish',
    (option) => {
      expect(GUARDS['python-tests'].options.safeParse({ tests: 't', ...option }).success).toBe(false);
    },
  );
});

// Last, since a program of theirs ends the interpreter.
describe('python-tests-collect', () => {
  const TEST = 'from stack import Stack, Empty\n\n\ndef test_a():\n    assert Stack().pop() == 1\n';

  test.each([
    [{}, TEST],
    [
      { min: 3 },
      `${TEST}\n\nclass TestB:\n    def test_b(self):\n        pass\n\n    async def test_c(self):\n        pass\n`,
    ],
    [{ min: 3 }, 'import pytest\n\n\n@pytest.mark.parametrize("n", [1, 2, 3])\ndef test_n(n):\n    assert double(n)\n'],
    [
      { min: 2 },
      'import unittest\nfrom m import f\n\n\nclass Cases(unittest.TestCase):\n    def test_a(self):\n        f()\n\n    test_b = test_a\n'.replace(
        '    test_b = test_a\n',
        '    def test_b(self):\n        f()\n',
      ),
    ],
    [
      {},
      'import stack\n\nCASES = list(stack.CASES)\ncache = stack.Cache(3)\n\n\n@stack.memoize\ndef f():\n    pass\n\n\ndef test_f():\n    assert f() == 1\n',
    ],
    [{}, 'from stack import *\n\n\nclass Fake(Base):\n    pass\n\n\ndef test_f():\n    assert Fake()\n'],
  ])('with %j passes %j', async (options, source) => {
    expect(await judge('python-tests-collect', options, source)).toMatchObject({
      verdict: 'pass',
      data: { tests: expect.any(Number), sandbox: deno.version },
    });
  });

  test.each([
    [{}, 'x = 1\n', 'CollectionError: no tests found; at least 1 must be there.'],
    [{ min: 3 }, TEST, 'CollectionError: only 1 test found; at least 3 must be there.'],
    [
      {},
      'class TestA:\n    def __init__(self):\n        pass\n\n    def test_a(self):\n        pass\n',
      'CollectionError: no tests',
    ],
    [{}, 'def test_a(:\n', 'SyntaxError: invalid syntax'],
    [
      {},
      'import json\njson.nothing\n\n\ndef test_a():\n    pass\n',
      "AttributeError: module 'json' has no attribute 'nothing'",
    ],
    [{}, 'from stack import Stack\n\nassert 1 == 2\n\n\ndef test_a():\n    pass\n', 'AssertionError: assert 1 == 2'],
    [{}, 'import numpy\n\n\ndef test_a():\n    pass\n', "ModuleNotFoundError: No module named 'numpy'"],
    [{}, 'import os\n\nos._exit(0)\n\n\ndef test_a():\n    pass\n', 'ProcessError: '],
  ])('with %j rejects %j', async (options, source, feedback) => {
    const verdict = await judge('python-tests-collect', options, source);
    expect(verdict.verdict).toBe('retry');
    expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
  });
});
