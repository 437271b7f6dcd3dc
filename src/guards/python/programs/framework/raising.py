"""pytest.raises, and pytest.warns for warnings."""

import re
import warnings

from dsap_harness.framework.outcomes import Failed


class ExceptionInfo:
    """What was raised; empty until it was."""

    def __init__(self, value=None):
        self._value = value

    @property
    def value(self):
        if self._value is None:
            raise AssertionError('.value can only be used after the context manager exits')
        return self._value

    @property
    def type(self):
        return type(self.value)

    @property
    def typename(self):
        return self.type.__name__

    @property
    def tb(self):
        return self.value.__traceback__

    def match(self, regexp):
        _match(regexp, str(self.value))
        return True

    def errisinstance(self, exc):
        return isinstance(self.value, exc)

    def exconly(self, tryshort=False):
        return f'{self.typename}: {self.value}'

    def fill(self, value):
        self._value = value

    def __repr__(self):
        return f'<ExceptionInfo {self._value!r}>'


class Raises:
    def __init__(self, expected, match=None, check=None):
        self._expected, self._match, self._check = expected, match, check
        self._info = ExceptionInfo()

    def __enter__(self):
        return self._info

    def __exit__(self, kind, error, trace):
        if error is None:
            raise Failed(f'DID NOT RAISE {_names(self._expected)}')
        if not isinstance(error, self._expected):
            return False
        self._info.fill(error)
        if self._match is not None:
            _match(self._match, str(error))
        if self._check is not None and not self._check(error):
            raise Failed(f'check {self._check!r} did not return True on {error!r}')
        return True


def raises(expected_exception=Exception, *args, match=None, check=None, **kwargs):
    expected = expected_exception if isinstance(expected_exception, tuple) else (expected_exception,)
    for each in expected:
        if not (isinstance(each, type) and issubclass(each, BaseException)):
            raise TypeError(f'expected exception must be a BaseException type, not {each!r}')
    context = Raises(expected, match, check)
    if not args:
        return context
    function, *arguments = args
    with context as info:
        function(*arguments, **kwargs)
    return info


class Warns(warnings.catch_warnings):
    def __init__(self, expected, match):
        super().__init__(record=True)
        self._expected, self._match, self._list = expected, match, []

    def __enter__(self):
        self._list = super().__enter__()
        warnings.simplefilter('always')
        return self

    def __exit__(self, *exc_info):
        super().__exit__(*exc_info)
        if exc_info[0] is None and not any(self._fits(each) for each in self._list):
            raise Failed(f'DID NOT WARN. No warnings of type {_names(self._expected)} were emitted')

    @property
    def list(self):
        return self._list

    def __len__(self):
        return len(self._list)

    def __getitem__(self, index):
        return self._list[index]

    def __iter__(self):
        return iter(self._list)

    def _fits(self, warning):
        return issubclass(warning.category, self._expected) and (
            self._match is None or re.search(self._match, str(warning.message)) is not None
        )


def warns(expected_warning=Warning, *args, match=None, **kwargs):
    context = Warns(expected_warning if isinstance(expected_warning, tuple) else (expected_warning,), match)
    if not args:
        return context
    function, *arguments = args
    with context:
        return function(*arguments, **kwargs)


def deprecated_call(*args, match=None, **kwargs):
    return warns((DeprecationWarning, PendingDeprecationWarning, FutureWarning), *args, match=match, **kwargs)


def _match(pattern, text):
    if re.search(pattern, text) is None:
        shown = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        raise AssertionError(f'Regex pattern did not match.\n  Expected regex: {shown!r}\n  Actual message: {text!r}')


def _names(expected):
    names = [each.__name__ for each in expected]
    return names[0] if len(names) == 1 else f'({", ".join(names)})'
