// Real Python in Deno: implementations that try to decide their own verdict (guards 1.6).
import { judged, openDeno, samplesIn, verdictOf } from './support.ts';

const TESTS = `from solution import add


def test_add():
    assert add(2, 3) == 5


def test_negative():
    assert add(-1, 1) == 0
`;

/** Against what answers every operator: no comparison here is one for equality. */
const LOOSE_TESTS = `from solution import add


def test_order():
    assert add(2, 3) <= 5 and 5 <= add(2, 3)


def test_distance():
    assert abs(add(0.1, 0.2) - 0.3) < 1e-9


def test_membership():
    assert 5 in add([5], [])


def test_text():
    assert add("a", "b").startswith("ab")
`;

/** What the table of guards 1.6 says, where ours is stricter with what is found before anything runs. */
const CASES = [
  { name: 'wrong', split: 'fail', canary: 'fail' },
  { name: 'exit-zero-at-import', split: 'broken', canary: 'tamper' },
  { name: 'exit-zero-in-call', split: 'broken', canary: 'tamper' },
  { name: 'exit-one-at-import', split: 'broken', canary: 'tamper' },
  { name: 'exit-one-in-call', split: 'broken', canary: 'tamper' },
  { name: 'exit-hidden', split: 'broken', canary: 'tamper' },
  { name: 'exit-handler', split: 'fail', canary: 'tamper' },
  { name: 'exit-handler-hidden', split: 'fail', canary: 'tamper' },
  { name: 'system-exit-at-import', split: 'collection', canary: 'tamper' },
  { name: 'system-exit-in-call', split: 'fail', canary: 'fail' },
  { name: 'skip-module', split: 'collection', canary: 'tamper' },
  { name: 'skip-in-call', split: 'collection', canary: 'tamper' },
  { name: 'xfail-in-call', split: 'collection', canary: 'tamper' },
  { name: 'unittest-skip', split: 'fail', canary: 'tamper' },
  { name: 'replaced-runner', split: 'fail', canary: 'tamper' },
  { name: 'replaced-runner-hidden', split: 'fail', canary: 'tamper' },
  { name: 'forged-report', split: 'fail', canary: 'tamper' },
  { name: 'forged-report-hidden', split: 'broken', canary: 'tamper' },
  { name: 'planted-configuration', split: 'fail', canary: 'fail' },
  { name: 'equal-to-everything', split: 'fail', canary: 'tamper' },
  { name: 'equal-integer', split: 'fail', canary: 'tamper' },
  { name: 'equal-disguised', split: 'fail', canary: 'pass' },
  { name: 'every-operator', split: 'fail', canary: 'pass' },
  { name: 'patched-tests', split: 'fail', canary: 'tamper' },
  { name: 'patched-tests-hidden', split: 'fail', canary: 'pass' },
  { name: 'answers-ahead', split: 'tamper', canary: 'fail' },
  { name: 'raw-noise', split: 'fail', canary: 'fail' },
  { name: 'swapped-connection', split: 'fail', canary: 'tamper' },
  { name: 'deep-answer', split: 'tamper', canary: 'tamper' },
  { name: 'long-answer', split: 'tamper', canary: 'tamper' },
  { name: 'forged-class', split: 'tamper', canary: 'tamper' },
  // Overfitting is no forging: only tests that were never seen find it out.
  { name: 'hard-coded', split: 'pass', canary: 'pass' },
] as const;

const sandbox = await openDeno();
const samples = samplesIn('forgeries');

afterAll(() => sandbox.close());

test('every forgery has its row', () => {
  expect(CASES.map(({ name }) => `${name}.py`).toSorted()).toEqual(Object.keys(samples));
});

const tried = async (name: string, protocol: 'split' | 'canary', tests = TESTS) =>
  judged({ sandbox, artifact: samples[`${name}.py`] ?? '', tests, protocol });

describe('split into two processes', () => {
  test.each(CASES)('$name: $split', async ({ name, split }) => {
    expect(verdictOf(await tried(name, 'split'))).toBe(split);
  });

  test('what answers every operator passes no test that expects a plain value', async () => {
    const { tests } = await tried('every-operator', 'split', LOOSE_TESTS);
    expect(tests.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['test_order', 'failed'],
      ['test_distance', 'failed'],
      ['test_membership', 'failed'],
      ['test_text', 'failed'],
    ]);
  });
});

describe('in one process with canaries', () => {
  test.each(CASES)('$name: $canary', async ({ name, canary }) => {
    const report = await tried(name, 'canary');
    expect(verdictOf(report)).toBe(canary);
    expect(report.problem?.message.split('\n')[0] ?? 'TamperError: ').toMatch(/^TamperError: /);
  });

  test('it names what the implementation has no business with, by its line', async () => {
    expect((await tried('exit-handler', 'canary')).problem?.message).toBe(
      'TamperError: the implementation does what it has no business with:\nsolution.py line 1 imports atexit\nsolution.py line 4 uses os._exit',
    );
  });
});
