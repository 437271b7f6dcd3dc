"""What can be said of tests without running them: which they are, which module they test, and which of them need one
process."""

import ast
import builtins
import sys

from dsap_harness.undefined import module_names, undefined_names

#: Under this name tests that import no implementation get its names.
NAMELESS = 'implementation'

#: Packages that are no implementation, whether they are installed or not.
_WELL_KNOWN = frozenset(
    'pytest _pytest hypothesis numpy pandas scipy mock freezegun requests responses pytest_asyncio pytest_mock '
    'anyio trio faker '
    'attr attrs pydantic yaml typing_extensions six'.split()
)


#: Names that no implementation may lend to its tests.
_FRAMEWORKS = _WELL_KNOWN | {'unittest'}


class NoModuleError(Exception):
    """Which module the tests are about cannot be told; the message says why."""


def test_ids(tree):
    """The ids of all tests as they are written, without their cases, in order; a name defined twice counts once."""
    found = {}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in _definitions(tree.body):
        if isinstance(node, ast.ClassDef):
            found.update(dict.fromkeys(_ids_of_class(node, (node.name,), classes)))
        elif node.name.startswith('test'):
            found[node.name] = None
    return list(found)


def count_cases(tree):
    """How many tests there are, with the cases of parametrize where they are written out."""
    ids = set(test_ids(tree))
    count = 0
    for path, decorators in _functions(tree):
        if path in ids:
            ids.discard(path)
            count += _product(decorators)
    return count + len(ids)


def implementation_module(foreign):
    """The module that tests with these imports are about; NAMELESS when they import none."""
    tops = sorted({name.partition('.')[0] for name in foreign})
    if len(tops) > 1:
        raise NoModuleError(
            f'the tests import {", ".join(tops)}: say with "module" which of these is the implementation'
        )
    return max(foreign, key=lambda name: name.count('.')) if foreign else NAMELESS


def foreign_modules(tree, given):
    """The dotted names of the imported modules that are neither there anyway nor well known."""
    there = {name.partition('.')[0] for name in given} | _WELL_KNOWN | sys.stdlib_module_names
    return [name for name in _imported_modules(tree) if name.partition('.')[0] not in there]


def _imported_modules(tree):
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names[node.module] = None
    return list(names)


def names_from_nowhere(source):
    """The names that tests read and do not define: without an import they are the implementation's."""
    return [name for name in dict.fromkeys(name for name, _ in undefined_names(source)) if name not in _FRAMEWORKS]


def names_of_star(source, tree):
    """What `from … import *` may bring: names that the tests read, that they do not define themselves and that are no
    builtins."""
    if not any(isinstance(node, ast.ImportFrom) and node.names[0].name == '*' for node in ast.walk(tree)):
        return set()
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return read - module_names(source) - set(dir(builtins)) - _FRAMEWORKS


def _definitions(body):
    """Functions and classes of a module, also those behind a condition."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            blocks = [getattr(node, name, []) for name in ('body', 'orelse', 'finalbody')]
            blocks.extend(handler.body for handler in getattr(node, 'handlers', ()))
            for block in blocks:
                yield from _definitions(block)


def _ids_of_class(node, path, classes):
    if not _holds_tests(node, classes):
        return
    for member in _members(node, classes):
        if isinstance(member, ast.ClassDef):
            yield from _ids_of_class(member, (*path, member.name), classes)
        elif member.name.startswith('test'):
            yield '::'.join((*path, member.name))


def _holds_tests(node, classes):
    if is_unittest_class(node, classes):
        return True
    names = {member.name for member in _members(node, classes)}
    return node.name.startswith('Test') and '__init__' not in names and '__new__' not in names


def is_unittest_class(node, classes):
    for base in node.bases:
        name = base.attr if isinstance(base, ast.Attribute) else getattr(base, 'id', '')
        if name.endswith('TestCase') or (
            name in classes and classes[name] is not node and is_unittest_class(classes[name], classes)
        ):
            return True
    return False


def _members(node, classes):
    """What a class and its bases of the same module define, each name once."""
    members = {}
    for base in node.bases:
        known = classes.get(getattr(base, 'id', None))
        if known is not None and known is not node:
            members.update((member.name, member) for member in _members(known, classes))
    members.update((member.name, member) for member in _definitions(node.body))
    return list(members.values())


def _functions(tree):
    """All functions by id, with the decorators that apply to them."""
    for node in _definitions(tree.body):
        yield from _functions_in(node, (), [])


def _functions_in(node, path, decorators):
    own = [*decorators, *node.decorator_list]
    if isinstance(node, ast.ClassDef):
        for member in _definitions(node.body):
            yield from _functions_in(member, (*path, node.name), own)
    else:
        yield '::'.join((*path, node.name)), own


def _product(decorators):
    count = 1
    for node in decorators:
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith('mark.parametrize') and len(node.args) > 1:
            if isinstance(node.args[1], (ast.List, ast.Tuple)):
                count *= max(len(node.args[1].elts), 1)
    return count
