"""Tests of our own that are put after the given ones: what makes all tests pass makes these pass too, though they must
fail."""


def canaries(sources, random):
    """The text to put after the tests and the outcome that each must have, by id. `random`: hexadecimal digits, enough
    of them."""
    everything = '\n'.join(sources)
    digits = iter(range(0, len(random), 16))

    def word():
        start = next(digits)
        return random[start : start + 16]

    one, other = int(word(), 16), int(word(), 16)
    wanted = [
        (f'def {{name}}():\n    assert {one} == {one}\n', 'passed'),
        (f'def {{name}}():\n    assert {one} == {other}\n', 'failed'),
    ]
    if 'unittest' in everything:
        head = 'import unittest as _unittest\n\n\nclass {cls}(_unittest.TestCase):\n    def {name}(self):\n        '
        wanted.append((f'{head}self.assertEqual({one}, {one})\n', 'passed'))
        wanted.append((f'{head}self.assertEqual({one}, {other})\n', 'failed'))
        wanted.append((f'{head}self.assertTrue({one} == {other})\n', 'failed'))
        wanted.append((f'{head}with self.assertRaises(ValueError):\n            int({str(one)!r})\n', 'failed'))
    if 'raises' in everything:
        head = 'import pytest as _pytest_canary\n\n\ndef {name}():\n    '
        wanted.append((f'{head}with _pytest_canary.raises(ValueError):\n        int({str(one)!r})\n', 'failed'))
    if 'approx' in everything:
        head = 'import pytest as _pytest_canary\n\n\ndef {name}():\n    '
        wanted.append((f'{head}assert {one}.5 == _pytest_canary.approx({other}.5)\n', 'failed'))
    texts, outcomes = [], {}
    for template, outcome in wanted:
        name, cls = f'test_{word()}', f'Test{word()}'
        texts.append(template.format(name=name, cls=cls))
        outcomes[f'{cls}::{name}' if '{cls}' in template else name] = outcome
    return '\n\n' + '\n\n'.join(texts), outcomes
