/** The guards of the repository pipeline that read patches and tests, in the embedded sandbox. */

import { patchApplies } from '../../../src/guards/repository/patch-applies.ts';
import { patchLint } from '../../../src/guards/repository/patch-lint.ts';
import { testRed } from '../../../src/guards/repository/test-red.ts';
import { fieldOf } from '../../../src/text/loose.ts';
import { neverLate } from '../hurried.ts';
import { openDeno } from '../python/support.ts';
import { FILES, patchWith, RED_TEST, RIGHT_PATCH } from './a-repository.ts';
import { SANDBOX, useGuardsOnCode } from './on-code.ts';

const judge = useGuardsOnCode();
/** The whole way: every program in a process of its own. */
const judgeApart = useGuardsOnCode(async () => neverLate(await openDeno()));

const NO_CLOSING = patchWith('            merged[-1] = (merged[-1][0], max(merged[-1][1], end)\n');
const UNBOUND = patchWith('            merged[-1] = (merged[-1][0], largest(merged[-1][1], end))\n');

function isHallucinated(data: unknown): boolean {
  return fieldOf(data, 'mode') === 'hallucinated_reference';
}

describe('patch-applies', () => {
  test('S3-G-4: a patch that mends the code passes, and what it changes is told', async () => {
    expect(await judgeApart(patchApplies, RIGHT_PATCH)).toEqual({
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
    expect(await judgeApart(testRed, RED_TEST)).toEqual({
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
    const endless = await judgeApart(testRed, test, { options: { timeout: 'PT1S' } });
    expect(endless).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(/^TimeoutError/) });
  });

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
