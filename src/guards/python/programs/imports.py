"""Finds the imports of a source that are not allowed."""

import ast
import json
import sys
import warnings

STANDARD_LIBRARY = 'stdlib'


def forbidden(source, path, allowed, given):
    """Pairs of a name and a line. `allowed` are top-level modules or 'stdlib'; `given` are modules that are there
    anyway."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        tree = ast.parse(source, path)
    known = set(allowed) | {name.partition('.')[0] for name in given} | {'__future__'}
    if STANDARD_LIBRARY in known:
        known |= sys.stdlib_module_names
    found = {}
    for name, line in _imports(tree, bool(given)):
        if name.partition('.')[0] not in known:
            found.setdefault(name if name.startswith('.') else name.partition('.')[0], line)
    return sorted(found.items(), key=lambda each: each[1])


def _imports(tree, has_siblings):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module, node.lineno
        elif isinstance(node, ast.ImportFrom) and not has_siblings:
            yield '.' * node.level + (node.module or ''), node.lineno
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _IMPORTING:
            yield _written_out(node), node.lineno


_IMPORTING = ('__import__', 'importlib.import_module', 'import_module', 'importlib.__import__')

#: What is imported under a name that only a run would tell.
_COMPUTED = '(a module whose name is computed)'


def _written_out(call):
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else _COMPUTED


def main():
    request = json.loads(sys.stdin.readline())
    try:
        found = forbidden(request['source'], request['path'], request['allowed'], request['given'])
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        print(json.dumps({'unreadable': f'{type(error).__name__}: {error}'}))
        return
    print(json.dumps({'forbidden': [{'name': name, 'line': line} for name, line in found]}))


if __name__ == '__main__':
    main()
