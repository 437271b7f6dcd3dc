import asyncio
import itertools
import unittest
from collections.abc import Iterator
from types import GeneratorType

import lazily
import pytest


def test_generators():
    counting = lazily.countdown(3)
    assert isinstance(counting, GeneratorType)
    assert isinstance(counting, Iterator)
    assert next(counting) == 3
    assert list(counting) == [2, 1]
    with pytest.raises(StopIteration):
        next(counting)


def test_sends():
    echo = lazily.echo()
    assert next(echo) == []
    assert echo.send('a') == ['a']
    assert echo.send('b') == ['a', 'b']
    echo.close()


def test_iterators():
    assert list(lazily.Squares(3)) == [1, 4, 9]
    assert sum(lazily.Squares(3)) == 14
    assert list(zip(lazily.Squares(2), 'ab')) == [(1, 'a'), (4, 'b')]


def test_takes_iterators():
    assert list(lazily.doubled(iter([1, 2]))) == [2, 4]
    assert list(lazily.doubled(number for number in (1, 2))) == [2, 4]
    assert list(itertools.islice(lazily.doubled(itertools.count(1)), 3)) == [2, 4, 6]


def test_context_managers():
    log = []
    with lazily.noted(log, 'a') as name:
        assert name == 'A'
        log.append('inside')
    assert log == ['enter a', 'inside', 'leave a']
    with pytest.raises(RuntimeError), lazily.noted(log, 'b'):
        raise RuntimeError('out')
    assert log[-1] == 'leave b'


def test_resources():
    resource = lazily.Resource()
    with resource as opened:
        assert opened is resource
        assert resource.is_open
    assert not resource.is_open
    with lazily.Resource():
        raise KeyError('swallowed')
    with pytest.raises(ValueError), lazily.Resource():
        raise ValueError('not swallowed')


def test_coroutines():
    assert asyncio.run(lazily.later(2)) == 4
    with pytest.raises(ValueError, match='negative'):
        asyncio.run(lazily.later(-1))


def test_gathers():
    async def both():
        return await asyncio.gather(lazily.later(1), lazily.later(2))

    assert asyncio.run(both()) == [2, 4]


def test_times_out():
    async def impatient():
        await asyncio.wait_for(lazily.later(1, delay=30), timeout=0.01)

    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(impatient())


@pytest.mark.asyncio
async def test_awaits():
    assert await lazily.later(5) == 10
    assert [tick async for tick in lazily.ticks(3)] == [0, 1, 2]
    async with lazily.Session() as session:
        assert session.state == 'open'
    assert session.state == 'closed'


class TestLater(unittest.IsolatedAsyncioTestCase):
    async def test_doubles(self):
        self.assertEqual(await lazily.later(3), 6)
