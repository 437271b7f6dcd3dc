"""The body of a test, run to its end: what a call merely makes of it proves nothing."""

import functools
import inspect


class NeverRunError(Exception):
    pass


def run_body(function, arguments):
    if not inspect.iscoroutinefunction(function):
        return demand_run(function(**arguments))
    import asyncio

    return demand_run(asyncio.run(function(**arguments)))


def checked(method):
    """The method of a test case, failing where its body would not run."""

    @functools.wraps(method)
    def call(*arguments):
        demand_run(method(*arguments))

    return call


def is_awaited(case, method):
    """Whether the class of a test case itself runs the method, which is a coroutine."""
    return inspect.iscoroutinefunction(method) and hasattr(case, '_callMaybeAsync')


def demand_run(result):
    if inspect.isgenerator(result) or inspect.isasyncgen(result):
        raise NeverRunError('its body never ran, since it is a generator: take "yield" out of the test')
    if inspect.iscoroutine(result):
        result.close()
    if inspect.isawaitable(result):
        raise NeverRunError('its body never ran to its end, since nothing awaits what it returned')
