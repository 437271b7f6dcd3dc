"""Marks: notes on tests, of which parametrize, skip, skipif, xfail and usefixtures mean something."""


class Mark:
    """A note, which as a decorator puts itself on what it decorates."""

    def __init__(self, name, args=(), kwargs=None):
        self.name, self.args, self.kwargs = name, args, kwargs or {}

    @property
    def mark(self):
        return self

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and callable(args[0]) and not isinstance(args[0], Mark):
            return _put(self, args[0])
        return Mark(self.name, (*self.args, *args), {**self.kwargs, **kwargs})

    def with_args(self, *args, **kwargs):
        return Mark(self.name, (*self.args, *args), {**self.kwargs, **kwargs})


class MarkGenerator:
    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return Mark(name)


class Parameters(tuple):
    """The values of one case, with its own id and marks."""

    id = None
    marks = ()


def param(*values, id=None, marks=()):
    made = Parameters(values)
    made.id, made.marks = id, tuple(marks) if isinstance(marks, (list, tuple)) else (marks,)
    return made


def marks_of(target):
    """The marks of a function, class or module, the nearest first; a class has those of its bases too."""
    if isinstance(target, type):
        return [mark for kind in target.__mro__ for mark in _as_list(vars(kind).get('pytestmark', ()))]
    return _as_list(getattr(target, 'pytestmark', ()))


def _put(mark, target):
    own = vars(target).get('pytestmark', ()) if isinstance(target, type) else getattr(target, 'pytestmark', ())
    target.pytestmark = [*_as_list(own), mark]
    return target


def _as_list(marks):
    return list(marks) if isinstance(marks, (list, tuple)) else [marks]
