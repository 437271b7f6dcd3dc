"""Names that are read and bound nowhere that they could be seen from.

The compiler itself says which reads go to the module's globals, so every rule of scopes is its own; when a name is
bound does not count. A star import, or globals written by hand, can bind any name: such modules have no findings.
"""

import ast
import builtins
import dis
import warnings

_READS = ('LOAD_NAME', 'LOAD_GLOBAL', 'LOAD_FROM_DICT_OR_GLOBALS')
_BINDS = ('STORE_NAME', 'STORE_GLOBAL')

#: Of the module enum: they make the members of a class names of the module.
_BINDING_CALLS = ('global_enum', '_convert_')

_GIVEN = frozenset(
    '__annotations__ __builtins__ __cached__ __class__ __classdict__ __conditional_annotations__ __debug__ '
    '__doc__ __file__ '
    '__firstlineno__ __loader__ __module__ __name__ __package__ __path__ __qualname__ __spec__ __static_attributes__ '
    'WindowsError'.split()
)


def undefined_names(source, path='source.py'):
    """Pairs of a name and the line that reads it, in the order of the lines. Raises SyntaxError."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        tree = ast.parse(source, path)
        code = compile(source, path, 'exec', dont_inherit=True)
    if _binds_any_name(tree):
        return []
    known = _bound(code) | set(dir(builtins)) | _GIVEN | _guarded(tree)
    found = set(_unknown_reads(code, known, frozenset()))
    if not path.endswith('__init__.py') and '__getattr__' not in known:
        found.update(_unknown_exports(tree, known))
    return sorted(found, key=lambda each: (each[1], each[0]))


def module_names(source):
    """The names that a module binds at its top. Raises SyntaxError."""
    return _bound(compile(source, 'source.py', 'exec', dont_inherit=True))


def _bound(code):
    own = {each.argval for each in dis.get_instructions(code) if each.opname in _BINDS}
    return own.union(*(_globals_bound(inner) for inner in _inner(code)))


def _globals_bound(code):
    own = {each.argval for each in dis.get_instructions(code) if each.opname == 'STORE_GLOBAL'}
    return own.union(*(_globals_bound(inner) for inner in _inner(code)))


def _unknown_reads(code, known, around):
    """`around` are the names of the class that the code stands in, which only annotations and type parameters see."""
    instructions = list(dis.get_instructions(code))
    own = frozenset(each.argval for each in instructions if each.opname == 'STORE_NAME')
    for each in instructions:
        if each.opname in _READS and each.argval not in known and each.argval not in own:
            if each.opname != 'LOAD_FROM_DICT_OR_GLOBALS' or each.argval not in around:
                yield each.argval, each.positions.lineno or code.co_firstlineno
    for inner in _inner(code):
        yield from _unknown_reads(inner, known, own or around)


def _inner(code):
    return [each for each in code.co_consts if hasattr(each, 'co_code')]


def _binds_any_name(tree):
    if any(isinstance(node, ast.ImportFrom) and node.names[0].name == '*' for node in ast.walk(tree)):
        return True
    if any(getattr(node, 'attr', getattr(node, 'id', None)) in _BINDING_CALLS for node in ast.walk(tree)):
        return True
    reads = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
    }
    reads.update(
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ('get', 'keys', 'items')
    )
    written = any(_is_call(node, 'globals') and id(node) not in reads for node in ast.walk(tree))
    return written or any(_is_call(node, 'exec', 'vars') for node in _outside_functions(tree))


def _is_call(node, *names):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _outside_functions(node):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield child
            yield from _outside_functions(child)


def _guarded(tree):
    """Names that are tried out: a NameError of theirs is caught."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any(_catches_name_error(handler.type) for handler in node.handlers):
            inner = (each for statement in node.body for each in ast.walk(statement))
            names.update(each.id for each in inner if isinstance(each, ast.Name))
    return names


def _catches_name_error(kind):
    if kind is None:
        return True
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(isinstance(each, ast.Name) and each.id == 'NameError' for each in kinds)


def _unknown_exports(tree, known):
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, 'target', None)]
        if any(isinstance(target, ast.Name) and target.id == '__all__' for target in targets):
            for each in getattr(node.value, 'elts', ()):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value not in known:
                    yield each.value, each.lineno
