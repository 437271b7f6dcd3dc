/** The guards of the repository pipeline that run code, in the embedded sandbox. */

import type { Guard } from '../../../src/guards/guard.ts';
import { fullEval } from '../../../src/guards/repository/full-eval.ts';
import { patchApplies } from '../../../src/guards/repository/patch-applies.ts';
import { patchLint } from '../../../src/guards/repository/patch-lint.ts';
import { testGreen } from '../../../src/guards/repository/test-green.ts';
import { testRed } from '../../../src/guards/repository/test-red.ts';
import { sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { openDeno } from '../python/support.ts';
import { FILES, patchWith, RED_TEST, RIGHT_PATCH } from './a-repository.ts';
import { SANDBOX, useGuardsOnCode, WRONG_PATCH } from './on-code.ts';

const judge = useGuardsOnCode();
/** The whole way: every program in a process of its own, as the two runs of `full-eval` are two of `test-green`. */
const judgeApart = useGuardsOnCode(openDeno);

describe('test-green', () => {
  const dependencies = { gen_test: RED_TEST };

  test('S3-G-6: a patch with which the test passes does', async () => {
    expect(await judgeApart(testGreen, RIGHT_PATCH, { dependencies })).toEqual({
      verdict: 'pass',
      feedback: '',
      score: 1,
      data: { protocol: 'split', tests: 1, sandbox: SANDBOX },
    });
  });

  test('S3-G-6: a wrong patch is sent back with what the test said', async () => {
    expect(
      await judge(testGreen, WRONG_PATCH, { dependencies: { t: RED_TEST }, options: { tests: 't' } }),
    ).toMatchObject({
      verdict: 'retry',
      score: 0,
      feedback: expect.stringMatching(
        /^test_an_interval_inside_another_adds_nothing failed: AssertionError: an interval inside[^]*0 of 1 tests pass with the patch\.$/,
      ),
    });
  });

  test('S3-G-6: a test that patches the code is run with canaries; honest code may use what artifacts may not', async () => {
    const test = `import agenda.merging as merging


def test_order(monkeypatch):
    monkeypatch.setattr(merging, "KEY", lambda pair: -pair[0])
    assert merging.first([(1, 2), (3, 4)]) == (3, 4)
`;
    const files = { ...FILES, 'agenda/keys.py': 'import inspect\n\nKEY = inspect.unwrap(lambda pair: pair[0])\n' };
    const lines =
      'from agenda.keys import KEY\n\n\ndef first(pairs):\n    return min(pairs, key=KEY)\n\n\ndef merge(intervals):';
    const patch = JSON.stringify({
      edits: [{ file: 'agenda/merging.py', search: 'def merge(intervals):', replace: lines }],
    });
    expect(await judge(testGreen, patch, { input: { files }, dependencies: { gen_test: test } })).toMatchObject({
      verdict: 'pass',
      data: { protocol: 'canary' },
    });
  });

  test('a test that is not there is fatal: no patch could mend it', async () => {
    expect(await judge(testGreen, RIGHT_PATCH)).toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringContaining('There is no artifact "gen_test"'),
    });
  });
});

const TOUCHING = 'tests/test_agenda.py::test_touching_intervals_become_one';
const NESTED = 'tests/test_nested.py::test_an_interval_inside_another_adds_nothing';
const WITH_NESTED = { ...FILES, 'tests/test_nested.py': RED_TEST };

describe('full-eval', () => {
  test('S3-G-7: what must turn green and what must stay so both pass', async () => {
    const input = { files: WITH_NESTED, failToPass: [NESTED], passToPass: [TOUCHING] };
    expect(await judge(fullEval, RIGHT_PATCH, { input })).toEqual({
      verdict: 'pass',
      feedback: '',
      score: 1,
      data: {
        protocol: 'split',
        'fail-to-pass': { passed: 1, total: 1 },
        'pass-to-pass': { passed: 1, total: 1 },
        sandbox: SANDBOX,
      },
    });
  });

  test('S3-G-7: without a list, all tests that pass as it is must stay green', async () => {
    const files = { ...WITH_NESTED, 'tests/test_broken.py': 'import not_there\n\n\ndef test_x():\n    pass\n' };
    expect(
      await judge(fullEval, RIGHT_PATCH, { input: { files, failToPass: ['tests/test_nested.py'] } }),
    ).toMatchObject({
      verdict: 'pass',
      data: { 'fail-to-pass': { passed: 1, total: 1 }, 'pass-to-pass': { passed: 2, total: 2 } },
    });
  });

  test('S3-G-7: a regression is told apart from what is still wrong', async () => {
    const patch = JSON.stringify({
      edits: [
        {
          file: 'agenda/merging.py',
          search: '        if merged and start <= merged[-1][1]:',
          replace: '        if False:',
        },
      ],
    });
    const input = { files: WITH_NESTED, failToPass: [NESTED] };
    const { verdict, feedback, score } = await judge(fullEval, patch, { input });
    expect([verdict, score]).toEqual(['retry', 0]);
    expect(feedback.split('\n').filter((line) => line.includes('test'))).toEqual([
      expect.stringContaining(`${NESTED} must turn green and does not: failed: AssertionError`),
      expect.stringContaining('tests/test_agenda.py::test_touching_intervals_become_one was green and must stay so'),
      expect.stringContaining('tests/test_agenda.py::test_overlapping_intervals_become_one was green and must stay so'),
      '0 of 1 fail-to-pass tests pass with the patch.',
      '0 of 2 pass-to-pass tests pass with the patch.',
    ]);
  });

  test.each([
    [
      'a test that is not in its file',
      { failToPass: [`${TOUCHING}_and_more`] },
      `The list is wrong, not the answer: there is no test "${TOUCHING}_and_more", before or after the patch. The nearest are: "${TOUCHING}", `,
    ],
    [
      'a file that is not there',
      { passToPass: ['tests/test_agend.py'] },
      'no test file "tests/test_agend.py". Did you mean',
    ],
    ['a case that is not there', { passToPass: [TOUCHING, `${TOUCHING}[1-2]`] }, `no test "${TOUCHING}[1-2]"`],
  ])(
    'R95: %s is the author’s mistake, whatever the patch',
    async (_, lists, words) => {
      for (const patch of [RIGHT_PATCH, WRONG_PATCH])
        expect(await judge(fullEval, patch, { input: { files: FILES, ...lists } })).toMatchObject({
          verdict: 'fatal',
          feedback: expect.stringContaining(words),
        });
    },
    120_000,
  );

  test('R95: a test that the patch takes away is sent back by its name', async () => {
    const files = {
      ...FILES,
      'agenda/cases.py': 'CASES = [1, 2]\n',
      'tests/test_cases.py':
        'import pytest\nfrom agenda.cases import CASES\n\n\n@pytest.mark.parametrize("case", CASES)\ndef test_case(case):\n    assert case\n',
    };
    const patch = JSON.stringify({
      edits: [{ file: 'agenda/cases.py', search: 'CASES = [1, 2]', replace: 'CASES = [1]' }],
    });
    const passToPass = ['tests/test_cases.py::test_case[1]', 'tests/test_cases.py::test_case[2]'];
    expect(await judge(fullEval, patch, { input: { files, passToPass } })).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringContaining(
        'test_case[2] was green and must stay so: it was there before the patch and is gone with it',
      ),
    });
  });

  test('a repository without tests cannot be judged by them', async () => {
    const { 'tests/test_agenda.py': _, ...files } = FILES;
    expect(await judge(fullEval, RIGHT_PATCH, { input: { files } })).toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringContaining('There is no test to judge by'),
    });
  });

  test('the lists may be options, and a patch does not touch what they name', async () => {
    const files = {
      ...FILES,
      'checks.py': 'from agenda import merge\n\n\ndef test_x():\n    assert merge([(1, 9), (2, 3)]) == [(1, 9)]\n',
    };
    const options = { failToPass: ['checks.py::test_x'], passToPass: [] };
    expect(await judge(fullEval, RIGHT_PATCH, { input: { files }, options })).toMatchObject({
      verdict: 'pass',
      score: 1,
    });
    const patch = JSON.stringify({
      edits: [{ file: 'checks.py', search: 'def test_x():', replace: 'def test_x(): return' }],
    });
    expect(await judge(fullEval, patch, { input: { files }, options })).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringContaining('"checks.py" is a test and must stay as it is'),
    });
  });
});

test('guards that run code say what they need; where nothing can run it, that is no verdict', async () => {
  for (const create of [patchApplies, patchLint, testRed, testGreen, fullEval]) {
    const guard: Guard = create(sandboxesOf([]));
    const need = guard.needs?.(guard.options.parse({}));
    expect([guard.sandbox, need]).toEqual([true, { toolchain: 'python', floor: 'jail' }]);
  }
  const nowhere = () => testRed(sandboxesOf([])).evaluate({}, aContext(RED_TEST, { input: { files: FILES } }));
  await expect(nowhere()).rejects.toMatchObject({ name: 'SandboxFault' });
});

// Last, since these end the interpreter.
describe('test-green', () => {
  test('S3-G-6: a patch that ends the process is sent back, however it ends it', async () => {
    const patch = patchWith('            import os\n            os._exit(0)\n');
    expect(await judge(testGreen, patch, { dependencies: { gen_test: RED_TEST } })).toMatchObject({
      verdict: 'retry',
      score: 0,
    });
  });
});

describe('full-eval', () => {
  test('R95: a list is right where the tests could not be run to the end', async () => {
    const input = { files: FILES, passToPass: [TOUCHING] };
    const broken = patchWith('            import os\n            os._exit(0)\n');
    expect(await judge(fullEval, broken, { input })).toMatchObject({ verdict: 'retry' });
  }, 120_000);
});
