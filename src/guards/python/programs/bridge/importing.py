"""The tests' side of what crosses. What comes is not to be trusted: it makes proxies and plain values, and anything
else is `Broken`."""

import collections.abc
import functools
import inspect
import types
import weakref

from dsap_harness.bridge.class_making import make_class
from dsap_harness.bridge.known import name_of
from dsap_harness.bridge.proxies import CannotCross, Proxy, Remote, is_remote, number_of
from dsap_harness.bridge.wire import MAX_QUESTION, Broken, Codec

_ITERATORS = ('builtins', 'itertools')


class Imports(Codec):
    def __init__(self):
        super().__init__(2, MAX_QUESTION)
        self._proxies = {}
        self._released = set()
        self._classes = {}
        self._errors = {}
        self._own = {}
        self._own_number = {}

    def released(self):
        """The numbers of the objects that no proxy stands for any more, once."""
        numbers, self._released = sorted(self._released), set()
        return numbers

    def own(self, number):
        """A callback or an iterator of the tests that the other half was given."""
        return self._own[number]

    def learn(self, descriptions):
        """Makes the classes that a message describes."""
        try:
            for described in descriptions:
                number = int(described['number'])
                if number not in self._classes:
                    bases = tuple(self._decode(form) for form in described['bases'])
                    self._classes[number] = make_class(described, bases)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
            raise Broken(f'no class: {type(error).__name__}: {error}') from None

    def export(self, value, is_key, depth):
        if is_remote(value):
            return ['yours', number_of(value)]
        if (
            isinstance(value, types.MethodType)
            and hasattr(value.__func__, '_dsap_method')
            and is_remote(value.__self__)
        ):
            return ['method', number_of(value.__self__), value.__name__]
        if isinstance(value, BaseException):
            return ['error', self._number(value), self.encode(type(value)), self._arguments(value, depth)]
        if isinstance(value, type) and issubclass(value, BaseException):
            base = next(kind for kind in value.__mro__[1:] if type(kind) is Remote or name_of(kind) is not None)
            return ['error-class', self._number(value), value.__name__, self.encode(base)]
        if isinstance(value, collections.abc.Iterator) and type(value).__module__ in _ITERATORS:
            return ['iterator', self._number(value)]
        if _is_callback(value):
            return ['callback', self._number(value), _about(value)]
        raise CannotCross(f'the tests hand a {type(value).__name__} to the implementation')

    def resolve(self, form):
        tag, number = form[0], form[1]
        if tag == 'yours':
            return self._own[number]
        if tag == 'class':
            return self._classes[number]
        if tag == 'object':
            return self._proxy(*form[1:])
        if tag == 'exception':
            return self._error(*form[1:])
        raise Broken(f'the form {tag!r}')

    def _arguments(self, error, depth):
        try:
            return self.encode(error.args, depth=depth + 1)
        except CannotCross:
            return self.encode((str(error),))

    def _number(self, value):
        number = self._own_number.get(id(value))
        if number is None:
            number = self._own_number[id(value)] = len(self._own) + 1
            self._own[number] = value
        return number

    def _proxy(self, number, class_number, known_hash=None):
        if type(number) is not int or not (known_hash is None or type(known_hash) is int):
            raise TypeError('a number is none')
        kind = self._classes[class_number]
        known = self._proxies.get(number)
        found = known and known()
        if found is None:
            found = self._new_proxy(number, kind)
        if known_hash is not None:
            object.__setattr__(found, '_dsap_hash', known_hash)
        return found

    def _new_proxy(self, number, kind):
        if not issubclass(kind, Proxy):
            raise TypeError('an object of a class of exceptions')
        made = object.__new__(kind)
        for name, value in (
            ('_dsap_number', number),
            ('_dsap_hash', None),
            ('_dsap_made', False),
            ('_dsap_driver', None),
        ):
            object.__setattr__(made, name, value)
        self._released.discard(number)
        self._proxies[number] = weakref.ref(made, functools.partial(self._gone, number))
        return made

    def _gone(self, number, reference):
        if self._proxies.get(number) is reference:
            del self._proxies[number]
            self._released.add(number)

    def _error(self, number, class_form, text, args, state, place, cause):
        if number not in self._errors:
            kind, args = self._decode(class_form), self._decode(args)
            if not (isinstance(kind, type) and issubclass(kind, BaseException) and type(args) is tuple):
                raise TypeError('no exception')
            error = _raised(kind, args)
            vars(error).update({str(name): value for name, value in self._decode(state)})
            vars(error).update(_dsap_number=number, _dsap_text=str(text), _dsap_place=place and str(place))
            if cause is not None:
                error.__cause__ = self._decode(cause)
            self._errors[number] = error
        return self._errors[number]


def _raised(kind, args):
    if type(kind) is not Remote and kind.__module__ == 'builtins':
        return kind(*args)
    error = kind.__new__(kind, *args)
    error.args = args
    return error


def _is_callback(value):
    if isinstance(value, (types.FunctionType, types.MethodType)):
        return not inspect.iscoroutinefunction(value) and not inspect.isasyncgenfunction(value)
    if isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, functools.partial)):
        return True
    return callable(value) and type(value).__module__ in ('operator', 'unittest.mock') and not isinstance(value, type)


def _about(value):
    name = getattr(value, '__name__', type(value).__name__)
    return {
        'name': str(name),
        'qualname': str(getattr(value, '__qualname__', name)),
        'doc': value.__doc__ if isinstance(value.__doc__, str) else None,
        'parameters': _parameters(value),
    }


def _parameters(value):
    if not isinstance(value, (types.FunctionType, types.MethodType)):
        return None
    try:
        found = inspect.signature(value).parameters.values()
    except ValueError:
        return None
    return [[each.name, int(each.kind), each.default is not inspect.Parameter.empty] for each in found]
