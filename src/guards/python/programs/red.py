"""Runs, or only collects, tests against stubs of what they test."""

import builtins

from dsap_harness import stubs, test_plan
from dsap_harness.framework.choosing import framework
from dsap_harness.framework.describing import described
from dsap_harness.memory_modules import MemoryModules
from dsap_harness.planning import UNREADABLE, Plan
from dsap_harness.reporting import begin


class Listener:
    def __init__(self, tell, only_collects):
        self._tell = tell
        self._only_collects = only_collects

    def collected(self, ids):
        self._tell({'collected': ids})
        stubs.start_running()

    def uncollected(self, error):
        self._tell({'uncollected': described(error, ())})

    def is_wanted(self, id):
        return not self._only_collects

    def started(self, id):
        self._tell({'started': id})

    def ended(self, id, outcome, error):
        if outcome in ('failed', 'errored'):
            outcome = 'failed' if _is_red(error) else 'errored'
        self._tell({'ended': id, 'outcome': outcome, 'message': '' if outcome == 'passed' else described(error, ())})


def _is_red(error):
    # The real pytest has a Failed of its own, as it has for a missing exception.
    return isinstance(error, (AssertionError, stubs.Unwritten)) or type(error).__name__ == 'Failed'


def run(request, tell):
    tests = request['tests']
    try:
        plan = Plan(request)
    except UNREADABLE as error:
        tell({'uncollected': described(error, ())})
        return
    tell({'ids': list(plan.ids), 'cases': sum(test_plan.count_cases(tree) for tree in plan.trees.values())})
    errors = stubs.names_of_errors(plan.all)
    MemoryModules(request['sources']).install()
    stubs.StubModules([request['module']] if request['module'] else plan.foreign, errors, plan.star).install()
    for name in plan.names:
        setattr(builtins, name, stubs.stub(name, errors))
    framework()(tests, Listener(tell, request['onlyCollects']))
    tell({'done': True})


def main():
    request, tell, _, _ = begin()
    run(request, tell)


if __name__ == '__main__':
    main()
