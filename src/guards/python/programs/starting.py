"""Finds compiled programs in a file, and starts one of them, or loads it for its start to come."""

import base64
import gc
import importlib
import importlib.machinery
import json
import marshal
import sys


class CompiledPrograms:
    def __init__(self, codes):
        self._codes = {path.removesuffix('.py').replace('/', '.'): code for path, code in codes.items()}
        self._packages = {name.rpartition('.')[0] for name in self._codes}

    def find_spec(self, name, path=None, target=None):
        if name in self._codes or name in self._packages:
            return importlib.machinery.ModuleSpec(name, self, is_package=name in self._packages)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ in self._codes:
            exec(marshal.loads(base64.b64decode(self._codes[module.__name__])), vars(module))


def load(name):
    """The program, with the framework that it runs tests with, as far as that can be had before the tests are known."""
    return sys.modules.get(f'dsap_harness.{name}') or _loaded(name)


def _loaded(name):
    # What is loaded stays until the end: nobody need look through it for garbage, then or later.
    gc.disable()
    with open('dsap_codes.json', encoding='utf-8') as file:
        sys.meta_path.insert(0, CompiledPrograms(json.load(file)))
    loaded = importlib.import_module(f'dsap_harness.{name}')
    if hasattr(loaded, 'framework'):
        loaded.framework()
    gc.freeze()
    gc.enable()
    return loaded


def main():
    name = sys.argv[1]
    sys.argv = sys.argv[:1]
    load(name).main()


if __name__ == '__main__':
    main()
