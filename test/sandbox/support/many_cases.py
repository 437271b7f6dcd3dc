"""Runs one program after the other in one interpreter, each as if it were the first and only one.

A program comes as a line `case <JSON {mark, files, argv, env}>`; its standard input follows, up to the line `<mark> end`. Its last line of
output is `<mark> done <JSON {code, stderr}>`.
"""

import asyncio
import atexit
import builtins
import decimal
import dis
import gc
import importlib
import io
import json
import linecache
import logging
import os
import random
import shutil
import sys
import traceback
import types
import warnings

STDIN, STDOUT = sys.stdin, sys.stdout
WORK = '/work'


class CaseInput(io.TextIOBase):
    """Ends where the case's input does, whatever follows it."""

    encoding = 'utf-8'

    def __init__(self, end):
        self._end = f'{end}\n'
        self._has_ended = False

    def readable(self):
        return True

    def readline(self, size=-1):
        line = '' if self._has_ended else STDIN.readline()
        self._has_ended = self._has_ended or line in (self._end, '')
        return '' if self._has_ended else line

    def read(self, size=-1):
        return ''.join(iter(self.readline, ''))


class Untouched:
    """All that a program finds when it begins, to be found again by the next one."""

    def __init__(self):
        self._modules = dict(sys.modules)
        modules = {name: module for name, module in sys.modules.items() if isinstance(module, types.ModuleType)}
        self._names = {name: dict(vars(module)) for name, module in modules.items()}
        self._lists = [(each, list(each)) for each in (sys.path, sys.meta_path, sys.path_hooks, warnings.filters)]
        self._limit = sys.getrecursionlimit()
        self._random = random.getstate()

    def restore(self):
        for name, module in list(sys.modules.items()):
            if name not in self._modules and not _is_pythons_own(module):
                del sys.modules[name]
        sys.modules.update(self._modules)
        for name, names in self._names.items():
            found = vars(self._modules[name])
            if found != names:
                found.clear()
                found.update(names)
        for each, items in self._lists:
            each[:] = items
        for path in [path for path in sys.path_importer_cache if path.startswith(WORK)]:
            del sys.path_importer_cache[path]
        importlib.invalidate_caches()
        linecache.cache.clear()
        sys.setrecursionlimit(self._limit)
        random.setstate(self._random)
        gc.enable()
        gc.collect()


def _is_pythons_own(module):
    # Imported for one program it is that one's alone; see main.
    if module.__name__ == 'unittest.mock':
        return False
    origin = getattr(getattr(module, '__spec__', None), 'origin', None) or ''
    return origin in ('built-in', 'frozen') or origin.startswith('/lib/')


def run(case):
    _lay_out(case)
    program = os.path.join(WORK, case['argv'][0])
    sys.argv = case['argv']
    sys.path[:] = [os.path.dirname(program), *(entry for entry in sys.path if entry.startswith('/lib'))]
    main = types.ModuleType('__main__')
    main.__file__, main.__builtins__ = program, builtins
    sys.modules['__main__'] = main
    errors = io.StringIO()
    sys.stdin, sys.stderr = CaseInput(f'{case["mark"]} end'), errors

    def program_runs():
        with open(program, 'rb') as stream:
            code = compile(stream.read(), program, 'exec', dont_inherit=True)
        exec(code, vars(main))

    code = _ended(program_runs)
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), STDOUT, errors
    _ended(atexit._run_exitfuncs)
    return {'code': code, 'stderr': errors.getvalue()}


def _lay_out(case):
    os.chdir('/')
    shutil.rmtree(WORK, ignore_errors=True)
    for name, content in case['files'].items():
        file = os.path.join(WORK, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, 'w', encoding='utf-8', newline='') as stream:
            stream.write(content)
    os.chdir(WORK)
    os.environ.clear()
    os.environ.update({'HOME': WORK, 'LANG': 'C.UTF-8', **case['env']})


def _ended(work):
    """The exit code of a program that ends so."""
    try:
        work()
        return 0
    except SystemExit as stop:
        if stop.code is None or isinstance(stop.code, int):
            return (stop.code or 0) & 255
        print(stop.code, file=sys.stderr)
        return 1
    except BaseException as error:
        traceback.print_exception(error.with_traceback(error.__traceback__.tb_next), file=sys.stderr)
        return 1


def main():
    # What few suites need and all would wait for.
    for name in sys.argv[1:]:
        importlib.import_module(name)
    gc.freeze()
    untouched = Untouched()
    # What comes late for a case that is over is passed over.
    for line in iter(STDIN.readline, ''):
        if line.startswith('case '):
            case = json.loads(line.removeprefix('case '))
            ended = run(case)
            untouched.restore()
            STDOUT.write(f'\n{case["mark"]} done {json.dumps(ended)}\n')
            STDOUT.flush()


main()
