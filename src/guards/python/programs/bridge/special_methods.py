"""The special methods of proxies, by name."""

import types

from dsap_harness.bridge import proxies
from dsap_harness.bridge.known import BY_NAME
from dsap_harness.bridge.proxies import REFUSAL, CannotCross, is_remote, plain_type
from dsap_harness.bridge.specials import BINARY, COMPARISONS, DIFFERENCES


def special_methods(names):
    """Those that a class has, for its proxy."""
    return {name: _METHODS.get(name) or _asked(name) for name in names}


def _asked(name):
    def method(self, *args):
        return proxies.peer.ask('special', self, name, *args)

    method.__name__ = name
    return method


def _call(self, *args, **kwargs):
    return proxies.peer.ask('call', self, *args, **kwargs)


def _equal(self, other):
    if proxies.peer.is_reading:
        return self is other
    if is_remote(other):
        return proxies.peer.ask('special', self, '__eq__', other)
    return NotImplemented if plain_type(self) is None else content(self) == other


def _unequal(self, other):
    if is_remote(other):
        return proxies.peer.ask('special', self, '__ne__', other)
    return NotImplemented if plain_type(self) is None else content(self) != other


def content(value):
    """What an object of a class that extends a plain type holds, whatever the class says of it."""
    held = proxies.peer.ask('content', value)
    if type(held) is not BY_NAME[plain_type(value)]:
        raise TypeError(f'{type(value).__name__!r} object does not hold what its class extends')
    return held


def _comparing(name):
    """Says yes or no to, or tells the difference from, a value that the test expects."""

    def method(self, other):
        if is_remote(other) or self._dsap_made:
            return proxies.peer.ask('special', self, name, other)
        if plain_type(self) is not None:
            return getattr(content(self), name)(other)
        raise TypeError(f'{name} between {type(self).__name__!r} and {type(other).__name__!r}: {REFUSAL}')

    return method


def _combining(name):
    """Makes a new object out of the two; a plain value could be what the test expects."""

    def method(self, other, *modulus):
        result = proxies.peer.ask('special', self, name, other, *modulus)
        if is_remote(other) or self._dsap_made or is_remote(result) or result is NotImplemented:
            return result
        if plain_type(self) is not None:
            return getattr(content(self), name)(other)
        raise TypeError(f'{name} between {type(self).__name__!r} and {type(other).__name__!r}: {REFUSAL}')

    return method


def _contains(self, item):
    if is_remote(item) or self._dsap_made:
        return proxies.peer.ask('special', self, '__contains__', item)
    return any(found is item or found == item for found in (content(self) if plain_type(self) else iter(self)))


def _leave(self, kind, error, trace):
    swallows = proxies.peer.ask('special', self, '__exit__', kind, error, None)
    return bool(swallows) and not is_verdict(error)


async def _leave_later(self, kind, error, trace):
    swallows = await proxies.peer.ask('special', self, '__aexit__', kind, error, None)
    return bool(swallows) and not is_verdict(error)


def is_verdict(error):
    """True for what a test says by raising: no object of the implementation may swallow it."""
    if error is None or is_remote(error):
        return False
    return isinstance(error, (AssertionError, CannotCross)) or not isinstance(
        error, (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
    )


def _awaited(self):
    while True:
        is_done, value = proxies.peer.ask('step', self)
        if is_done:
            return value
        try:
            yield
        except BaseException as error:
            if type(error).__name__ != 'CancelledError':
                raise
            proxies.peer.ask('cancel', self)


def _driver(self):
    if self._dsap_driver is None:
        object.__setattr__(self, '_dsap_driver', _awaited(self))
    return self._dsap_driver


def _close(self):
    if self._dsap_driver is not None:
        self._dsap_driver.close()


#: What an event loop calls on a coroutine.
COROUTINE_METHODS = {
    'send': lambda self, value: _driver(self).send(value),
    'throw': lambda self, *error: _driver(self).throw(*error),
    'close': _close,
}

_METHODS = {
    '__call__': _call,
    '__eq__': _equal,
    '__ne__': _unequal,
    '__contains__': _contains,
    '__exit__': _leave,
    '__aexit__': _leave_later,
    '__await__': _awaited,
    **{name: _comparing(name) for name in (*COMPARISONS, *DIFFERENCES)},
    **{name: _combining(name) for name in BINARY if name not in DIFFERENCES},
}

#: By the name of a builtin type without a name of its own: the class that `isinstance` shall see.
LOOKS_LIKE = {
    'function': types.FunctionType,
    'method': types.MethodType,
    'builtin_function_or_method': types.BuiltinFunctionType,
    'generator': types.GeneratorType,
    'coroutine': types.CoroutineType,
    'async_generator': types.AsyncGeneratorType,
}
