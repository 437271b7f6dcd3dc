"""The tests of a module: plain functions, methods of test classes, each with its cases."""

import sys
import types

from dsap_harness.framework import builtin_fixtures
from dsap_harness.framework.fixtures import Fixtures, parameter_names
from dsap_harness.framework.marks import marks_of
from dsap_harness.framework.parametrizing import cases_of


class Item:
    """A test function with what it is called with."""

    def __init__(self, module, cls, name, case, fixtures, marks):
        self.module, self.cls, self.case, self.fixtures = module, cls, case, fixtures
        self.marks = [*case.marks, *marks]
        path = '::'.join([*(cls.__qualname__.split('.') if cls else ()), name])
        self.id = f'{path}[{"-".join(case.ids)}]' if case.ids else path
        self.name, self.originalname = self.id.rpartition('::')[2], name
        self.function, self.instance = getattr(cls or module, name), None

    def arguments(self):
        """The names of what its function asks for."""
        is_method = self.cls is not None and not isinstance(_found(self.cls, self.originalname), staticmethod)
        return parameter_names(_found(self.cls or self.module, self.originalname), is_method)

    def wanted(self):
        """The fixtures that it has without asking for them."""
        used = [name for mark in self.marks if mark.name == 'usefixtures' for name in mark.args]
        return [*self.fixtures.automatic(), *used]


def items_of(module):
    """All tests of a module but those of unittest's classes, in the order in which they are written."""
    items = []
    for name, value in list(vars(module).items()):
        if isinstance(value, types.FunctionType) and name.startswith('test'):
            items.extend(_items_of_function(module, (), name))
        elif is_test_class(name, value):
            items.extend(_items_of_class(module, (value,)))
    return items


def is_test_class(name, value):
    is_class = isinstance(value, type) and name.startswith('Test') and not is_unittest_class(value)
    return (
        is_class
        and value.__init__ is object.__init__
        and value.__new__ is object.__new__
        and getattr(value, '__test__', True)
    )


def is_unittest_class(value):
    unittest = sys.modules.get('unittest')
    return unittest is not None and isinstance(value, type) and issubclass(value, unittest.TestCase)


def _items_of_class(module, classes):
    """`classes`: the class and those around it, the outermost first."""
    members = {}
    for kind in reversed(classes[-1].__mro__):
        members.update(vars(kind))
    items = []
    for name, value in members.items():
        if name.startswith('test') and isinstance(value, (types.FunctionType, staticmethod, classmethod)):
            items.extend(_items_of_function(module, classes, name))
        elif is_test_class(name, value):
            items.extend(_items_of_class(module, (*classes, value)))
    return items


def _items_of_function(module, classes, name):
    cls = classes[-1] if classes else None
    function = getattr(cls or module, name)
    marks = [mark for holder in (function, *reversed(classes), module) for mark in marks_of(holder)]
    fixtures = Fixtures(builtin_fixtures, module, *classes)
    item = Item(module, cls, name, cases_of([], [])[0], fixtures, marks)
    parametrize = [mark for mark in marks if mark.name == 'parametrize']
    given = {name for mark in parametrize for name in _directly_given(*mark.args, **mark.kwargs)}
    asked = [name for name in (*item.wanted(), *item.arguments()) if name not in given]
    with_params = [each for each in fixtures.closure(asked) if each.params is not None]
    return [Item(module, cls, name, case, fixtures, marks) for case in cases_of(with_params, parametrize)]


def _directly_given(argnames, argvalues=(), indirect=False, ids=None, scope=None):
    """Names that stand for values and not for fixtures; fixtures that get their parameters here have none of their own.
    Names that stand for values and not for fixtures; fixtures that get their parameters here have none of their own."""
    names = argnames.split(',') if isinstance(argnames, str) else argnames
    return [name.strip() for name in names]


def _found(holder, name):
    kinds = holder.__mro__ if isinstance(holder, type) else (holder,)
    return next(vars(kind)[name] for kind in kinds if name in vars(kind))
