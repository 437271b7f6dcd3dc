// Real Python in Deno: implementations that try to decide their own verdict (guards 1.6).
import { FORGERIES, FORGERY_TESTS } from './forgeries.ts';
import { forgedSamples, judged, openDeno, verdictOf } from './support.ts';

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

const sandbox = await openDeno();
const samples = forgedSamples();

afterAll(() => sandbox.close());

test('every forgery has its row', () => {
  expect(FORGERIES.map(({ name }) => name).toSorted()).toEqual(Object.keys(samples).toSorted());
});

const tried = async (name: string, protocol: 'split' | 'canary', tests = FORGERY_TESTS) =>
  judged({ sandbox, artifact: samples[name] ?? '', tests, protocol });

describe('split into two processes', () => {
  test.each(FORGERIES)('$name: $split', async ({ name, split }) => {
    expect(verdictOf(await tried(name, 'split'))).toBe(split);
  });

  test('a call that ends the loops of its test has not passed it', async () => {
    const tests = `import pytest
from solution import add

CASES = [((1, 2), 3), ((2, 2), 4)]


def test_map():
    assert all(map(lambda case: add(*case[0]) == case[1], CASES))


def test_zip():
    for found, (_, expected) in zip(map(lambda case: add(*case[0]), CASES), CASES):
        assert found == expected


def test_expected():
    with pytest.raises(StopIteration):
        add(1, 2)
`;
    const { tests: results } = await tried('stop-iteration', 'split', tests);
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'passed']);
  });

  test('what comes back too large to cross does not bring the tests into one process', async () => {
    const tests = 'from solution import add\n\n\ndef test_again():\n    assert add((add(1, 2),), 3) == 4\n';
    const artifact = samples['too-large-to-return'] ?? '';
    expect(await judged({ sandbox, artifact, tests })).toMatchObject({
      protocol: 'split',
      tests: [{ outcome: 'failed', message: expect.stringMatching(/^ValueError: the arguments cannot be judged/) }],
    });
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
  test.each(FORGERIES)('$name: $canary', async ({ name, canary }) => {
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
