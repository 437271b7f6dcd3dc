import contextlib
import io
from unittest.mock import Mock

import pytest
from callbacks import Bus, compose, memoize, retry, shout, sort_by, wrap_errors


def test_composes():
    assert compose(lambda n: n + 1, str, len)(99) == 3
    assert compose()(5) == 5


def test_memoizes():
    calls = []

    @memoize
    def fibonacci(n):
        """Slow."""
        calls.append(n)
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    assert fibonacci(25) == 75025
    assert len(calls) == 26
    assert fibonacci.__name__ == 'fibonacci'
    assert fibonacci.__doc__ == 'Slow.'
    assert fibonacci.cache[25,] == 75025


def test_retries():
    attempts = []

    @retry(times=3, exceptions=(ValueError,))
    def flaky(limit):
        attempts.append(1)
        if len(attempts) < limit:
            raise ValueError('not yet')
        return 'done'

    assert flaky(3) == 'done'
    assert len(attempts) == 3
    attempts.clear()
    with pytest.raises(ValueError, match='not yet'):
        flaky(9)


class Boom(Exception):
    pass


def test_lets_others_through():
    @retry(times=3, exceptions=(KeyError,))
    def broken():
        raise Boom('now')

    with pytest.raises(Boom, match='now'):
        broken()


def test_chains():
    def fails():
        raise ValueError('inner')

    with pytest.raises(RuntimeError, match='wrapped') as caught:
        wrap_errors(fails)
    assert isinstance(caught.value.__cause__, ValueError)
    assert str(caught.value.__cause__) == 'inner'


def test_bus():
    bus, seen = Bus(), []
    bus.on('greet', seen.append)
    handler = bus.on('greet', lambda name: name.upper())
    assert bus.emit('greet', 'ann') == [None, 'ANN']
    assert seen == ['ann']
    bus.off('greet', handler)
    assert bus.emit('greet', 'bob') == [None]
    assert bus.emit('other') == []


def test_mocks():
    bus, mock = Bus(), Mock(return_value=7)
    bus.on('x', mock)
    assert bus.emit('x', 1, key='v') == [7]
    mock.assert_called_once_with(1, key='v')


def test_keys():
    words = ['bb', 'a', 'CCC']
    assert sort_by(words, key=len) == ['a', 'bb', 'CCC']
    assert sort_by(words, key=str.lower, reverse=True) == ['CCC', 'bb', 'a']
    assert sort_by(words, key=lambda word: word[0]) == ['CCC', 'a', 'bb']


def test_prints(capsys):
    shout()
    assert capsys.readouterr().out == 'HELLO\nagain'
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        shout()
    assert shown.getvalue().startswith('HELLO')
