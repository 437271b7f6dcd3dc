"""Modules whose sources are texts and not files, so that no file of the workspace can be taken for one."""

import importlib.machinery
import linecache
import sys


class MemoryModules:
    """Finds modules among sources by path, and the packages that they lie in."""

    def __init__(self, sources):
        self.paths = {_module_of(path): path for path in sources if path.endswith('.py')}
        self._sources = sources
        for name in list(self.paths):
            while '.' in name:
                name = name.rpartition('.')[0]
                self.paths.setdefault(name, None)

    def install(self):
        for path, source in self._sources.items():
            linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if name not in self.paths:
            return None
        file = self.paths[name]
        is_package = file is None or file.endswith('__init__.py')
        spec = importlib.machinery.ModuleSpec(name, self, origin=file, is_package=is_package)
        spec.has_location = file is not None
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        path = self.paths[module.__name__]
        if path is not None:
            exec(compile(self._sources[path], path, 'exec', dont_inherit=True), vars(module))

    def get_source(self, name):
        return self._sources.get(self.paths[name])


def _module_of(path):
    parts = path.removesuffix('.py').split('/')
    return '.'.join(parts[:-1] if parts[-1] == '__init__' and len(parts) > 1 else parts)
