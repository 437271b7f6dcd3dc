"""One test function: set up, called, put away."""

import inspect
import sys

from dsap_harness.bridge.wire import Broken
from dsap_harness.framework.bodies import run_body
from dsap_harness.framework.fixtures import Setup
from dsap_harness.framework.outcomes import Skipped, XFailed


def run_plain(item, scopes, ending):
    """What becomes of it: ('passed' | 'failed' | 'errored' | 'skipped', error or reason). `ending`: the scopes that end
    with it."""
    try:
        reason = _reason_to_skip(item)
    except Exception as error:
        return ('errored', error)
    outcome = ('skipped', reason) if reason is not None else _expected(item, _run(item, scopes))
    return _put_away(scopes, ending) or outcome


def _run(item, scopes):
    try:
        call = _set_up(item, scopes)
    except Broken:
        raise
    except BaseException as error:
        return ('skipped', error) if _is_skip(error) else ('errored', error)
    try:
        call()
    except Broken:
        raise
    except BaseException as error:
        return ('skipped', error) if _is_skip(error) or type(error) is XFailed else ('failed', error)
    return ('passed', None)


def _set_up(item, scopes):
    """Makes what the test needs; gives the call itself."""
    _once(scopes, 'module', item.module, 'setup_module', 'teardown_module')
    if item.cls is not None:
        _once(scopes, 'class', item.cls, 'setup_class', 'teardown_class')
        item.instance = item.cls()
    setup = Setup(item, scopes)
    for name in item.wanted():
        setup.value(name)
    _around_each(item, scopes)
    arguments = {**item.case.values, **{name: setup.value(name) for name in item.arguments()}}
    function = getattr(item.module if item.cls is None else item.instance, item.originalname)
    return lambda: run_body(function, arguments)


def _once(scopes, scope, holder, before, after):
    done = scopes.values(scope)
    if (holder, before) in done:
        return
    if hasattr(holder, before):
        _call_with(getattr(holder, before), holder)
    if hasattr(holder, after):
        scopes.add_finalizer(scope, lambda: _call_with(getattr(holder, after), holder))
    done[holder, before] = (None, None)


def _around_each(item, scopes):
    holder, kind = (item.module, 'function') if item.cls is None else (item.instance, 'method')
    before, after = getattr(holder, f'setup_{kind}', None), getattr(holder, f'teardown_{kind}', None)
    if before is not None:
        _call_with(before, item.function)
    if after is not None:
        scopes.add_finalizer('function', lambda: _call_with(after, item.function))


def _call_with(function, argument):
    """Calls with the one argument that such functions may take."""
    return function(argument) if inspect.signature(function).parameters else function()


def _put_away(scopes, ending):
    problem = None
    for scope in ending:
        try:
            scopes.end(scope)
        except Broken:
            raise
        except BaseException as error:
            problem = problem or ('errored', error)
    return problem


def _reason_to_skip(item):
    for mark in item.marks:
        if mark.name == 'skip':
            return mark.kwargs.get('reason') or (mark.args[0] if mark.args else 'unconditional skip')
        if mark.name == 'skipif' and any(_holds(condition, item) for condition in mark.args):
            return mark.kwargs.get('reason', 'its condition holds')
    return None


def _expected(item, found):
    """The outcome in the light of what the test is expected to do: an expected failure is no pass."""
    outcome, error = found
    for mark in item.marks:
        condition = mark.kwargs.get('condition', mark.args[0] if mark.args else True)
        if mark.name != 'xfail' or not _holds(condition, item):
            continue
        if outcome == 'passed' and mark.kwargs.get('strict'):
            return ('failed', '[XPASS(strict)] it passes, though it is expected to fail')
        if outcome == 'passed':
            return ('skipped', 'it passes, though it is expected to fail')
        kinds = mark.kwargs.get('raises')
        if outcome in ('failed', 'errored') and (kinds is None or isinstance(error, kinds)):
            return ('skipped', mark.kwargs.get('reason', 'it is expected to fail'))
    return found


def _holds(condition, item):
    return bool(eval(condition, dict(vars(item.module)))) if isinstance(condition, str) else bool(condition)


def _is_skip(error):
    unittest = sys.modules.get('unittest')
    return isinstance(error, Skipped) or (unittest is not None and isinstance(error, unittest.SkipTest))
