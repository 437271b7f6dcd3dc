// Real Python in Deno: what an implementation does too much of ends in a report that can be acted upon, never in a
// hanging guard. What ends a process has one of its own; what fails a test shares an interpreter with others.

import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import { type Limits, SandboxFault } from '../../../src/sandbox/sandbox.ts';
import { neverLate } from '../hurried.ts';
import { judged, openDeno, openOneInterpreter, unpassed, verdictOf } from './support.ts';

const sandbox = await openDeno();
const shared = await openOneInterpreter();

afterAll(() => Promise.all([sandbox.close(), shared.close()]));

const TESTS = `from m import f


def test_first():
    assert True


def test_f():
    assert f() == 3
`;

// A busy machine takes seconds to start the two processes.
const LIMITS = { wall: 10_000, memory: 256 * 1024 * 1024 };

const body = (code: string) => `import os, sys, time\n\n\ndef f():\n${code.replace(/^/gm, '    ')}\n`;

const EXCEEDING = [
  ['a loop without end', 'while True:\n    pass', 'limit', 'TimeoutError: it did not end within 10 s'],
  [
    'a loop that catches all',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    'limit',
    'Timeout',
  ],
  ['sleeping', 'time.sleep(60)', 'limit', 'TimeoutError: '],
  ['printing past the program', 'while True:\n    os.write(1, b"x" * 1000_000 + b"\\n")', 'limit', 'OutputError: '],
  [
    'ending the process',
    'os._exit(0)',
    'broken',
    'ProcessError: the implementation ended the process with exit code 0',
  ],
] as const;

describe.each(['split', 'canary'] as const)('%s', (protocol) => {
  const tried = (artifact: string, where = sandbox, limits: Partial<Limits> = LIMITS) =>
    judged({ sandbox: neverLate(where), artifact, tests: TESTS, protocol, limits });

  test.each(EXCEEDING)(
    '%s is a report that says so, and which test was under way',
    async (_, code, kind, message) => {
      const { problem, tests } = await tried(body(code));
      if (protocol === 'canary' && kind === 'broken') {
        expect(problem).toMatchObject({ kind: 'tamper', message: expect.stringMatching(/^TamperError: /) });
        return;
      }
      expect(problem).toMatchObject({ kind, message: expect.stringContaining(message) });
      expect(problem?.message).toContain('\ntest_f was under way.');
      expect(tests).toEqual([
        { id: 'test_first', outcome: 'passed', message: '' },
        { id: 'test_f', outcome: 'missing', message: 'it was not run' },
      ]);
    },
    120_000,
  );

  test.each([
    ['memory', 'x = [b"x" * 1_000_000 for _ in range(2_000)]\nreturn 3', 'failed test_f: MemoryError'],
    ['processes', 'getattr(os, "for" + "k")()\nreturn 3', 'failed test_f: OSError: '],
    [
      'threads',
      'import threading\nthreading.Thread(target=print).start()',
      "failed test_f: RuntimeError: can't start new thread",
    ],
  ])('too much of %s fails the test', async (_, code, message) => {
    const report = await tried(body(code));
    expect(report.problem).toBeUndefined();
    expect(unpassed(report)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['recursion', 'return f()', 'failed test_f: RecursionError: maximum recursion depth exceeded'],
    ['exiting', 'sys.exit(3)', 'failed test_f: SystemExit: 3'],
    ['interrupting', 'raise KeyboardInterrupt', 'failed test_f: KeyboardInterrupt'],
    ['cancelling', 'raise GeneratorExit', 'failed test_f: GeneratorExit'],
  ])('too much of %s fails the test', async (_, code, message) => {
    const report = await tried(body(code), shared, {});
    expect(report.problem).toBeUndefined();
    expect(unpassed(report)).toEqual([expect.stringContaining(message)]);
  });

  test('two hundred megabytes of print are not kept', async () => {
    const report = await tried(body('for _ in range(200):\n    print("x" * 1_000_000)\nreturn 3'), shared, {});
    expect(verdictOf(report)).toBe('pass');
  });
});

test.each([
  ['long', 'return "x" * 3_000_000'],
  ['deep', 'value = ()\nfor _ in range(10_000): value = (value,)\nreturn value'],
])('what is too %s to cross fails the test that asks for it', async (_, code) => {
  const report = await judged({ sandbox: shared, artifact: body(code), tests: TESTS });
  expect(unpassed(report)).toEqual([
    expect.stringContaining('failed test_f: ValueError: the result cannot be judged: '),
  ]);
});

test('tests and implementation that call each other too deep stay in step', async () => {
  const artifact = `def again(f):
    return f()


def deep(n, f):
    return f() if n == 0 else deep(n - 1, f)
`;
  const tests = `import pytest
from m import again, deep


def test_endless():
    def endless():
        return again(endless)

    with pytest.raises(RecursionError):
        endless()
    assert again(lambda: 3) == 3


def test_at_the_edge():
    for depth in range(930, 1000, 7):
        try:
            assert deep(depth, lambda: depth) == depth
        except RecursionError:
            pass
    assert deep(3, lambda: 4) == 4


def test_far():
    def count(n):
        return 0 if n == 0 else 1 + again(lambda: count(n - 1))

    assert count(100) == 100
`;
  expect(unpassed(await judged({ sandbox: shared, artifact, tests, protocol: 'split' }))).toEqual([]);
});

test('lists may be nested as deep as they like', async () => {
  const artifact = body('value = []\nfor _ in range(5_000): value = [value]\nreturn value');
  const tests =
    'from m import f\n\n\ndef test_f():\n    value, depth = f(), 0\n    while value:\n        value, depth = value[0], depth + 1\n    assert depth == 5000\n';
  expect(unpassed(await judged({ sandbox: shared, artifact, tests }))).toEqual([]);
});

test('an aborted run rejects with the reason, and leaves nothing running', async () => {
  const abort = new AbortController();
  const run = {
    sandbox,
    files: {},
    artifact: body('time.sleep(60)'),
    tests: { 'test_m.py': TESTS },
    signal: abort.signal,
  };
  const report = runPythonTests(run);
  setTimeout(() => abort.abort(new Error('not wanted any more')), 1_000);
  await expect(report).rejects.toThrow('not wanted any more');
});

test('a sandbox that breaks is no verdict', async () => {
  const broken = {
    ...sandbox,
    start: () => {
      throw new SandboxFault('nothing starts here');
    },
  };
  await expect(judged({ sandbox: broken, artifact: body('return 3'), tests: TESTS })).rejects.toThrow(SandboxFault);
});
