"""What the tests see of the implementation's objects: proxies whose every use crosses to the other half.

A proxy is never equal to a plain value, unless its class extends a plain type and what it holds is equal. Where a test
takes a plain value for granted (`<` or `-` against one), an object that a function of the implementation gave is
refused and not asked: it could answer whatever the test wants. An object that the test itself made by calling a class
is asked.
"""

import types

#: The connection to the other half; set once.
peer = None


class CannotCross(BaseException):
    """A test does what can only be done within one process. `except Exception` does not catch it, and the test counts
    as one such."""

    def __init__(self, reason):
        super().__init__(reason)
        if peer is not None:
            peer.refusal = peer.refusal or reason


#: Attributes whose values mean something within one process only.
_INSIDES = frozenset(
    '__code__ __closure__ __globals__ __signature__ __dataclass_fields__ __dataclass_params__ __reduce__ '
    '__reduce_ex__ __getstate__ __setstate__ __get__'.split()
)

#: What test frameworks and event loops look for on everything that they meet.
_FRAMEWORK = (
    '_pytest',
    '_mock_',
    'pytestmark',
    '__test__',
    '__tracebackhide__',
    '__unittest',
    '__notes__',
    'gi_',
    'cr_',
    'ag_',
)

#: Questions with a plain yes or no that are asked with what the test expects.
_EXPECTING = frozenset(['startswith', 'endswith', 'issubset', 'issuperset', 'isdisjoint'])

REFUSAL = 'the implementation gave an object of its own class where the test expects a plain value'


class Proxy:
    """An object of the implementation that is neither a class nor an exception."""

    __slots__ = ('_dsap_number', '_dsap_hash', '_dsap_made', '_dsap_driver', '__weakref__')

    def __getattr__(self, name):
        refuse_expecting(self, name)
        return attribute(self, name)

    def __setattr__(self, name, value):
        peer.ask('set', self, name, value)

    def __delattr__(self, name):
        peer.ask('delete', self, name)

    def __dir__(self):
        return peer.ask('names', self)

    def __repr__(self):
        return peer.ask('shown', self)

    def __str__(self):
        return peer.ask('text', self)

    def __format__(self, format_spec):
        return peer.ask('format', self, format_spec)

    def __copy__(self):
        return peer.ask('copy', self)

    def __deepcopy__(self, memo):
        return peer.ask('deep-copy', self)

    def __reduce_ex__(self, protocol):
        raise CannotCross(f'a {type(self).__name__} is pickled')


class RemoteError:
    """What exceptions of the implementation have beside their builtin bases."""

    def __getattr__(self, name):
        return attribute(self, name)

    def __str__(self):
        return vars(self).get('_dsap_text', '')


class Remote(type):
    """The class of the proxies of classes."""

    __doc__ = property(lambda cls: attribute(cls, '__doc__'))

    def __new__(cls, name, bases, namespace, **options):
        return Extended(name)

    def __call__(cls, *args, **kwargs):
        made = peer.ask('call', cls, *args, **kwargs)
        if type(made) is cls and isinstance(made, Proxy):
            object.__setattr__(made, '_dsap_made', True)
        return made

    def __getattr__(cls, name):
        return attribute(cls, name)

    def __setattr__(cls, name, value):
        if name.startswith('__'):
            type.__setattr__(cls, name, value)
        else:
            peer.ask('set', cls, name, value)

    def __delattr__(cls, name):
        peer.ask('delete', cls, name)

    def __dir__(cls):
        return peer.ask('names', cls)

    def __repr__(cls):
        return peer.ask('shown', cls)

    def __getitem__(cls, item):
        return peer.ask('item', cls, item)

    def __iter__(cls):
        return peer.ask('call', iter, cls)

    def __len__(cls):
        return peer.ask('call', len, cls)

    def __bool__(cls):
        return True

    def __contains__(cls, item):
        return any(member is item for member in cls)

    def __instancecheck__(cls, instance):
        if type.__instancecheck__(cls, instance):
            return True
        return is_remote(instance) and peer.ask('call', isinstance, instance, cls)

    def __subclasscheck__(cls, other):
        if type.__subclasscheck__(cls, other):
            return True
        return type(other) is Remote and peer.ask('call', issubclass, other, cls)


class Extended:
    """Stands for a class of the tests that extends one of the implementation; whatever uses it cannot cross."""

    def __init__(self, name):
        self._dsap_name = name

    def __call__(self, *args, **kwargs):
        raise self._refusal()

    def __getattr__(self, name):
        if name.startswith('_'):
            # Frameworks look whether it is one of theirs.
            raise AttributeError(name)
        raise self._refusal()

    def __mro_entries__(self, bases):
        raise self._refusal()

    def _refusal(self):
        return CannotCross(f'the class {self._dsap_name} of the tests extends one of the implementation')


class RemoteModule(types.ModuleType):
    """A module of the implementation: each look at one of its names crosses."""

    def __getattr__(self, name):
        if name.startswith('__') and name not in ('__all__', '__version__', '__author__'):
            raise AttributeError(f'module {self.__name__!r} has no attribute {name!r}')
        return attribute(self, name)

    def __setattr__(self, name, value):
        if name.startswith('__') or isinstance(value, RemoteModule):
            super().__setattr__(name, value)
        else:
            peer.ask('set', self, name, value)

    def __delattr__(self, name):
        peer.ask('delete', self, name)


def is_remote(value):
    return type(type(value)) is Remote or type(value) is Remote or type(value) is RemoteModule


def number_of(value):
    """The number of a proxy in the other half."""
    return vars(value)['_dsap_class'] if type(value) is Remote else value._dsap_number


def attribute(target, name):
    if name in _INSIDES:
        raise CannotCross(f'the tests look at {name} of the implementation')
    if name.startswith(_FRAMEWORK):
        raise AttributeError(name)
    return peer.ask('get', target, name)


def refuse_expecting(value, name):
    """For an object that the test did not make: it would be asked whether it is what the test expects."""
    if name in _EXPECTING and not value._dsap_made and plain_type(value) is None:
        raise AttributeError(f'{type(value).__name__!r} object has no attribute {name!r}: {REFUSAL}')


def plain_type(value):
    """The name of the plain type that a proxy's class extends; None when it extends none."""
    return vars(type(value)).get('_dsap_plain')
