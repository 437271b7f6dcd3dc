"""What an implementation has no business with: ending the process, and the insides of frameworks and of Python itself.

A list of what is known, so a sign and no wall.
"""

import ast

_MODULES = frozenset('_pytest atexit ctypes dsap_harness importlib pytest unittest'.split())

_OF_MODULES = {
    'os': frozenset(
        '_exit abort kill killpg fork forkpty execv execve execvp execvpe execl execle execlp spawnv spawnl '
        'system popen'.split()
    ),
    'sys': frozenset(
        '_getframe _current_frames modules meta_path settrace setprofile excepthook __stdout__ __stdin__'.split()
    ),
    'gc': frozenset('get_objects get_referrers get_referents'.split()),
    'inspect': frozenset('currentframe stack trace getouterframes getinnerframes'.split()),
    'signal': frozenset('signal raise_signal alarm setitimer pthread_kill'.split()),
    'builtins': None,
}

_ATTRIBUTES = frozenset(
    'tb_frame f_back f_globals f_locals f_builtins f_code gi_frame cr_frame ag_frame __globals__ __closure__ __code__ '
    '__subclasses__ __builtins__ __loader__ _exit'.split()
)

_NAMES = frozenset('__builtins__ __import__ __loader__ __spec__ exec'.split())

_EXITS = frozenset('exit quit'.split())


def violations(sources):
    """One sentence for each, the first of a line; `sources` by path."""
    found = []
    for path, source in sources.items():
        for line, what in sorted(_of_module(ast.parse(source, path))):
            found.append(f'{path} line {line} {what}')
    return found


def _of_module(tree):
    found = {}
    aliases = _aliases(tree)
    for node in ast.walk(tree):
        what = _violation(node, aliases)
        if what is not None:
            found.setdefault(node.lineno, what)
    for node in _at_import(tree.body):
        if _ends_process(node):
            found.setdefault(node.lineno, 'ends the process when it is imported')
    return found.items()


def _aliases(tree):
    """The names under which the modules of the table are known."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(
                {(alias.asname or alias.name): alias.name for alias in node.names if alias.name in _OF_MODULES}
            )
    return names


def _violation(node, aliases):
    if isinstance(node, ast.Import):
        hit = next((alias.name for alias in node.names if alias.name.partition('.')[0] in _MODULES), None)
        return hit and f'imports {hit}'
    if isinstance(node, ast.ImportFrom):
        return _from_import(node)
    if isinstance(node, ast.Attribute):
        return _attribute(node, aliases)
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return f'uses {node.id}'
    if (
        isinstance(node, ast.FunctionDef)
        and node.name in ('__eq__', '__ne__', '__instancecheck__')
        and _is_constant(node)
    ):
        return f'defines an {node.name} that always gives the same answer'
    return None


def _from_import(node):
    module = node.module or ''
    if module.partition('.')[0] in _MODULES:
        return f'imports from {module}'
    forbidden = _OF_MODULES.get(module, frozenset())
    hit = next((alias.name for alias in node.names if forbidden is None or alias.name in forbidden), None)
    return hit and f'imports {module}.{hit}'


def _attribute(node, aliases):
    if node.attr in _ATTRIBUTES:
        return f'uses {ast.unparse(node)}'[:120]
    module = aliases.get(node.value.id) if isinstance(node.value, ast.Name) else None
    if module is None:
        return None
    forbidden = _OF_MODULES[module]
    return f'uses {ast.unparse(node)}' if forbidden is None or node.attr in forbidden else None


def _is_constant(node):
    body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    return len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(body[0].value, ast.Constant)


def _at_import(body):
    """What runs when the module is imported, but for what only runs when it is the main program."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(node, ast.If) and '__main__' in ast.unparse(node.test):
            continue
        yield node
        for name in ('body', 'orelse', 'finalbody', 'handlers'):
            yield from _at_import(getattr(node, name, None) or [])


def _ends_process(node):
    if isinstance(node, ast.Raise):
        return node.exc is not None and 'SystemExit' in ast.unparse(node.exc)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = ast.unparse(node.value.func)
        return called in _EXITS or called.endswith('sys.exit')
    return False
