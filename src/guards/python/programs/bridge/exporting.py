"""The subject's side of what crosses: its objects as numbers, their classes as descriptions, exceptions with what tests
ask of them."""

import linecache

from dsap_harness.bridge.callbacks import callback_of, iterator_of, raised_there
from dsap_harness.bridge.descriptions import description
from dsap_harness.bridge.known import name_of
from dsap_harness.bridge.wire import MAX_ANSWER, Broken, Codec, TooLarge

_MAX_TEXT = 10_000


class Exports(Codec):
    """`ask_back(do, number, args, kwargs)` reaches the tests' half; `modules` are the implementation's, `paths` their
    files."""

    def __init__(self, ask_back, modules, paths):
        super().__init__(1, MAX_ANSWER)
        self._ask_back = ask_back
        self._modules = modules
        self._paths = paths
        self._objects = {}
        self._number_of_object = {}
        self._last = 0
        self._new_classes = []
        self._described = set()
        self._theirs = {}
        self._number_there = {}

    def number(self, value):
        number = self._number_of_object.get(id(value))
        if number is None:
            number = self._last = self._last + 1
            self._objects[number] = value
            self._number_of_object[id(value)] = number
        return number

    def release(self, numbers):
        for number in numbers:
            if number in self._objects:
                del self._number_of_object[id(self._objects[number])]
                del self._objects[number]

    def notifications(self):
        """The descriptions that the other half does not have yet, bases first."""
        return {'classes': self._new_classes}

    def told(self):
        self._new_classes = []

    def export(self, value, is_key, depth):
        there = self._number_there.get(id(value))
        if there is not None:
            return ['yours', there]
        if isinstance(value, BaseException):
            return self._exception(value, depth)
        if isinstance(value, type):
            return ['class', self._class(value)]
        form = ['object', self.number(value), self._class(type(value))]
        return [*form, hash(value)] if is_key else form

    def resolve(self, form):
        tag, number = form[0], form[1]
        if tag == 'yours':
            return self._objects[number]
        if tag == 'method':
            return getattr(self._objects[number], form[2])
        if tag == 'callback':
            return self._of_theirs(number, lambda: callback_of(self._ask_back, number, form[2]))
        if tag == 'iterator':
            return self._of_theirs(number, lambda: iterator_of(self._ask_back, number))
        if tag == 'error-class':
            return self._of_theirs(number, lambda: type(form[2], (self.decode(form[3]),), {}))
        if tag == 'error':
            return self._of_theirs(number, lambda: raised_there(self.decode(form[2]), self.decode(form[3])))
        raise Broken(f'the form {tag!r}')

    def _of_theirs(self, number, make):
        """What belongs to the other half is the same object here each time, and goes back as itself."""
        if number not in self._theirs:
            made = self._theirs[number] = make()
            self._number_there[id(made)] = number
        return self._theirs[number]

    def _exception(self, error, depth):
        is_known = name_of(type(error)) is not None
        cause = error.__cause__
        return [
            'exception',
            self.number(error),
            self.encode(type(error)),
            _text(error),
            self._or_nothing(error.args, depth),
            self._or_nothing(tuple(vars(error).items()) if is_known else (), depth),
            self._place(error),
            None if cause is None or depth > 3 else self.encode(cause, depth=depth + 1),
        ]

    def _or_nothing(self, value, depth):
        try:
            return self.encode(value, depth=depth + 1)
        except TooLarge:
            return self.encode(())

    def _place(self, error):
        """The line of the implementation that an exception came from."""
        place, trace = None, error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            if path in self._paths:
                place = f'{path} line {trace.tb_lineno}: {linecache.getline(path, trace.tb_lineno).strip()[:120]}'
            trace = trace.tb_next
        return place

    def _class(self, kind):
        number = self.number(kind)
        if number not in self._described:
            self._described.add(number)
            described = {'number': number, 'bases': self._bases(kind), **description(kind)}
            self._new_classes.append(described)
        return number

    def _bases(self, kind):
        if issubclass(kind, BaseException):
            return [self.encode(base) for base in kind.__bases__ if issubclass(base, BaseException)]
        return [['class', self._class(base)] for base in kind.__bases__ if base.__module__ in self._modules]


def _text(error):
    try:
        return str(error)[:_MAX_TEXT]
    except Exception as unprintable:
        return f'(its text cannot be made: {type(unprintable).__name__})'
