"""The half that runs the tests against proxies of the implementation, which it never holds.

Beside events it writes `<nonce> ask <JSON>`, which one line answers.
"""

from dsap_harness import one_process
from dsap_harness.bridge.crossing import connect
from dsap_harness.bridge.remote_modules import RemoteModules
from dsap_harness.bridge.wire import Broken
from dsap_harness.framework.choosing import framework
from dsap_harness.framework.describing import described
from dsap_harness.planning import UNREADABLE, Plan
from dsap_harness.reporting import begin
from dsap_harness.stopping import swallowed


class Listener:
    """Tells the host what becomes of each test; those `apart` are not run here."""

    def __init__(self, tell, crossing, apart):
        self._tell = tell
        self._crossing = crossing
        self._apart = apart

    def collected(self, ids):
        self._tell({'collected': ids})

    def uncollected(self, error):
        self._stop_if_broken()
        if self._crossing.refusal is not None:
            self._tell({'refused': self._crossing.refusal})
        else:
            self._tell({'uncollected': described(error, ())})

    def is_wanted(self, id):
        return id.partition('[')[0] not in self._apart

    def started(self, id):
        self._crossing.begin_test()
        self._tell({'started': id})

    def ended(self, id, outcome, error):
        self._stop_if_broken()
        if self._crossing.refusal is not None:
            outcome, error = 'cannot-cross', self._crossing.refusal
        elif outcome == 'passed':
            unheard = self._crossing.verdict or swallowed(self._crossing.stops)
            outcome, error = ('passed', None) if unheard is None else ('failed', unheard)
        self._tell({'ended': id, 'outcome': outcome, 'message': '' if outcome == 'passed' else described(error, ())})

    def _stop_if_broken(self):
        """What asks next must not make a verdict of a broken conversation."""
        if self._crossing.broken is not None:
            raise SystemExit(1)


def run(request, tell, write, read_line):
    try:
        plan = Plan(request)
        module = plan.module(request)
    except UNREADABLE as error:
        tell({'uncollected': described(error, ())})
        return
    apart = plan.by_full_id(one_process.reasons)
    tell({'module': module, 'ids': list(plan.ids), 'apart': {id: why for id, why in apart.items() if id in plan.ids}})
    crossing = connect(read_line, lambda line: write('ask', line))
    listener = Listener(tell, crossing, apart)
    RemoteModules([*([] if module is None else [module]), *request['given']], plan.star).install()
    try:
        _run(plan, module, request['tests'], listener)
    except (Broken, SystemExit):
        pass
    tell({'broken': str(crossing.broken)} if crossing.broken is not None else {'done': True})


def _run(plan, module, tests, listener):
    try:
        plan.hand_out_names(module)
    except BaseException as error:
        listener.uncollected(error)
        return
    framework()(tests, listener)


def main():
    run(*begin())


if __name__ == '__main__':
    main()
