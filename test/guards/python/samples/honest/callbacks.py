"""Functions that take functions, and decorators."""

import functools


def compose(*functions):
    def composed(value):
        for function in functions:
            value = function(value)
        return value

    return composed


def memoize(function):
    cache = {}

    @functools.wraps(function)
    def cached(*args):
        if args not in cache:
            cache[args] = function(*args)
        return cache[args]

    cached.cache = cache
    return cached


def retry(times, exceptions=(Exception,)):
    def decorate(function):
        def retried(*args, **kwargs):
            for attempt in range(times):
                try:
                    return function(*args, **kwargs)
                except exceptions:
                    if attempt == times - 1:
                        raise

        return retried

    return decorate


def wrap_errors(function):
    try:
        return function()
    except ValueError as error:
        raise RuntimeError('wrapped') from error


class Bus:
    def __init__(self):
        self._handlers = {}

    def on(self, name, handler):
        self._handlers.setdefault(name, []).append(handler)
        return handler

    def off(self, name, handler):
        self._handlers[name].remove(handler)

    def emit(self, name, *args, **kwargs):
        return [handler(*args, **kwargs) for handler in self._handlers.get(name, [])]


def sort_by(items, key=None, reverse=False):
    return sorted(items, key=key, reverse=reverse)


def shout():
    print('HELLO')
    print('again', end='')
