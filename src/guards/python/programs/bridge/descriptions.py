"""What the tests' half must know of a class to make a proxy of it."""

import collections.abc
import types

from dsap_harness.bridge.specials import SPECIALS

#: Types whose subclasses are plain values too.
_PLAIN = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset)

_METHODS = (types.FunctionType, types.MethodDescriptorType)

_ABSTRACT = [getattr(collections.abc, name) for name in collections.abc.__all__]


def description(kind):
    plain = next((base.__name__ for base in _PLAIN if issubclass(kind, base)), None)
    return {
        'name': kind.__name__,
        'qualname': kind.__qualname__,
        'module': str(kind.__module__),
        'specials': [name for name in SPECIALS if _attribute(kind, name) is not None],
        'methods': _methods(kind),
        'plain': plain,
        'hash': _hash(kind),
        'abstract': [base.__name__ for base in _ABSTRACT if issubclass(kind, base)],
    }


def plain_content(value):
    """What a subclass of a plain type holds, whatever its own methods say."""
    kind = next(base for base in _PLAIN if isinstance(value, base))
    if kind is dict:
        return dict(dict.items(value))
    if kind in (list, set, frozenset):
        return kind(kind.__iter__(value))
    if kind in (str, bytes, tuple):
        return kind.__getitem__(value, slice(None))
    return complex(value.real, value.imag) if kind is complex else kind.__pos__(value)


def _attribute(kind, name):
    return next((vars(base)[name] for base in kind.__mro__[:-1] if name in vars(base)), None)


def _methods(kind):
    """Ordinary methods with their documentation; what else is called goes through its attribute."""
    found = {}
    for base in kind.__mro__[:-1]:
        for name, value in vars(base).items():
            if name not in found and not name.startswith('__'):
                found[name] = value
    return [[name, _documentation(value)] for name, value in found.items() if isinstance(value, _METHODS)]


def _documentation(method):
    return method.__doc__ if isinstance(method, types.FunctionType) else None


def _hash(kind):
    if kind.__hash__ is None:
        return 'none'
    return 'own' if kind.__hash__ is object.__hash__ else 'asked'
