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
    aliases = _aliases(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module, node.lineno
        elif isinstance(node, ast.ImportFrom) and not has_siblings:
            yield '.' * node.level + (node.module or ''), node.lineno
        elif isinstance(node, ast.Call) and _IMPORTING & _meanings(node.func, aliases):
            yield _written_out(node), node.lineno


_IMPORTING = {
    '__import__',
    'builtins.__import__',
    '__builtins__.__import__',
    'importlib.__import__',
    'importlib.import_module',
    'import_module',
}


def _aliases(tree):
    """What each name may stand for, wherever in the source it is bound: by an import, or by an assignment of a plain name."""
    aliases, assigned = {}, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [(alias.asname, alias.name) for alias in node.names if alias.asname]
        elif isinstance(node, ast.ImportFrom):
            found = [(alias.asname or alias.name, f'{node.module}.{alias.name}') for alias in node.names]
        else:
            found = []
            assigned.extend(_assigned(node))
        for name, meaning in found:
            aliases.setdefault(name, set()).add(meaning)
    while any([_learn(aliases, name, value) for name, value in assigned]):
        pass
    return aliases


def _assigned(node):
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        pairs = [(node.target, node.value)]
    else:
        return
    for target, value in pairs:
        if isinstance(target, ast.Name):
            yield target.id, value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            parts = zip(target.elts, value.elts, strict=False)
            yield from ((part.id, given) for part, given in parts if isinstance(part, ast.Name))


def _learn(aliases, name, value):
    """Whether there was anything new: only what leads to an import counts."""
    known = aliases.setdefault(name, set())
    new = {each for each in _meanings(value, aliases) if each in _LEADING} - known
    known |= new
    return bool(new)


_LEADING = _IMPORTING | {'importlib', 'builtins', '__builtins__'}


def _meanings(node, aliases):
    if isinstance(node, ast.Name):
        return {node.id} | aliases.get(node.id, set())
    if isinstance(node, ast.Attribute):
        return {f'{of}.{node.attr}' for of in _meanings(node.value, aliases)}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'getattr':
        match node.args:
            case [value, ast.Constant(value=str(name)), *_]:
                return {f'{of}.{name}' for of in _meanings(value, aliases)}
    return set()

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
