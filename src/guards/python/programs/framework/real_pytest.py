"""The real pytest, kept from every file but the tests themselves."""

import contextlib
import importlib
import inspect
import os
import sys

import pytest
from dsap_harness.bridge.proxies import is_remote
from dsap_harness.framework.bodies import checked, is_awaited, run_body
from dsap_harness.framework.explaining import refusal
from dsap_harness.framework.items import is_unittest_class
from dsap_harness.framework.running import full_id

# What pytest would import when it begins; not every version has all of them.
for _name in ('_pytest._argcomplete', '_pytest.tracemalloc', 'pdb', 'unittest'):
    with contextlib.suppress(ImportError):
        importlib.import_module(_name)

_ARGUMENTS = ['-c', os.devnull, '--noconftest', '--import-mode=importlib', '--capture=sys', '--rootdir=.']

_WITHOUT = ('cacheprovider', 'terminal', 'faulthandler', 'doctest', 'junitxml', 'pastebin')


def run_with_pytest(tests, listener):
    """As run_with_own."""
    sys.dont_write_bytecode = True
    os.environ['PYTEST_DISABLE_PLUGIN_AUTOLOAD'] = '1'
    for name in ('PYTEST_ADDOPTS', 'PYTEST_PLUGINS'):
        os.environ.pop(name, None)
    for path, source in tests.items():
        if os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(source)
    without = [part for name in _WITHOUT for part in ('-p', f'no:{name}')]
    pytest.main([*_ARGUMENTS, *without, *tests], plugins=[_Plugin(tests, listener)])


class _Plugin:
    def __init__(self, tests, listener):
        self._tests, self._listener = tests, listener
        self._has_uncollected = False
        self._found = ('passed', None)

    def pytest_exception_interact(self, node, call, report):
        if isinstance(report, pytest.CollectReport):
            self._has_uncollected = True
            error = call.excinfo.value
            self._listener.uncollected(error.__cause__ or error)

    def pytest_internalerror(self, excinfo):
        self._listener.uncollected(excinfo.value)

    def pytest_keyboard_interrupt(self, excinfo):
        self._listener.uncollected(excinfo.value)

    def pytest_collection_modifyitems(self, items):
        if self._has_uncollected:
            items.clear()
            return
        self._listener.collected([self._id(item.nodeid) for item in items])
        items[:] = [item for item in items if self._listener.is_wanted(self._id(item.nodeid))]

    def pytest_runtest_logstart(self, nodeid):
        self._found = ('passed', None)
        self._listener.started(self._id(nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        error = call.excinfo and call.excinfo.value
        if hasattr(report, 'wasxfail'):
            self._found = ('skipped', str(report.wasxfail) or 'it is expected to fail')
        elif report.skipped:
            self._found = ('skipped', error)
        elif report.failed:
            self._found = ('failed' if call.when == 'call' else 'errored', error or str(report.longrepr))
        return report

    def pytest_runtest_logfinish(self, nodeid):
        self._listener.ended(self._id(nodeid), *self._found)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, name, obj):
        # By itself pytest would collect nothing at all where one test is a generator; as a test it fails, alone.
        if collector.istestfunction(obj, name) and inspect.isgeneratorfunction(obj):
            return list(collector._genfunctions(name, obj))
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem):
        names = pyfuncitem._fixtureinfo.argnames
        run_body(pyfuncitem.obj, {name: pyfuncitem.funcargs[name] for name in names})
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        if is_unittest_class(item.cls) and not is_awaited(item.instance, item.obj):
            item.obj = checked(item.obj)
        try:
            return (yield)
        except KeyboardInterrupt as error:
            # It came from what is tested, and is no reason for pytest to stop.
            raise RuntimeError(f'KeyboardInterrupt: {error}') from error

    def pytest_assertrepr_compare(self, op, left, right):
        if op == '==' and is_remote(left) != is_remote(right):
            return [f'{left!r} == {right!r}', *refusal(left if is_remote(left) else right)]
        return None

    def _id(self, nodeid):
        path, _, id = nodeid.partition('::')
        return full_id(self._tests, path, id)
