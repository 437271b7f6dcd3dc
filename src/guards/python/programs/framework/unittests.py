"""Tests of unittest's classes, run by unittest itself."""

import sys

from dsap_harness.framework.bodies import checked, is_awaited
from dsap_harness.framework.items import is_unittest_class


class UnittestItem:
    def __init__(self, cls, name):
        self.cls, self.name = cls, name
        self.id = f'{cls.__qualname__.replace(".", "::")}::{name}'


def unittest_items(module):
    if 'unittest' not in sys.modules:
        return []
    loader = sys.modules['unittest'].TestLoader()
    classes = [
        value for value in vars(module).values() if is_unittest_class(value) and value.__module__ == module.__name__
    ]
    return [UnittestItem(cls, name) for cls in classes for name in loader.getTestCaseNames(cls)]


def run_unittests(items, started, ended):
    """Runs them class by class: `started(id)`, then `ended(id, outcome, error or reason)`, of which the last counts."""
    for cls in dict.fromkeys(item.cls for item in items):
        own = [item for item in items if item.cls is cls]
        result = _result(started, ended)
        try:
            sys.modules['unittest'].TestSuite([_test(item) for item in own]).run(result)
        except BaseException as error:
            # What is no Exception comes through from the set-up of a class.
            result.around = ('errored', error)
        unrun = [item for item in own if item.id not in result.done]
        if result.around is not None:
            for item in unrun or own[-1:]:
                ended(item.id, *result.around)


def _test(item):
    test = item.cls(item.name)
    test.dsap_id = item.id
    method = getattr(test, item.name)
    if not is_awaited(test, method):
        setattr(test, item.name, checked(method))
    return test


def _result(started, ended):
    class Result(sys.modules['unittest'].TestResult):
        def __init__(self):
            super().__init__()
            #: What went wrong around a whole class, and the tests that have ended.
            self.around, self.done = None, set()
            self._outcome = None

        def startTest(self, test):
            super().startTest(test)
            self._outcome = ('failed', 'it did not end')
            started(test.dsap_id)

        def stopTest(self, test):
            super().stopTest(test)
            self.done.add(test.dsap_id)
            ended(test.dsap_id, *self._outcome)

        def addSuccess(self, test):
            self._outcome = ('passed', None)

        def addFailure(self, test, error):
            self._outcome = ('failed', error[1])

        def addError(self, test, error):
            if hasattr(test, 'dsap_id'):
                self._outcome = ('failed', error[1])
            else:
                self.around = ('errored', error[1])

        def addSkip(self, test, reason):
            if hasattr(test, 'dsap_id'):
                self._outcome = ('skipped', reason)
            else:
                self.around = ('skipped', reason)

        def addExpectedFailure(self, test, error):
            self._outcome = ('skipped', 'it is expected to fail')

        def addUnexpectedSuccess(self, test):
            self._outcome = ('failed', 'it passes, though it is expected to fail')

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self._outcome = ('failed', error[1])

    return Result()
