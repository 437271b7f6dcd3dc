"""Our own small pytest: imports test modules, runs their tests and tells what becomes of each."""

import contextlib
import itertools
import linecache
import sys
import types

from dsap_harness.capture import Capture
from dsap_harness.framework import pytest_module
from dsap_harness.framework.asserting import compile_tests
from dsap_harness.framework.explaining import explain
from dsap_harness.framework.fixtures import SCOPES, Scopes
from dsap_harness.framework.items import items_of
from dsap_harness.framework.plain_tests import run_plain
from dsap_harness.framework.unittests import UnittestItem, run_unittests, unittest_items


def run_with_own(tests, listener):
    """`tests` are sources by path. Ids have the path before them where there are several."""
    sys.modules['pytest'] = pytest_module.make()
    items = []
    for path, source in tests.items():
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        try:
            with captured():
                found = _items(_load(path, source))
        except BaseException as error:
            listener.uncollected(error)
            return
        for item in found:
            item.id = full_id(tests, path, item.id)
        items.append(found)
    listener.collected([item.id for found in items for item in found])
    for found in items:
        wanted = [item for item in found if listener.is_wanted(item.id)]
        _run_plain([item for item in wanted if not isinstance(item, UnittestItem)], listener)
        with captured():
            run_unittests([item for item in wanted if isinstance(item, UnittestItem)], listener.started, listener.ended)


def full_id(tests, path, id):
    return f'{path}::{id}' if len(tests) > 1 else id


def _run_plain(items, listener):
    scopes = Scopes()
    for item, following in itertools.zip_longest(items, items[1:]):
        listener.started(item.id)
        with captured():
            outcome = run_plain(item, scopes, _ending_after(item, following))
        listener.ended(item.id, *outcome)


@contextlib.contextmanager
def captured():
    """What tests print is kept from our own output."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Capture(), Capture()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _load(path, source):
    name = path.rpartition('/')[2].removesuffix('.py')
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    code, names = compile_tests(source, path, explain)
    vars(module).update(names)
    exec(code, vars(module))
    return module


def _items(module):
    return [*items_of(module), *unittest_items(module)]


def _ending_after(item, following):
    """The scopes that end with a test, the narrowest first."""
    if following is None:
        return SCOPES[::-1]
    return ('function',) if following.cls is item.cls else ('function', 'class')
