"""An event loop for a Python without sockets: it waits by sleeping."""

import sys
import time
import warnings


def install():
    """Makes it the loop that asyncio makes; elsewhere there is a better one."""
    if sys.platform != 'emscripten':
        return
    # The runtime's own way to sleep hands over to a loop that does not run here.
    time.sleep = getattr(time.sleep, '__wrapped__', time.sleep)
    import asyncio
    from asyncio import base_events, events

    class Sleeper:
        def select(self, timeout):
            time.sleep(timeout or 0)
            return ()

        def close(self):
            pass

    class SleepingLoop(base_events.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = Sleeper()

        def _process_events(self, event_list):
            pass

        def _write_to_self(self):
            pass

    class Policy(events._BaseDefaultEventLoopPolicy):
        _loop_factory = SleepingLoop

    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        asyncio.set_event_loop_policy(Policy())
    # The runtime has a loop of its own running, beside which no other one would start.
    asyncio._set_running_loop(None)
