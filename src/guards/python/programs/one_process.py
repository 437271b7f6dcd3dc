"""Tests that only mean something in one process with the implementation: those that patch it, look into it, or share
the system with it."""

import ast

_FIXTURES = frozenset(
    'monkeypatch tmp_path tmp_path_factory tmpdir tmpdir_factory caplog mocker capfd capfdbinary recwarn'.split()
)

#: Modules that tell tests nothing of what is in another process, or do nothing to it; None stands for all that they
#: offer.
_MODULES = {
    **dict.fromkeys(
        'inspect importlib threading concurrent multiprocessing subprocess tempfile pickle weakref gc runpy '
        'ctypes tracemalloc '
        'signal logging warnings shutil socket'.split()
    ),
    'asyncio': {'iscoroutinefunction'},
    'decimal': {'getcontext', 'localcontext', 'setcontext'},
    'mock': {'patch'},
    'os': set(
        'environ environb getenv putenv unsetenv chdir getcwd listdir scandir walk mkdir makedirs remove unlink '
        'rmdir removedirs '
        'rename replace stat open write read'.split()
    ),
    'pytest': {'warns', 'deprecated_call', 'MonkeyPatch'},
    'random': {'seed', 'setstate', 'getstate'},
    'sys': {
        'stdin',
        'argv',
        'path',
        'modules',
        'setrecursionlimit',
        'getsizeof',
        'getrefcount',
        'settrace',
        'setprofile',
    },
    'typing': {'get_type_hints'},
    'unittest.mock': {'patch'},
}

_ATTRIBUTES = frozenset(
    'assertLogs assertNoLogs assertWarns assertWarnsRegex write_text write_bytes read_text read_bytes'.split()
)

_AUTOMATIC = frozenset(
    'setUp tearDown setUpClass tearDownClass asyncSetUp setUpModule setup_method setup_class setup_function '
    'setup_module'.split()
)


def reasons(tree):
    """By the id of a test, without its cases: why it needs one process."""
    suspects = _suspects(tree)
    units = [unit for node in tree.body for unit in _units(node, ())]
    found = {path: reason for path, node in units if (reason := _own_reason(node, suspects))}
    everywhere = next((reason for node in _loose(tree) if (reason := _own_reason(node, suspects))), None)
    _spread(units, found)
    for path, node in units:
        if path in found and _is_automatic(node):
            around = path.rpartition('::')[0]
            found.update((each, found.get(each, found[path])) for each, _ in units if each.startswith(around))
    return {path: everywhere or found[path] for path, _ in units if everywhere or path in found}


def _spread(units, found):
    """What uses a helper or a fixture that needs one process needs one too."""
    is_new = True
    while is_new:
        is_new = False
        names = {path.rpartition('::')[2]: reason for path, reason in found.items()}
        for path, node in units:
            used = next((name for name in _names(node) if name in names), None)
            if path not in found and used is not None:
                found[path] = names[used]
                is_new = True


def _units(node, path):
    """Every function and method: its id and its node."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield '::'.join((*path, node.name)), node
    elif isinstance(node, ast.ClassDef):
        for member in node.body:
            yield from _units(member, (*path, node.name))


def _loose(tree):
    """What runs when the module is imported."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return [node for node in tree.body if not isinstance(node, kinds)]


def _suspects(tree):
    """By the name that the tests use: a module of the table, or a part of one that counts by itself."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                known = _known(alias.name)
                if known is not None:
                    names[alias.asname or alias.name.partition('.')[0]] = (known, _MODULES[known])
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                names.update(_part(node.module, alias))
    return names


def _part(module, alias):
    known, whole = _known(module), f'{module}.{alias.name}'
    if whole in _MODULES:
        return {alias.asname or alias.name: (whole, _MODULES[whole])}
    if known is None or (_MODULES[known] is not None and alias.name not in _MODULES[known]):
        return {}
    return {alias.asname or alias.name: (whole, None)}


def _known(module):
    return next((name for name in (module, module.partition('.')[0]) if name in _MODULES), None)


def _own_reason(node, suspects):
    decorators = [each for outer in ast.walk(node) for each in getattr(outer, 'decorator_list', ())]
    for each in (found for part in (node, *decorators) for found in ast.walk(part)):
        if isinstance(each, ast.arg) and each.arg in _FIXTURES:
            return f'it uses the fixture {each.arg}'
        if isinstance(each, ast.Name) and suspects.get(each.id, ('', ()))[1] is None:
            return f'it uses {suspects[each.id][0]}'
        if isinstance(each, ast.Attribute) and (each.attr in _ATTRIBUTES or _is_suspect_part(each, suspects)):
            return f'it uses {ast.unparse(each)}'[:120]
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == 'open':
            return 'it opens a file'
    return None


def _is_suspect_part(node, suspects):
    path = ast.unparse(node).split('.')
    known, parts = suspects.get(path[0], ('', ()))
    # `import unittest.mock` is used as unittest.mock.patch.
    return parts is not None and bool(set(path[1:3]) & set(parts))


def _names(node):
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.arg):
            yield each.arg
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in ('self', 'cls'):
            yield each.attr
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isidentifier():
            yield each.value


def _is_automatic(node):
    return node.name in _AUTOMATIC or any('autouse=True' in ast.unparse(each) for each in node.decorator_list)
