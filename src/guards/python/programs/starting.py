"""Finds compiled programs in a file, and starts one of them."""

import base64
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


def main():
    with open('dsap_codes.json', encoding='utf-8') as file:
        codes = json.load(file)
    name = sys.argv[1]
    sys.argv = sys.argv[:1]
    sys.meta_path.insert(0, CompiledPrograms(codes))
    importlib.import_module(f'dsap_harness.{name}').main()


main()
