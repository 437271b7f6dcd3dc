"""Makes the proxy of a class out of its description."""

import collections.abc

from dsap_harness.bridge import proxies
from dsap_harness.bridge.known import BY_NAME
from dsap_harness.bridge.proxies import Proxy, Remote, RemoteError, attribute, refuse_expecting
from dsap_harness.bridge.special_methods import COROUTINE_METHODS, LOOKS_LIKE, special_methods
from dsap_harness.bridge.specials import SPECIALS


def make_class(described, bases):
    """`bases` are proxies of classes and builtin exceptions. Raises whatever a wrong description deserves."""
    if not all(type(base) is Remote or issubclass(base, BaseException) for base in bases):
        raise TypeError('a base that no proxy can have')
    is_error = any(issubclass(base, BaseException) for base in bases)
    namespace = _error_names(described) if is_error else _object_names(described)
    namespace['_dsap_class'] = described['number']
    namespace['__module__'] = described['module']
    namespace['__qualname__'] = described['qualname']
    made = _made(described['name'], bases, RemoteError if is_error else Proxy, namespace)
    for name in described['abstract']:
        getattr(collections.abc, name).register(made)
    return made


def _made(name, bases, own, namespace):
    own_bases = () if any(issubclass(base, own) for base in bases) else (own,)
    try:
        return type.__new__(Remote, name, (*own_bases, *bases), namespace)
    except TypeError:
        # Bases in an order that only holds with those that did not cross.
        return type.__new__(
            Remote, name, (own, *(base for base in bases if issubclass(base, BaseException))), namespace
        )


def _object_names(described):
    names = {
        '__slots__': (),
        '_dsap_plain': described['plain'],
        '__doc__': property(lambda self: attribute(self, '__doc__')),
    }
    names.update(_methods(described))
    names.update(special_methods([name for name in described['specials'] if name in SPECIALS]))
    names['__hash__'] = _HASHES[described['hash']]
    looks = _looks_like(described)
    if looks is not None:
        names['__class__'] = property(lambda self: looks)
    if looks is LOOKS_LIKE['coroutine']:
        names.update(COROUTINE_METHODS)
    return names


def _error_names(described):
    return {name: method for name, method in _methods(described).items() if not hasattr(BaseException, name)}


def _methods(described):
    return {name: _method(name, text) for name, text in described['methods'] if not name.startswith(('__', '_dsap'))}


def _method(name, documentation):
    def method(self, *args, **kwargs):
        if isinstance(self, Proxy):
            refuse_expecting(self, name)
        return proxies.peer.ask('method', self, name, *args, **kwargs)

    method.__name__, method.__doc__, method._dsap_method = name, documentation, True
    return method


def _asked_hash(self):
    known = self._dsap_hash
    if known is None:
        known = object.__hash__(self) if proxies.peer.is_reading else proxies.peer.ask('hash', self)
    return known


_HASHES = {'none': None, 'own': object.__hash__, 'asked': _asked_hash}


def _looks_like(described):
    plain = described['plain']
    if plain is not None:
        return type(described['name'], (BY_NAME[plain],), {'__module__': described['module']})
    return LOOKS_LIKE.get(described['name']) if described['module'] == 'builtins' else None
