"""The fixtures that pytest brings itself, as far as tests of small programs use them."""

import itertools
import os
import pathlib
import sys
from collections import namedtuple

from dsap_harness.framework.fixtures import fixture

_Output = namedtuple('CaptureResult', 'out err')
_MISSING = object()
_numbers = itertools.count(1)


@fixture
def capsys():
    yield CaptureFixture()


class CaptureFixture:
    """What is printed during a test: the runner has put its own streams in place."""

    def readouterr(self):
        return _Output(sys.stdout.take(), sys.stderr.take())


@fixture
def tmp_path():
    path = pathlib.Path.cwd() / 'tmp_paths' / str(next(_numbers))
    path.mkdir(parents=True)
    return path


@fixture
def monkeypatch():
    patch = MonkeyPatch()
    yield patch
    patch.undo()


class MonkeyPatch:
    """Changes that are undone after the test."""

    def __init__(self):
        self._undo = []

    def setattr(self, target, name, value=_MISSING, raising=True):
        if value is _MISSING:
            target, name, value = (*_resolved(target), name)
        old = getattr(target, name, _MISSING)
        if old is _MISSING and raising:
            raise AttributeError(f'{target!r} has no attribute {name!r}')
        if isinstance(target, type):
            old = vars(target).get(name, _MISSING)
        self._undo.append(lambda: _put_back(target, name, old))
        setattr(target, name, value)

    def delattr(self, target, name=_MISSING, raising=True):
        if name is _MISSING:
            target, name = _resolved(target)
        old = getattr(target, name, _MISSING)
        if old is not _MISSING:
            self._undo.append(lambda: setattr(target, name, old))
            delattr(target, name)
        elif raising:
            raise AttributeError(name)

    def setitem(self, dic, name, value):
        old = dic.get(name, _MISSING)
        self._undo.append(lambda: dic.pop(name, None) if old is _MISSING else dic.__setitem__(name, old))
        dic[name] = value

    def delitem(self, dic, name, raising=True):
        if name not in dic:
            if raising:
                raise KeyError(name)
            return
        old = dic.pop(name)
        self._undo.append(lambda: dic.__setitem__(name, old))

    def setenv(self, name, value, prepend=None):
        self.setitem(
            os.environ, name, f'{value}{prepend}{os.environ[name]}' if prepend and name in os.environ else str(value)
        )

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def syspath_prepend(self, path):
        old = sys.path[:]
        self._undo.append(lambda: sys.path.__setitem__(slice(None), old))
        sys.path.insert(0, str(path))

    def chdir(self, path):
        old = os.getcwd()
        self._undo.append(lambda: os.chdir(old))
        os.chdir(path)

    def undo(self):
        while self._undo:
            self._undo.pop()()

    @classmethod
    def context(cls):
        return _Context(cls())


class _Context:
    def __init__(self, patch):
        self._patch = patch

    def __enter__(self):
        return self._patch

    def __exit__(self, *exc_info):
        self._patch.undo()


def _resolved(path):
    """The object and the attribute that a dotted name stands for."""
    if not isinstance(path, str) or '.' not in path:
        raise TypeError(f'must be absolute import path string, not {path!r}')
    target, _, name = path.rpartition('.')
    parts = target.split('.')
    for count in range(len(parts), 0, -1):
        try:
            found = __import__('.'.join(parts[:count]), fromlist=['*'])
        except ImportError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        return found, name
    raise ImportError(target)


def _put_back(target, name, old):
    if old is _MISSING:
        delattr(target, name)
    else:
        setattr(target, name, old)
