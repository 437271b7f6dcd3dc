"""Coroutines of the implementation run here, in a loop of their own, a little at each of the tests' steps."""

import time

#: Seconds of one step; between two of them the tests' own tasks go on.
_STEP = 0.001

_loop = None
_tasks = {}


def step(awaitable):
    """Goes on with an awaitable: (True, what it returned), or (False, None) while it is not done. Raises what it
    raises."""
    task = _task_of(awaitable)
    _run(task)
    if not task.done():
        return False, None
    del _tasks[id(awaitable)]
    return True, task.result()


def cancel(awaitable):
    _task_of(awaitable).cancel()


def _task_of(awaitable):
    if id(awaitable) not in _tasks:
        _tasks[id(awaitable)] = (_the_loop().create_task(_awaited(awaitable)), awaitable)
    return _tasks[id(awaitable)][0]


async def _awaited(awaitable):
    return await awaitable


def _run(task):
    loop, end = _the_loop(), time.monotonic() + _STEP
    while True:
        loop.call_soon(loop.stop)
        loop.run_forever()
        if task.done() or time.monotonic() >= end:
            return
        time.sleep(0.0002)


def _the_loop():
    global _loop
    if _loop is None:
        import asyncio

        _loop = asyncio.new_event_loop()
        asyncio.set_event_loop(_loop)
    return _loop
