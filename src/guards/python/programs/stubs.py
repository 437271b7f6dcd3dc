"""Stands for an implementation that is not written: its names are there, and whoever uses one is told that it is not
implemented.

While tests are imported, uses are put up with, since what they give is only looked at when the tests run.
"""

import ast
import importlib.machinery
import re
import sys
import types

from dsap_harness.bridge.specials import SPECIALS

_LOOKS_LIKE_ERROR = re.compile(
    r'(Error|Exception|Warning|Interrupt|Exit|Empty|Full|NotFound|Timeout|Invalid|Exceeded)$'
)

#: True once tests run.
_is_running = False


class Unwritten(BaseException):
    """Passes `except Exception`, so that only a test which expects nothing else can pass."""

    dsap_shown_as = 'NotImplementedError'


def start_running():
    global _is_running
    _is_running = True


def _used(name):
    if _is_running:
        raise Unwritten(f'{name} is not implemented')
    return Value(name)


class _StubClass(type):
    """The class of names that may be classes or functions."""

    def __call__(cls, *args, **kwargs):
        return _used(f'{cls.__name__}()')

    def __getattr__(cls, name):
        if name.startswith('__') or name.startswith(('_pytest', 'pytestmark')):
            raise AttributeError(name)
        return Value(f'{cls.__name__}.{name}')

    def __repr__(cls):
        return f'<{cls.__name__}, not implemented>'

    __hash__ = type.__hash__


class Value:
    """What came of using a stub."""

    def __init__(self, name):
        self._dsap_name = name

    def __getattr__(self, name):
        if name.startswith('__') or name.startswith(('_pytest', 'pytestmark', '_dsap')):
            raise AttributeError(name)
        return Value(f'{self._dsap_name}.{name}')

    def __repr__(self):
        return f'<{self._dsap_name}, not implemented>'

    def __str__(self):
        return str(_used(self._dsap_name)) if _is_running else repr(self)

    __hash__ = object.__hash__


def _special(name):
    def method(self, *args, **kwargs):
        shown = getattr(self, '__name__', None) or self._dsap_name
        if name == '__iter__' and not _is_running:
            return iter([Value(shown)])
        if name in ('__bool__', '__eq__', '__ne__', '__len__', '__contains__') and not _is_running:
            return {'__len__': 1, '__eq__': args[:1] == (self,), '__ne__': True}.get(name, True)
        return _used(shown)

    return method


for _name in SPECIALS:
    if _name != '__call__':
        setattr(_StubClass, _name, _special(_name))
    setattr(Value, _name, _special(_name))


class StubModules:
    """Finds modules of stubs. `names` are theirs with the packages that they lie in; `star` what `from … import *`
    brings."""

    def __init__(self, names, errors, star):
        self._names = {
            '.'.join(name.split('.')[: count + 1]) for name in names for count in range(len(name.split('.')))
        }
        self._errors = errors
        self._star = sorted(star)

    def install(self):
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in self._names else None

    def create_module(self, spec):
        return _StubModule(spec.name)

    def exec_module(self, module):
        vars(module).update(__all__=self._star, _dsap_errors=self._errors)


class _StubModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        made = stub(name, vars(self)['_dsap_errors'])
        setattr(self, name, made)
        return made


def stub(name, errors):
    if name in errors or _LOOKS_LIKE_ERROR.search(name):
        return type(name, (Exception,), {})
    return _StubClass(name, (), {'__module__': 'implementation'})


def names_of_errors(tree):
    """What tests catch or expect to be raised."""
    caught = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            caught.append(node.type)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ('raises', 'assertRaises', 'assertRaisesRegex')
        ):
            caught.extend(node.args[:1])
        elif isinstance(node, ast.Raise) and node.exc is not None:
            caught.append(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
    parts = (each for kind in caught for each in ast.walk(kind))
    return {
        part.attr if isinstance(part, ast.Attribute) else part.id
        for part in parts
        if isinstance(part, (ast.Attribute, ast.Name))
    }
