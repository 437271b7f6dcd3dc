"""Runs the tests and the implementation in one process, with canaries among the tests.

Since some canaries must fail, an honest run ends with the exit code 1.
"""

import sys

from dsap_harness.canaries import canaries
from dsap_harness.framework.choosing import framework
from dsap_harness.framework.describing import described
from dsap_harness.memory_modules import MemoryModules
from dsap_harness.planning import UNREADABLE, Plan, path_of
from dsap_harness.policy import violations
from dsap_harness.reporting import begin


class Listener:
    def __init__(self, tell, paths):
        self._tell = tell
        self._paths = paths
        self.has_failed = False

    def collected(self, ids):
        self._tell({'collected': ids})

    def uncollected(self, error):
        self._tell({'uncollected': described(error, self._paths)})

    def is_wanted(self, id):
        return True

    def started(self, id):
        self._tell({'started': id})

    def ended(self, id, outcome, error):
        self.has_failed = self.has_failed or outcome != 'passed'
        self._tell(
            {'ended': id, 'outcome': outcome, 'message': '' if outcome == 'passed' else described(error, self._paths)}
        )


def run(request, tell):
    """True when a test has failed, as one must."""
    tests, sources = request['tests'], request['sources']
    try:
        plan = Plan(request)
        module = plan.module(request)
        if request['hasArtifact']:
            sources[path_of(module)] = request['artifact']
        forbidden = violations(_judged(request, module))
    except UNREADABLE as error:
        tell({'uncollected': described(error, ())})
        return False
    more, outcomes = canaries(tests.values(), request.pop('random'))
    last = list(tests)[-1]
    tell({'ids': list(plan.ids), 'canaries': {plan.full_id(last, id): outcome for id, outcome in outcomes.items()}})
    if forbidden:
        tell({'forbidden': forbidden})
        return False
    listener = Listener(tell, sources)
    MemoryModules(sources).install()
    try:
        plan.hand_out_names(module)
    except BaseException as error:
        listener.uncollected(error)
        return False
    framework()({**tests, last: tests[last] + more}, listener)
    tell({'done': True})
    return listener.has_failed


def _judged(request, module):
    """What the policy is held against: what is given may do as it likes."""
    paths = [path_of(module)] if request['hasArtifact'] else request['judged']
    return {path: source for path, source in request['sources'].items() if path in paths}


def main():
    request, tell, _, _ = begin()
    sys.exit(1 if run(request, tell) else 0)


if __name__ == '__main__':
    main()
