import math
from collections import Counter, deque
from datetime import date, datetime, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from uuid import UUID

import functions
import pytest
from functions import add, clamp


@pytest.mark.parametrize('a, b, expected', [(1, 2, 3), ('a', 'b', 'ab'), ([1], [2], [1, 2]), (0.1, 0.2, pytest.approx(0.3))])
def test_add(a, b, expected):
    assert add(a, b) == expected


def test_defaults_and_keywords():
    assert clamp(11) == 10
    assert clamp(-1, 2) == 2
    assert clamp(value=50, high=20) == 20
    with pytest.raises(TypeError):
        clamp(1, 2, 3)


def test_division():
    assert functions.divide(1, 4) == 0.25
    assert isinstance(functions.divide(4, 2), float)
    with pytest.raises(ZeroDivisionError, match='division'):
        functions.divide(1, 0)


def test_constants():
    assert functions.LIMIT == 3
    assert functions.WORDS == ('one', 'two')
    assert functions.NAMES['a'] == [1, 2]
    assert not functions.NAMES['b']


def test_numbers():
    assert functions.big(200) == 2**200
    assert functions.big(100_000).bit_length() == 100_001
    nan, inf, zero = functions.special()
    assert math.isnan(nan) and math.isinf(inf) and math.copysign(1, zero) == -1


def test_collections():
    assert functions.count('aab') == {'a': 2, 'b': 1}
    assert functions.count('aab') == Counter('aab')
    assert functions.count('aab').most_common(1) == [('a', 2)]
    assert functions.grouped(['a', 'bb', 'c']) == {1: ['a', 'c'], 2: ['bb']}
    assert list(functions.ordered()) == ['b', 'a']
    assert functions.last([1, 2, 3], 2) == deque([2, 3])
    assert functions.last([1, 2, 3], 2).maxlen == 2


def test_rich_values():
    assert functions.price('1.10') == Decimal('2.20')
    assert functions.half(3) == Fraction(3, 2)
    assert functions.tomorrow(date(2026, 12, 31)) == date(2027, 1, 1)
    assert functions.noon() == datetime(2026, 11, 22, 12, tzinfo=timezone.utc)
    assert functions.launch().isoformat() == '2026-01-02'
    assert functions.uuid() == UUID(int=7)
    assert functions.path() == PurePosixPath('a/b/c')


def test_nested():
    assert functions.nested() == {'list': [1, (2, {3}), b'x'], 'deep': {'er': [None, True, frozenset({'q'})]}}
    assert functions.everything(1, [2], key={'a': None}) == ((1, [2]), {'key': {'a': None}})


def test_types_are_exact():
    assert functions.same(True) is True
    assert functions.same(1) is not True
    assert type(functions.same(1.0)) is float
    assert functions.same(None) is None
    assert functions.same((1,)) != [1]
    assert functions.same('\ud800é\0') == '\ud800é\0'


def test_changes_in_place():
    items = [3, 1, 2]
    assert functions.sort_in_place(items) is None
    assert items == [1, 2, 3]
    assert functions.same(items) is items


def test_views_and_ranges():
    assert functions.keys({'a': 1, 'b': 2}) == {'a', 'b'}
    assert list(functions.window(1, 4)) == [1, 2, 3]
    assert functions.window(1, 4) == range(1, 4)
