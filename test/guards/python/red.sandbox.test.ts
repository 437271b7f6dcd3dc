// Real Python in Deno, many cases in one interpreter: tests against stubs of what they test (guards 1.6, red check; S3-G-3).
import { collect, redReport } from '../../../src/guards/python/red.ts';
import { openOneInterpreter } from './support.ts';

const sandbox = await openOneInterpreter();
const { signal } = new AbortController();

afterAll(() => sandbox.close());

const run = (tests: string, files: Readonly<Record<string, string>> = {}) => ({
  sandbox,
  files,
  tests: { 'test_artifact.py': tests },
  signal,
});

const HEAD = `import unittest

import pytest
import stack
from stack import LIMIT, Stack, StackEmpty, memoize

CASES = list(stack.CASES)
cache = stack.Cache(3)


@memoize
def twice(n):
    return n * 2


@pytest.fixture
def made():
    return Stack()

`;

test.each([
  ['calls', 'def test_a():\n    assert Stack().pop() == 1\n', 'red', 'NotImplementedError: Stack() is not implemented'],
  ['calls through a fixture', 'def test_a(made):\n    assert made\n', 'red', 'NotImplementedError: Stack()'],
  ['expects an error', 'def test_a():\n    with pytest.raises(StackEmpty):\n        Stack().pop()\n', 'red', 'NotImpl'],
  [
    'expects any error',
    'def test_a():\n    with pytest.raises(Exception):\n        Stack()\n',
    'red',
    'NotImplementedError',
  ],
  [
    'catches any error',
    'def test_a():\n    try:\n        Stack()\n    except Exception:\n        pass\n',
    'red',
    'NotImplementedError',
  ],
  [
    'compares a constant',
    'def test_a():\n    assert LIMIT == 3\n',
    'red',
    'NotImplementedError: LIMIT is not implemented',
  ],
  [
    'compares an attribute',
    'def test_a():\n    assert stack.Stack.MAX != 3\n',
    'red',
    'NotImplementedError: Stack.MAX',
  ],
  ['calls what it decorated', 'def test_a():\n    assert twice(2) == 4\n', 'red', 'NotImplementedError: memoize()'],
  [
    'uses what it made at import',
    'def test_a():\n    assert cache.get(1) is None\n',
    'red',
    'NotImplementedError: Cache().get',
  ],
  ['asks for a class', 'def test_a():\n    assert isinstance(3, Stack)\n', 'red', 'AssertionError: assert False'],
  [
    'raises nothing',
    'def test_a():\n    with pytest.raises(KeyError):\n        pass\n',
    'red',
    'Failed: DID NOT RAISE KeyError',
  ],
  ['awaits', 'async def test_a():\n    assert await stack.fetch() == 1\n', 'red', 'NotImplementedError: fetch()'],
  [
    'sets up a case',
    'class TestA(unittest.TestCase):\n    def setUp(self):\n        Stack()\n\n    def test_a(self):\n        pass\n',
    'red',
    'NotImplementedError',
  ],
  [
    'sets up a class',
    'class TestA(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        Stack()\n\n    def test_a(self):\n        pass\n',
    'red',
    'NotImplementedError',
  ],
  ['tests nothing', 'def test_a():\n    assert 1 + 1 == 2\n', 'vacuous', ''],
  ['only names it', 'def test_a():\n    assert Stack is not None\n', 'vacuous', ''],
  ['has a wrong name', 'def test_a():\n    undefined()\n', 'errored', "NameError: name 'undefined' is not defined"],
  ['has no such fixture', 'def test_a(absent):\n    pass\n', 'errored', "LookupError: fixture 'absent' not found"],
  ['has a body that never runs', 'def test_a():\n    yield\n    Stack()\n', 'errored', 'NeverRunError: '],
  ['is skipped', '@pytest.mark.skip\ndef test_a():\n    pass\n', 'skipped', 'unconditional skip'],
])('a test that %s', async (_, test, outcome, message) => {
  const { tests, problem } = await redReport(run(HEAD + test));
  expect(problem).toBeUndefined();
  expect(tests).toEqual([{ id: expect.stringMatching(/test_a$/), outcome, message: expect.stringContaining(message) }]);
});

test.each([
  ['import stak.py as\n', 'SyntaxError: '],
  ['import pandas\n', "ModuleNotFoundError: No module named 'pandas'"],
  ['from json import nothing\n', "ImportError: cannot import name 'nothing' from 'json'"],
  ['raise RuntimeError("no")\n', 'RuntimeError: no'],
])('an import error is not red: %j', async (line, message) => {
  const report = await redReport(run(`${line}\n\ndef test_a():\n    assert False\n`));
  expect(report.problem).toMatchObject({ kind: 'collection', message: expect.stringContaining(message) });
});

test('names without an import are stubbed as well', async () => {
  const { tests } = await redReport(
    run('def test_a():\n    assert double(2) == 4\n\n\ndef test_b():\n    assert len([]) == 0\n'),
  );
  expect(tests.map(({ outcome }) => outcome)).toEqual(['red', 'vacuous']);
});

test('what is given is the real thing', async () => {
  const tests =
    'from given import helper\nfrom stack import Stack\n\n\ndef test_a():\n    assert helper() == 5\n    Stack()\n';
  const report = await redReport(run(tests, { 'given.py': 'def helper():\n    return 5\n' }));
  expect(report.tests).toMatchObject([{ outcome: 'red', message: 'NotImplementedError: Stack() is not implemented' }]);
});

test('collecting counts cases and runs no test', async () => {
  const tests = `${HEAD}@pytest.mark.parametrize('a', [1, 2])\n@pytest.mark.parametrize('b', CASES)\ndef test_a(a, b):\n    import os\n    os._exit(0)\n`;
  expect(await collect(run(tests))).toEqual({
    sandbox: sandbox.version,
    collected: ['test_a[b0-1]', 'test_a[b0-2]'],
    written: 2,
  });
});
