// Real Python in Deno: honest implementations pass, with canaries in a process of their own, and what is wrong with others is said. All else
// is many cases in one interpreter; honest.long.sandbox.test.ts has processes of their own for all that passes.
import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import { honestPasses, onlyInOneProcess } from './honest.ts';
import { judged, openDeno, openOneInterpreter, testedIn, unpassed } from './support.ts';
import { findsOut, ONE_OF_EACH } from './wrong-words.ts';

const apart = await openDeno();
const sandbox = await openOneInterpreter(['unittest.mock']);
const { signal } = new AbortController();

afterAll(() => Promise.all([apart.close(), sandbox.close()]));

honestPasses(sandbox, 'split');
honestPasses(apart, 'canary');

findsOut(sandbox, ONE_OF_EACH);

describe('tests that only mean something in one process', () => {
  const run = { sandbox, ...testedIn('one-process'), signal };

  onlyInOneProcess(sandbox);

  test('are refused, each with its reason, when the split was asked for', async () => {
    const report = await runPythonTests({ ...run, protocol: 'split' });
    expect(report.protocol).toBe('split');
    expect(unpassed(report)).toEqual([
      'errored test_with_an_object_of_its_own: CannotCross: it cannot be run split: the tests hand a FixedClock to the implementation',
      'errored test_with_a_class_of_its_own: CannotCross: it cannot be run split: the class Loud of the tests extends one of the implementation',
      'errored test_environment: CannotCross: it cannot be run split: it uses the fixture monkeypatch',
      'errored test_input: CannotCross: it cannot be run split: it uses the fixture monkeypatch',
      'errored test_sleep: CannotCross: it cannot be run split: it uses mock.patch',
      'errored test_patched_object: CannotCross: it cannot be run split: it uses mock.patch.object',
      'errored test_files: CannotCross: it cannot be run split: it uses the fixture tmp_path',
      'errored test_signature: CannotCross: it cannot be run split: it uses inspect',
      'errored test_through_a_fixture[1]: CannotCross: it cannot be run split: it uses the fixture monkeypatch',
      'errored test_through_a_fixture[2]: CannotCross: it cannot be run split: it uses the fixture monkeypatch',
    ]);
  });

  test('still fail where the split found them wrong', async () => {
    const files = { 'clock.py': `${run.files['clock.py']}`.replace("'plain'", "'fancy'") };
    expect(unpassed(await runPythonTests({ ...run, files }))).toEqual([expect.stringContaining('failed test_crosses')]);
  });
});

test('tests that import nothing see the names of the implementation', async () => {
  const artifact = 'def double(n):\n    return n * 2\n\n\ndef abs(n):\n    return 7\n';
  const tests =
    'def test_double():\n    assert double(4) == 8\n\n\ndef test_builtins_stay():\n    assert abs(-1) == 1\n';
  const report = await judged({ sandbox, artifact, tests });
  expect(report.tests.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
});

test('a star import brings what the tests need and replaces no builtin', async () => {
  const artifact = 'def double(n):\n    return n * 2\n\n\ndef sum(numbers):\n    return 42\n';
  const tests = 'from solution import *\n\n\ndef test_both():\n    assert double(4) == 8\n    assert sum([1]) == 1\n';
  expect(unpassed(await judged({ sandbox, artifact, tests }))).toEqual([]);
});

test.each([
  ['solution', 'from solution import f'],
  ['package.solution', 'import package.solution\nfrom package.solution import f'],
  ['package.solution', 'from package.solution import *'],
])('the module is %s for tests with %j', async (_, imports) => {
  const tests = `import json\nimport pytest\n${imports}\n\n\ndef test_f():\n    assert f() == 1\n`;
  expect(unpassed(await judged({ sandbox, artifact: 'def f():\n    return 1\n', tests }))).toEqual([]);
});

test('which module it is must be said when the tests import several', async () => {
  const tests = 'import one\nimport two\n\n\ndef test_one():\n    assert one.f() == 1\n';
  const artifact = 'def f():\n    return 1\n';
  expect((await judged({ sandbox, artifact, tests })).problem).toMatchObject({
    kind: 'collection',
    message: expect.stringContaining('the tests import one, two'),
  });
  expect((await judged({ sandbox, artifact, tests, module: 'one' })).problem?.message).toContain(
    "No module named 'two'",
  );
});
