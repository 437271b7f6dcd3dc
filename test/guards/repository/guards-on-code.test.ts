/** The guards of the repository pipeline that run code, in the embedded sandbox. */

import type { Guard, GuardContext } from '../../../src/guards/guard.ts';
import { fullEval } from '../../../src/guards/repository/full-eval.ts';
import { patchApplies } from '../../../src/guards/repository/patch-applies.ts';
import { patchLint } from '../../../src/guards/repository/patch-lint.ts';
import { testGreen } from '../../../src/guards/repository/test-green.ts';
import { testRed } from '../../../src/guards/repository/test-red.ts';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import { type Sandboxes, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { fieldOf } from '../../../src/text/loose.ts';
import { aContext } from '../a-context.ts';
import { steadily } from '../hurried.ts';
import { FILES, patchWith, RED_TEST, RIGHT_PATCH } from './a-repository.ts';

let sandboxes: Sandboxes;

beforeAll(async () => {
  const deno = await createDeno({ cacheDirectory: cacheDirectory(process.env), log: () => {} });
  if (deno === undefined) throw new Error('Deno is not installed');
  sandboxes = sandboxesOf([deno]);
}, 120_000);

afterAll(() => sandboxes.close());

async function judge<Options>(
  create: (sandboxes: Sandboxes) => Guard<Options>,
  text: string,
  { options = {}, ...more }: Partial<GuardContext> & { readonly options?: unknown } = {},
) {
  const guard = create(sandboxes);
  return guard.evaluate(guard.options.parse(options), aContext(text, { input: { files: FILES }, ...more }));
}

const WRONG_PATCH = patchWith('            merged[-1] = (merged[-1][0], min(merged[-1][1], end))\n');
const NO_CLOSING = patchWith('            merged[-1] = (merged[-1][0], max(merged[-1][1], end)\n');
const UNBOUND = patchWith('            merged[-1] = (merged[-1][0], largest(merged[-1][1], end))\n');
const SANDBOX = expect.stringContaining('deno');

function isHallucinated(data: unknown): boolean {
  return fieldOf(data, 'mode') === 'hallucinated_reference';
}

describe('patch-applies', () => {
  test('S3-G-4: a patch that mends the code passes, and what it changes is told', async () => {
    expect(await judge(patchApplies, RIGHT_PATCH)).toEqual({
      verdict: 'pass',
      feedback: '',
      data: { changes: [{ kind: 'changed', path: 'agenda/merging.py' }], sandbox: SANDBOX },
    });
  });

  test.each([
    ['hallucinated lines', RIGHT_PATCH.replace('end)', 'stop)'), 'the search text is not in the file'],
    ['a file that is not there', RIGHT_PATCH.replaceAll('merging', 'merger'), 'there is no such file'],
    ['a result that does not compile', NO_CLOSING, "SyntaxError: '(' was never closed (agenda/merging.py, line 6"],
    ['a changed test', RIGHT_PATCH.replaceAll('agenda/merging.py', 'tests/test_agenda.py'), 'search text is not in'],
    [
      'a test made easy',
      JSON.stringify({
        edits: [
          {
            file: 'tests/test_agenda.py',
            search: '    assert merge([(540, 620), (600, 660)]) == [(540, 660)]',
            replace: '    pass',
          },
        ],
      }),
      'is a test and must stay as it is',
    ],
    [
      'nothing new',
      patchWith('            merged[-1] = (merged[-1][0], end)\n'),
      '"search" and "replace" are the same',
    ],
  ])('S3-G-4: %s is sent back', async (_, patch, words) => {
    const { verdict, feedback, data } = await judge(patchApplies, patch);
    expect(isHallucinated(data)).toBe(/not in|no such file/.test(words));
    expect([verdict, feedback.split('\n')[0]]).toEqual(['retry', expect.stringContaining(words)]);
  });

  test('a file that the definition allows may be touched', async () => {
    const patch = JSON.stringify({ edits: [{ file: 'tox.ini', search: '', replace: '[tox]\n' }] });
    expect(await judge(patchApplies, patch)).toMatchObject({ verdict: 'retry' });
    expect(await judge(patchApplies, patch, { options: { allow: ['tox.ini'] } })).toMatchObject({ verdict: 'pass' });
  });

  test('a patch upon an accepted patch sees what that left', async () => {
    const text = JSON.stringify({
      edits: [
        {
          file: 'agenda/merging.py',
          search: '            merged[-1] = (merged[-1][0], max(merged[-1][1], end))',
          replace: '            pass',
        },
      ],
    });
    expect(await judge(patchApplies, text)).toMatchObject({ verdict: 'retry' });
    const dependencies = { first: RIGHT_PATCH };
    const options = { after: ['first'] };
    expect(await judge(patchApplies, text, { dependencies, options })).toMatchObject({ verdict: 'pass' });
    expect(await judge(patchApplies, text, { options })).toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringContaining('There is no artifact "first"'),
    });
  });
});

describe('patch-lint', () => {
  test.each([
    ['a patch without new names', RIGHT_PATCH],
    [
      'a name that was unbound before',
      JSON.stringify({ edits: [{ file: 'old.py', search: 'def f():', replace: 'def g():' }] }),
    ],
    ['files that are no Python', JSON.stringify({ edits: [{ file: 'NOTES.md', search: '', replace: 'unbound\n' }] })],
  ])('S3-G-5: %s passes', async (_, patch) => {
    const input = { files: { ...FILES, 'old.py': 'def f():\n    return nowhere\n' } };
    expect(await judge(patchLint, patch, { input })).toMatchObject({ verdict: 'pass', data: { sandbox: SANDBOX } });
  });

  test('S3-G-5: a name that nobody imported is sent back with its place', async () => {
    expect(await judge(patchLint, UNBOUND)).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(/^NameError: name 'largest' is not defined \(agenda\/merging\.py, line 6/),
    });
  });

  test('S3-G-5: so is one in a new file', async () => {
    const patch = JSON.stringify({ edits: [{ file: 'agenda/new.py', search: '', replace: 'print(nowhere)\n' }] });
    expect(await judge(patchLint, patch)).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringContaining("'nowhere' is not defined (agenda/new.py, line 1"),
    });
  });
});

describe('test-red', () => {
  test('S3-G-3: a test that fails by an assertion passes', async () => {
    expect(await judge(testRed, RED_TEST)).toEqual({
      verdict: 'pass',
      feedback: '',
      data: { protocol: 'split', tests: 1, sandbox: SANDBOX },
    });
  });

  test('S3-G-3: so do tests that expect an error which does not come, that call fail, and of what is not implemented', async () => {
    const text = `import pytest
from agenda import merge


def test_expected_error():
    with pytest.raises(ValueError):
        merge([])


def test_error_that_is_the_bug():
    try:
        merge([1])
    except TypeError:
        pytest.fail("merge must refuse what is no interval by a ValueError")


def test_not_implemented():
    raise NotImplementedError
`;
    expect(await judge(testRed, text)).toMatchObject({ verdict: 'pass', data: { tests: 3 } });
  });

  test('S3-G-3: what passes proves nothing, and what errs or is skipped is no failure', async () => {
    const text = `${RED_TEST}

def test_passing():
    assert merge([]) == []


def test_error():
    assert merge([1]) == []


def test_unbound():
    assert merg([]) == []


def test_skipped():
    import pytest
    pytest.skip("later")
`;
    const { verdict, feedback } = await judge(testRed, text);
    expect([verdict, ...feedback.split('\n').filter((line) => !line.startsWith('  '))]).toEqual([
      'retry',
      'test_passing passes on the repository as it is, so it proves nothing.',
      expect.stringContaining('test_error does not fail by an assertion, it errs: TypeError'),
      expect.stringContaining('test_unbound does not fail by an assertion, it errs: NameError'),
      expect.stringContaining('test_skipped was skipped'),
      'Every test has to fail on the repository as it is, by an assertion. Where an error is itself what has to be mended, catch it and call pytest.fail.',
    ]);
  });

  test.each([
    ['a module that is not there', RED_TEST.replace('from agenda', 'from agenda.calendar'), 'agenda.calendar'],
    ['a name that is not there', RED_TEST.replace('import merge', 'import join as merge'), 'join'],
    ['no test', 'from agenda import merge\n', 'no test'],
    ['no Python', 'def test_it(:\n', 'SyntaxError'],
  ])('S3-G-3: %s is sent back', async (_, text, words) => {
    const { verdict, feedback } = await judge(testRed, text);
    expect([verdict, feedback.split('\n')[0]]).toEqual(['retry', expect.stringContaining(words)]);
  });

  test('S3-G-3: packages in a folder src are imported as if they were installed', async () => {
    const files = Object.fromEntries(
      Object.entries(FILES).map(([path, text]) => [path.replace('agenda/', 'src/agenda/'), text]),
    );
    expect(await judge(testRed, RED_TEST, { input: { files } })).toMatchObject({ verdict: 'pass', data: { tests: 1 } });
  });

  test('S3-G-3: a loop without end is stopped and sent back', async () => {
    const test = 'def test_it():\n    while True: pass\n';
    const endless = await steadily(() => judge(testRed, test, { options: { timeout: 'PT5S' } }));
    expect(endless).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(/^TimeoutError/) });
  }, 120_000);

  const STACK = `from solution import Stack\n\n\ndef test_new():\n    assert Stack().size() == 0\n`;

  test.each([
    ['without a repository', {}, {}],
    ['beside a repository, when the module is named', { files: FILES }, { module: 'solution' }],
  ])('S3-G-3: %s the tests run on a stub', async (_, input, options) => {
    expect(await judge(testRed, STACK, { input, options })).toMatchObject({
      verdict: 'pass',
      data: { protocol: 'stub', tests: 1 },
    });
    const vacuous = STACK.replace('Stack().size() == 0', 'Stack is not None');
    expect(await judge(testRed, vacuous, { input, options })).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringContaining('test_new passes on a stub that does nothing'),
    });
  });
});

describe('test-green', () => {
  const dependencies = { gen_test: RED_TEST };

  test('S3-G-6: a patch with which the test passes does', async () => {
    expect(await judge(testGreen, RIGHT_PATCH, { dependencies })).toEqual({
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

  test('S3-G-6: a patch that ends the process is sent back, however it ends it', async () => {
    const patch = patchWith('            import os\n            os._exit(0)\n');
    expect(await judge(testGreen, patch, { dependencies })).toMatchObject({ verdict: 'retry', score: 0 });
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

  test('R95: a list is right where the tests could not be run to the end', async () => {
    const input = { files: FILES, passToPass: [TOUCHING] };
    const broken = patchWith('            import os\n            os._exit(0)\n');
    expect(await judge(fullEval, broken, { input })).toMatchObject({ verdict: 'retry' });
  }, 120_000);

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
