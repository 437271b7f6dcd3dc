"""Code whose tests patch it, look into it, or share files with it."""

import os
import time
from pathlib import Path


class Clock:
    def now(self):
        return time.time()


class Greeter:
    def __init__(self, clock=None):
        self.clock = clock or Clock()

    def greet(self, name: str = 'you') -> str:
        return f'{self.word()} {name}'

    def word(self):
        return 'Good morning' if self.clock.now() % 86400 < 43200 else 'Good day'


def mode():
    return os.environ.get('MODE', 'plain')


def wait(seconds):
    time.sleep(seconds)
    return 'waited'


def save(path, text):
    Path(path).write_text(text)
    return len(text)


def ask():
    return input('name? ').strip()
