"""Immutable values of the standard library that cross by value, each under a tag, rebuilt from its arguments.

Only exact types count: what a subclass means is for the half that defines it.
"""

import base64
import sys
import types

_DICT_VIEWS = {type({}.keys()): 'keys', type({}.values()): 'values', type({}.items()): 'items'}


def parts_of(value):
    """The tag and the arguments of a value; None when it does not cross this way."""
    kind = type(value)
    make = _PARTS.get(kind.__name__)
    if make is None:
        view = _DICT_VIEWS.get(kind)
        return None if view is None else (view, [tuple(value)])
    module, attribute, arguments = make
    home = sys.modules.get(module)
    if getattr(home, attribute, None) is not kind or not _has_plain_zone(value):
        return None
    return attribute, arguments(value)


def rebuilt(tag, arguments):
    """The value of such a tag and arguments. Raises whatever the arguments deserve, and KeyError for an unknown tag."""
    return _REBUILT[tag](*arguments)


def _has_plain_zone(value):
    zone = getattr(value, 'tzinfo', None)
    return zone is None or parts_of(zone) is not None


def _clock(value):
    return [value.hour, value.minute, value.second, value.microsecond, value.tzinfo, value.fold]


#: By the name of a type: the module and the attribute where it is found, and its arguments.
_PARTS = {
    'complex': ('builtins', 'complex', lambda value: [value.real, value.imag]),
    'bytes': ('builtins', 'bytes', lambda value: [base64.b64encode(value).decode()]),
    'range': ('builtins', 'range', lambda value: [value.start, value.stop, value.step]),
    'slice': ('builtins', 'slice', lambda value: [value.start, value.stop, value.step]),
    'mappingproxy': ('types', 'MappingProxyType', lambda value: [tuple(value.items())]),
    'Decimal': ('decimal', 'Decimal', lambda value: [str(value)]),
    'Fraction': ('fractions', 'Fraction', lambda value: [value.numerator, value.denominator]),
    'date': ('datetime', 'date', lambda value: [value.year, value.month, value.day]),
    'time': ('datetime', 'time', _clock),
    'datetime': ('datetime', 'datetime', lambda value: [value.year, value.month, value.day, *_clock(value)]),
    'timedelta': ('datetime', 'timedelta', lambda value: [value.days, value.seconds, value.microseconds]),
    'timezone': ('datetime', 'timezone', lambda value: list(value.__getinitargs__())),
    'ZoneInfo': ('zoneinfo', 'ZoneInfo', lambda value: [value.key]),
    'UUID': ('uuid', 'UUID', lambda value: [str(value)]),
    'PosixPath': ('pathlib', 'PosixPath', lambda value: [str(value)]),
    'PurePosixPath': ('pathlib', 'PurePosixPath', lambda value: [str(value)]),
}


def _from(module, attribute):
    def make(*arguments):
        return getattr(__import__(module), attribute)(*arguments)

    return make


def _with_fold(make):
    return lambda *arguments: make(*arguments[:-1]).replace(fold=arguments[-1])


_REBUILT = {
    'complex': complex,
    'bytes': lambda text: base64.b64decode(text, validate=True),
    'range': range,
    'slice': slice,
    'MappingProxyType': lambda items: types.MappingProxyType(dict(items)),
    'Decimal': _from('decimal', 'Decimal'),
    'Fraction': _from('fractions', 'Fraction'),
    'date': _from('datetime', 'date'),
    'time': _with_fold(_from('datetime', 'time')),
    'datetime': _with_fold(_from('datetime', 'datetime')),
    'timedelta': _from('datetime', 'timedelta'),
    'timezone': _from('datetime', 'timezone'),
    'ZoneInfo': _from('zoneinfo', 'ZoneInfo'),
    'UUID': _from('uuid', 'UUID'),
    'PosixPath': _from('pathlib', 'PosixPath'),
    'PurePosixPath': _from('pathlib', 'PurePosixPath'),
    'keys': lambda items: dict.fromkeys(items).keys(),
    'values': lambda items: dict(enumerate(items)).values(),
    'items': lambda items: dict(items).items(),
}
