"""What a run of tests begins with, before anything foreign has run."""

import ast
import builtins

from dsap_harness import test_plan

#: What is raised for tests that cannot be run at all.
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, test_plan.NoModuleError)


class Plan:
    """`request`: the tests, sources by path, the modules that are given, the module that was asked for, and whether there
    is an artifact whose module is to be found. Ids have the path before them where there are several.
    """

    def __init__(self, request):
        tests = self._tests = request['tests']
        for path, source in tests.items():
            compile(source, path, 'exec', dont_inherit=True)
        self.trees = {path: ast.parse(source, path) for path, source in tests.items()}
        self.all = ast.Module([node for tree in self.trees.values() for node in tree.body], [])
        self.ids = self.by_full_id(lambda tree: dict.fromkeys(test_plan.test_ids(tree)))
        #: The modules that are tested, or the names that are read as if they stood in the same file.
        self.foreign = test_plan.foreign_modules(self.all, request['given'])
        self.names = []
        if not self.foreign and request['module'] is None:
            self.names = [name for each in tests.values() for name in test_plan.names_from_nowhere(each)]
        #: What `from … import *` may bring.
        self.star = set().union(*(test_plan.names_of_star(tests[path], tree) for path, tree in self.trees.items()))

    def module(self, request):
        """The module that the artifact is; None where there is none. Raises NoModuleError."""
        if request['module'] is not None or not request['hasArtifact']:
            return request['module']
        if not self.foreign and not self.names:
            raise test_plan.NoModuleError('the tests neither import the artifact nor use a name of it')
        return test_plan.implementation_module(self.foreign)

    def by_full_id(self, by_id):
        """What a function says of a tree's tests by their ids, for all of them."""
        return {self.full_id(path, id): found for path, tree in self.trees.items() for id, found in by_id(tree).items()}

    def full_id(self, path, id):
        return f'{path}::{id}' if len(self._tests) > 1 else id

    def hand_out_names(self, module):
        """Gives tests that import no implementation its names. Raises what its import raises."""
        if module == test_plan.NAMELESS:
            found = __import__(module)
            for name in self.names:
                if hasattr(found, name):
                    setattr(builtins, name, getattr(found, name))


def path_of(module):
    return f'{module.replace(".", "/")}.py'
