"""Fixtures: values that tests ask for by the names of their parameters, made once per scope and put away after it."""

import inspect
import sys

from dsap_harness.framework.outcomes import Failed

SCOPES = ('session', 'package', 'module', 'class', 'function')


class Fixture:
    def __init__(self, function, scope='function', params=None, autouse=False, ids=None, name=None):
        self.function, self.scope, self.autouse, self.ids = function, scope, autouse, ids
        self.params = None if params is None else list(params)
        self.name = name or function.__name__
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *args, **kwargs):
        raise Failed(f'Fixture "{self.name}" called directly. Fixtures are not meant to be called directly')


def fixture(fixture_function=None, *, scope='function', params=None, autouse=False, ids=None, name=None):
    def decorate(function):
        return Fixture(function, scope if isinstance(scope, str) else 'function', params, autouse, ids, name)

    return decorate if fixture_function is None else decorate(fixture_function)


def parameter_names(function, is_method):
    """The names of the parameters that have no default."""
    if isinstance(function, (staticmethod, classmethod)):
        function, is_method = function.__func__, isinstance(function, classmethod)
    parameters = list(inspect.signature(function).parameters.values())
    given = (1 if is_method else 0) + _given_by_patches(function)
    return [
        each.name
        for each in parameters[given:]
        if each.default is each.empty and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]


def _given_by_patches(function):
    """How many arguments the decorators of unittest.mock bring."""
    patches = getattr(function, 'patchings', ())
    return sum(not each.attribute_name and each.new is sys.modules['unittest.mock'].DEFAULT for each in patches)


class Fixtures:
    """The fixtures that one test can see: by name, those nearer to it last."""

    def __init__(self, *holders):
        self._by_name = {}
        for holder in holders:
            names = {}
            for kind in reversed(holder.__mro__) if isinstance(holder, type) else (holder,):
                names.update({each.name: each for each in vars(kind).values() if type(each) is Fixture})
            for name, found in names.items():
                self._by_name.setdefault(name, []).append((found, isinstance(holder, type)))

    def find(self, name, above=None):
        """The nearest fixture of a name, or the one that `above` overrides, and whether it is a method; None when there
        is none."""
        found = self._by_name.get(name, [])
        if above is not None:
            found = found[: next((at for at, (each, _) in enumerate(found) if each is above), 0)]
        return found[-1] if found else None

    def automatic(self):
        """The names of those that every test has, wider scopes first."""
        found = [each[-1][0] for each in self._by_name.values() if each[-1][0].autouse]
        return [each.name for each in sorted(found, key=lambda each: SCOPES.index(each.scope))]

    def closure(self, names):
        """All fixtures that tests with these names need, wider scopes first."""
        found, pending = {}, list(names)
        while pending:
            name = pending.pop(0)
            entry = self.find(name)
            if name in found or entry is None:
                continue
            found[name] = entry[0]
            pending.extend(_asked_by(entry))
        return sorted(found.values(), key=lambda each: SCOPES.index(each.scope))


def _asked_by(entry):
    each, is_method = entry
    return parameter_names(each.function, is_method)


class Request:
    """What a fixture or test gets as `request`."""

    def __init__(self, setup, item, fixture=None, param=None, has_param=False):
        self._setup, self.node, self.fixturename = setup, item, fixture and fixture.name
        self._fixture = fixture
        self.function, self.cls, self.instance, self.module = item.function, item.cls, item.instance, item.module
        self.scope = fixture.scope if fixture else 'function'
        if has_param:
            self.param = param

    def getfixturevalue(self, argname):
        return self._setup.value(argname, self._fixture if self._fixture and self._fixture.name == argname else None)

    def addfinalizer(self, finalizer):
        self._setup.add_finalizer(self.scope, finalizer)


class Scopes:
    """What is alive of each scope, with what puts it away."""

    def __init__(self):
        self._values = {scope: {} for scope in SCOPES}
        self._finalizers = {scope: [] for scope in SCOPES}

    def values(self, scope):
        return self._values[scope]

    def add_finalizer(self, scope, finalizer):
        self._finalizers[scope].append(finalizer)

    def end(self, scope):
        """Puts away all of a scope, the last first; raises the first error when all is done."""
        self._values[scope].clear()
        first_error = None
        while self._finalizers[scope]:
            try:
                self._finalizers[scope].pop()()
            except BaseException as error:
                first_error = first_error or error
        if first_error is not None:
            raise first_error


class Setup:
    """Makes what one test needs."""

    def __init__(self, item, scopes):
        self._item, self._scopes = item, scopes

    def add_finalizer(self, scope, finalizer):
        self._scopes.add_finalizer(scope, finalizer)

    def value(self, name, above=None):
        if name == 'request':
            return Request(self, self._item)
        if above is None and name in self._item.case.values:
            return self._item.case.values[name]
        entry = self._item.fixtures.find(name, above)
        if entry is None:
            raise LookupError(f"fixture '{name}' not found")
        fixture, is_method = entry
        return self._made(fixture, is_method)

    def _made(self, fixture, is_method):
        param = self._item.case.fixture_values.get(fixture.name)
        known = self._scopes.values(fixture.scope)
        if fixture in known and known[fixture][0] is param:
            return known[fixture][1]
        names = parameter_names(fixture.function, is_method)
        arguments = {name: self._argument(name, fixture, param) for name in names}
        value = self._run(fixture, is_method, arguments)
        known[fixture] = (param, value)
        return value

    def _argument(self, name, fixture, param):
        if name == 'request':
            return Request(self, self._item, fixture, param, fixture.name in self._item.case.fixture_values)
        return self.value(name, fixture if name == fixture.name else None)

    def _run(self, fixture, is_method, arguments):
        function = fixture.function
        if is_method:
            function = function.__get__(self._item.instance, self._item.cls)
        if not inspect.isgeneratorfunction(fixture.function):
            return function(**arguments)
        generator = function(**arguments)
        try:
            value = next(generator)
        except StopIteration:
            raise Failed(f'fixture {fixture.name!r} did not yield a value') from None
        self.add_finalizer(fixture.scope, lambda: _finish(generator, fixture))
        return value


def _finish(generator, fixture):
    for _ in generator:
        raise Failed(f'fixture {fixture.name!r} has more than one yield')
