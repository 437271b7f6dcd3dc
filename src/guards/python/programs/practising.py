"""Imported where one process is forked for many jobs: runs tests of ours, so that what every run needs is there before."""

import gc
import os
import sys
import tempfile

from dsap_harness.framework.choosing import framework

_SAMPLE = """import pytest


class Stack:
    def __init__(self):
        self.held = []

    def pop(self):
        return self.held.pop()


def test_last():
    stack = Stack()
    stack.held.append(1)
    assert stack.pop() == 1


def test_empty():
    with pytest.raises(IndexError):
        Stack().pop()
"""
_MODULE = 'test_dsap_sample'
_ROUNDS = 3


class _Nobody:
    def is_wanted(self, id):
        return True

    def __getattr__(self, name):
        return lambda *given: None


def _practise():
    environment, streams, home = dict(os.environ), (sys.stdout, sys.stderr), os.getcwd()
    lists = [(one, one[:]) for one in (sys.path, sys.meta_path, sys.path_hooks, sys.argv)]
    gc.disable()
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, 'w', encoding='utf-8') as nowhere:
        os.chdir(folder)
        sys.stdout = sys.stderr = nowhere
        for _ in range(_ROUNDS):
            framework()({f'{_MODULE}.py': _SAMPLE}, _Nobody())
            sys.modules.pop(_MODULE, None)
        sys.stdout, sys.stderr = streams
        os.chdir(home)
        sys.path_importer_cache.pop(folder, None)
    os.environ.clear()
    os.environ.update(environment)
    for one, before in lists:
        one[:] = before
    gc.enable()


_practise()
