"""Plain functions, with plain values of every kind."""

import math
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from uuid import UUID

LIMIT = 3
WORDS = ('one', 'two')
NAMES = {'a': [1, 2], 'b': []}


def add(a, b):
    return a + b


def clamp(value, low=0, *, high=10):
    return max(low, min(high, value))


def divide(a, b):
    return a / b


def big(exponent):
    return 2**exponent


def special():
    return math.nan, math.inf, -0.0


def count(text):
    return Counter(text)


def grouped(words):
    groups = defaultdict(list)
    for word in words:
        groups[len(word)].append(word)
    return groups


def ordered():
    return OrderedDict(b=1, a=2)


def last(items, size):
    return deque(items, maxlen=size)


def price(text):
    return Decimal(text) * 2


def half(number):
    return Fraction(number, 2)


def tomorrow(day):
    return day + timedelta(days=1)


def noon():
    return datetime(2026, 11, 22, 12, tzinfo=timezone.utc)


def launch():
    return date(2026, 1, 2)


def nested():
    return {'list': [1, (2, {3}), b'x'], 'deep': {'er': [None, True, frozenset({'q'})]}}


def everything(*args, **kwargs):
    return args, kwargs


def sort_in_place(items):
    items.sort()


def same(value):
    return value


def uuid():
    return UUID(int=7)


def path():
    return PurePosixPath('a/b') / 'c'


def keys(table):
    return table.keys()


def window(start, stop):
    return range(start, stop)
