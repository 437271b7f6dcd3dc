"""Generators, iterators, context managers, coroutines."""

import asyncio
import contextlib


def countdown(start):
    while start:
        yield start
        start -= 1


def echo():
    received = []
    while True:
        value = yield list(received)
        if value is None:
            return
        received.append(value)


class Squares:
    def __init__(self, limit):
        self.limit = limit
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.at += 1
        if self.at > self.limit:
            raise StopIteration
        return self.at**2


def doubled(items):
    return (item * 2 for item in items)


@contextlib.contextmanager
def noted(log, name):
    log.append(f'enter {name}')
    try:
        yield name.upper()
    finally:
        log.append(f'leave {name}')


class Resource:
    def __init__(self):
        self.is_open = False

    def __enter__(self):
        self.is_open = True
        return self

    def __exit__(self, kind, error, trace):
        self.is_open = False
        return kind is KeyError


async def later(value, delay=0.001):
    await asyncio.sleep(delay)
    if value < 0:
        raise ValueError('negative')
    return value * 2


async def ticks(count):
    for number in range(count):
        await asyncio.sleep(0)
        yield number


class Session:
    async def __aenter__(self):
        self.state = 'open'
        return self

    async def __aexit__(self, *exc_info):
        self.state = 'closed'
