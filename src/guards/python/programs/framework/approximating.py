"""pytest.approx: numbers that are equal but for rounding."""

import cmath
import math
from collections.abc import Mapping, Sized


def approx(expected, rel=None, abs=None, nan_ok=False):
    if isinstance(expected, Mapping):
        return _ApproximateMapping(expected, rel, abs, nan_ok)
    if isinstance(expected, Sized) and hasattr(expected, '__getitem__') and not isinstance(expected, (str, bytes)):
        return _ApproximateSequence(expected, rel, abs, nan_ok)
    if isinstance(expected, (set, frozenset)):
        raise TypeError('pytest.approx() does not support sets')
    return _ApproximateScalar(expected, rel, abs, nan_ok)


class _Approximate:
    __array_ufunc__ = None
    __array_priority__ = 100

    def __init__(self, expected, rel, absolute, nan_ok):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, absolute, nan_ok

    __hash__ = None

    def __ne__(self, actual):
        return not self == actual

    def __bool__(self):
        raise AssertionError('approx() is not supported in a boolean context.\nDid you mean: `assert a == approx(b)`?')

    def _part(self, expected):
        return _ApproximateScalar(expected, self.rel, self.abs, self.nan_ok)


class _ApproximateScalar(_Approximate):
    def __eq__(self, actual):
        expected = self.expected
        if actual == expected:
            return True
        if not (_is_number(expected) and _is_number(actual)):
            return False
        if _is_nan(expected):
            return self.nan_ok and _is_nan(actual)
        if _is_infinite(expected):
            return False
        return bool(abs(expected - actual) <= self._tolerance())

    def _tolerance(self):
        absolute = _or_default(self.abs, 1e-12, self.expected)
        if absolute < 0 or (self.rel is not None and self.rel < 0):
            raise ValueError("tolerances can't be negative")
        if self.rel is None and self.abs is not None:
            return absolute
        return max(_or_default(self.rel, 1e-6, self.expected) * abs(self.expected), absolute)

    def __repr__(self):
        if not _is_number(self.expected) or _is_nan(self.expected) or _is_infinite(self.expected):
            return repr(self.expected)
        return f'{self.expected} ± {self._tolerance():.1e}'


class _ApproximateSequence(_Approximate):
    def __eq__(self, actual):
        try:
            return len(actual) == len(self.expected) and all(
                found == self._part(wanted) for found, wanted in zip(actual, self.expected, strict=True)
            )
        except TypeError:
            return False

    def __repr__(self):
        return f'approx({[self._part(each) for each in self.expected]!r})'


class _ApproximateMapping(_Approximate):
    def __eq__(self, actual):
        try:
            return set(actual.keys()) == set(self.expected.keys()) and all(
                actual[key] == self._part(wanted) for key, wanted in self.expected.items()
            )
        except (TypeError, AttributeError):
            return False

    def __repr__(self):
        return f'approx({ {key: self._part(each) for key, each in self.expected.items()}!r})'


def _is_number(value):
    from decimal import Decimal
    from numbers import Complex

    return isinstance(value, (Complex, Decimal)) and not isinstance(value, bool)


def _is_nan(value):
    return cmath.isnan(value) if isinstance(value, complex) else math.isnan(value)


def _is_infinite(value):
    return cmath.isinf(value) if isinstance(value, complex) else math.isinf(value)


def _or_default(tolerance, default, expected):
    if tolerance is not None:
        return tolerance
    return type(expected)(str(default)) if type(expected).__name__ == 'Decimal' else default
