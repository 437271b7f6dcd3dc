"""Lets the tests import the modules of the other half."""

import importlib.machinery
import sys

from dsap_harness.bridge import proxies
from dsap_harness.bridge.proxies import RemoteModule


class RemoteModules:
    """`names` are the modules there, which lie in packages; `star` the names that `from … import *` may bring. None of
    them stands for one of the standard library, which is ours as well."""

    def __init__(self, names, star):
        parts = [name.split('.') for name in names]
        found = {'.'.join(each[: count + 1]) for each in parts for count in range(len(each))}
        self._names = {name for name in found if name.partition('.')[0] not in sys.stdlib_module_names}
        self._star = star

    def install(self):
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if name not in self._names:
            return None
        is_package = any(other.startswith(f'{name}.') for other in self._names)
        return importlib.machinery.ModuleSpec(name, self, is_package=is_package)

    def create_module(self, spec):
        return RemoteModule(spec.name)

    def exec_module(self, module):
        number, exported = proxies.peer.ask('load', module.__name__)
        vars(module)['_dsap_number'] = number
        vars(module)['__all__'] = [name for name in exported if name in self._star]
